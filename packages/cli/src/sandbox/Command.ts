/**
 * The command `candela-sandbox`: the service on a port, until it is told to stop.
 *
 * @module
 */
import { stocks } from "@candela/market/Market"
import * as Fault from "@candela/testing/Fault"
import * as Faults from "@candela/testing/Faults"
import * as Command from "@effect/cli/Command"
import * as HelpDoc from "@effect/cli/HelpDoc"
import * as Options from "@effect/cli/Options"
import * as ValidationError from "@effect/cli/ValidationError"
import { Console, Context, DateTime, Effect, Either, Fiber, Layer, Option, Schedule } from "effect"
import { statSync } from "node:fs"
import * as Dataset from "../dataset/Dataset.js"
import type * as Import from "../import/Import.js"
import { banner } from "./banner.js"
import * as HostNames from "../http/hostNames.js"
import { parseImport } from "./parseImport.js"
import * as Rate from "../http/Rate.js"
import * as RequestLog from "../http/RequestLog.js"
import { defaultKeys, Sandbox } from "../Sandbox.js"
import * as Subscription from "../access/Subscription.js"

/** An option whose text `read` understands, or refuses in words that say what is right. */
const parsed = <A>(option: Options.Options<string>, read: (text: string) => Either.Either<A, string>) =>
  Options.mapEffect(option, (text) =>
    Either.mapLeft(read(text), (fault) => ValidationError.invalidValue(HelpDoc.p(fault))),
  )

/** Like {@link parsed}, for an option that may be given several times. */
const parsedEach = <A>(option: Options.Options<string>, read: (text: string) => Either.Either<A, string>) =>
  Options.mapEffect(repeated(option), (texts) =>
    Either.mapLeft(Either.all(texts.map(read)), (fault) => ValidationError.invalidValue(HelpDoc.p(fault))),
  )

/** An option that may be given several times. Its default is what it gives anyway; without one, usage would show it as required. */
const repeated = (option: Options.Options<string>): Options.Options<ReadonlyArray<string>> =>
  Options.withDefault(Options.repeated(option), [])

/** A whole number from `min` to `max`. The faults of `Options.integer` do not name the option. */
const whole = (
  name: string,
  { expected, max, min }: { readonly min: number; readonly max: number; readonly expected: string },
) =>
  parsed(Options.withPseudoName(Options.text(name), "integer"), (text) => {
    const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
    return number >= min && number <= max
      ? Either.right(number)
      : Either.left(`--${name} must be ${expected}; got "${text}"`)
  })

/** One of some words. The faults of `Options.choice` do not name the option. */
const oneOf = <const A extends string>(name: string, words: ReadonlyArray<A>) =>
  parsed(Options.withPseudoName(Options.text(name), words.join(" | ")), (text) =>
    Either.fromNullable(
      words.find((word) => word === text),
      () => `--${name} must be one of ${words.join(", ")}; got "${text}"`,
    ),
  )

const parseNow = (text: string): Either.Either<DateTime.DateTime | "wall", string> => {
  if (text === "wall") return Either.right(text)
  const instant = /T.*(Z|[+-]\d\d:?\d\d)$/.test(text) ? DateTime.make(text) : Option.none()
  return Either.fromOption(
    instant,
    () => `--now must be an instant such as 2025-06-30T16:00:00-04:00, or "wall" for the time it is; got "${text}"`,
  )
}

const parseKey = (text: string): Either.Either<readonly [key: string, plan: Subscription.Name], string> => {
  const at = text.lastIndexOf("=")
  const key = at < 0 ? text : text.slice(0, at)
  const plan = at < 0 ? "business" : text.slice(at + 1)
  return key !== "" && Subscription.isName(plan)
    ? Either.right([key, plan])
    : Either.left(`--key must be KEY or KEY=PLAN, where PLAN is one of ${Subscription.names.join(", ")}; got "${text}"`)
}

const parseRate = (text: string): Either.Either<Rate.Rate, string> =>
  Either.mapLeft(Rate.parse(text), (expected) => `--rate must be ${expected}; got "${text}"`)

const parseCors = (text: string): Either.Either<string, string> =>
  text === "*" || (URL.canParse(text) && new URL(text).origin === text)
    ? Either.right(text)
    : Either.left(
        `--cors must be an origin such as http://localhost:5173, without a path, or "*" for every origin; got "${text}"`,
      )

const parseHostName = (text: string): Either.Either<string, string> =>
  Either.fromNullable(
    HostNames.normalize(text),
    () => `--host-name must be a host name or an address without a port, such as sandbox.test; got "${text}"`,
  )

const parseDirectory = (text: string): Either.Either<string, string> =>
  statSync(text, { throwIfNoEntry: false })?.isDirectory() === false
    ? Either.left(`--data must be a directory, there or to be made; "${text}" is a file`)
    : Either.right(text)

const options = {
  port: whole("port", { min: 0, max: 65_535, expected: "a number from 0 to 65535; 0 takes a free one" }).pipe(
    Options.withDefault(8787),
    Options.withDescription("The port; 0 takes a free one. Default 8787."),
  ),
  host: Options.text("host").pipe(
    Options.withDefault("127.0.0.1"),
    Options.withDescription("The address to listen on. Default 127.0.0.1: this machine alone."),
  ),
  hostNames: parsedEach(Options.text("host-name"), parseHostName).pipe(
    Options.withDescription(
      "A further name that requests may have in their Host, without a port, such as that of a proxy on this machine. " +
        "Default localhost and loopback addresses alone; any name where --host is no loopback address. Repeatable.",
    ),
  ),
  dataset: oneOf("dataset", Dataset.names).pipe(
    Options.withDefault("small" as const),
    Options.withDescription(
      "small: two years of days and some weeks of minutes for 30 stocks. demo: two years of minutes for six of them. " +
        "quickstart: a million minutes. All prices and volumes are synthetic.",
    ),
  ),
  seed: whole("seed", {
    min: Number.MIN_SAFE_INTEGER,
    max: Number.MAX_SAFE_INTEGER,
    expected: "a whole number",
  }).pipe(
    Options.withDefault(Dataset.defaultSeed),
    Options.withDescription("Another seed gives other prices. Default 1."),
  ),
  now: parsed(Options.text("now"), parseNow).pipe(
    Options.optional,
    Options.withDescription(
      'The present of the sandbox: an instant at which the data end, or "wall". Default 2025-06-30T16:00:00-04:00.',
    ),
  ),
  keys: parsedEach(Options.text("key"), parseKey).pipe(
    Options.withDescription(
      `KEY or KEY=PLAN, a key that is known and its plan: ${Subscription.names.join(", ")} (the default). ` +
        'Repeatable. Without any the key is "sandbox".',
    ),
  ),
  imports: parsedEach(Options.text("import"), parseImport).pipe(
    Options.withDescription(
      "FILE:TICKER or FILE:TICKER:COLUMNS, a CSV or Parquet file of bars to serve under a ticker. Its columns are date, open, high, low, close, " +
        "volume, vwap and transactions, in any letter case; COLUMNS says which have other names, as in date=Day,volume=Shares. " +
        "timestamp= instead of date= means minute bars. Repeatable.",
    ),
  ),
  rate: parsed(Options.text("rate"), parseRate).pipe(
    Options.optional,
    Options.withDescription(
      "How many requests each key may make, such as 100/s, 5/min or 1000/hour; more are answered with 429 and a Retry-After. " +
        "Default any number.",
    ),
  ),
  cors: parsed(Options.text("cors"), parseCors).pipe(
    Options.optional,
    Options.withDescription(
      'The origin whose pages may read answers in a browser, such as http://localhost:5173, or "*" for every origin. Default none.',
    ),
  ),
  latency: whole("latency", {
    min: 0,
    max: 2 ** 31 - 1,
    expected: "a number of milliseconds, 0 or more",
  }).pipe(
    Options.withDefault(0),
    Options.withDescription("Milliseconds by which each answer is held back, as over a long way. Default 0."),
  ),
  faults: Options.mapEffect(repeated(Options.text("fault")), (texts) =>
    Either.mapLeft(Faults.parse(texts), (expected) =>
      ValidationError.invalidValue(HelpDoc.p(`--fault must be ${expected}; got ${texts.join(", ")}`)),
    ),
  ).pipe(
    Options.withDescription(
      "FAULT:PROBABILITY, such as 503:0.05 or ResetInBody:0.02: requests meet faults, drawn from the seed, the path and how often it was requested before. " +
        `${Fault.names.join(", ")}. Repeatable. Default none.`,
    ),
  ),
  directory: parsed(Options.text("data"), parseDirectory).pipe(
    Options.withDefault(".data"),
    Options.withDescription("The directory that keeps data sets, so that each is made once. Default .data."),
  ),
  log: oneOf("log", ["text", "json", "none"]).pipe(
    Options.withDefault("text" as const),
    Options.withDescription(
      "A line on standard error for each request, without its key: text for people, json for programs, none. Default text.",
    ),
  ),
  plain: Options.boolean("no-gzip").pipe(
    Options.withDescription("Never compress answers, also for clients that accept gzip."),
  ),
}

/** Says on stderr what takes so long, once it does. */
const progress = (dataset: string) =>
  Console.error(`Preparing the data set ${dataset} (synthetic prices and volumes; made once, then kept) ...`).pipe(
    Effect.delay("400 millis"),
    Effect.zipRight(
      Effect.repeat(Console.error("  still preparing it ..."), Schedule.spaced("5 seconds")).pipe(
        Effect.delay("5 seconds"),
      ),
    ),
  )

/** Format of a request in the log. */
const lines = { text: RequestLog.text, json: RequestLog.json, none: undefined }

/** An instant as `--now` takes it, in New York's time. */
const instant = (now: DateTime.DateTime.Input | "wall"): string =>
  now === "wall"
    ? now
    : DateTime.formatIsoOffset(DateTime.unsafeMakeZoned(now, { timeZone: stocks.zone })).replace(".000", "")

/** Parts of the imported files that are not served, a line each. */
const notes = (imported: ReadonlyArray<Import.Imported>) =>
  imported.flatMap(({ columns, file, unmapped }) => [
    ...(unmapped.length === 0 ? [] : [`${file}: columns that were not imported: ${unmapped.join(", ")}.`]),
    ...(columns["volume"] === undefined ? [`${file}: there is no column of volumes, so they are 0.`] : []),
  ])

/** The command. It ends when it is interrupted. */
export const command = Command.make(
  "candela-sandbox",
  options,
  ({ cors, keys: named, log, now, plain, rate, ...rest }) =>
    Effect.gen(function* () {
      const keys = named.length === 0 ? defaultKeys : Object.fromEntries(named)
      const waiting = yield* Effect.fork(progress(rest.dataset))
      const toLine = lines[log]
      const layer = Sandbox.layerServer({
        ...rest,
        keys,
        now: Option.getOrUndefined(now),
        rate: Option.getOrUndefined(rate),
        cors: Option.getOrUndefined(cors),
        log: toLine && ((entry) => Console.error(toLine(entry))),
        gzip: !plain,
      })
      const { baseUrl, imported, tickers } = Context.get(yield* Layer.build(layer), Sandbox)
      yield* Fiber.interrupt(waiting)
      yield* Effect.forEach(notes(imported), (note) => Console.error(note))
      const present = Option.match(now, { onNone: () => instant(Dataset.defaultNow), onSome: instant })
      yield* Console.log(banner({ ...rest, baseUrl, imported, keys, now: present, tickers: yield* tickers }))
      return yield* Effect.never
    }).pipe(Effect.scoped),
).pipe(
  Command.withDescription(
    "Serves the market-data service from an embedded database, on a port of this machine, until it is told to stop.",
  ),
)
