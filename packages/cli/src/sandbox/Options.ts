/**
 * Options of the sandbox's command.
 *
 * @module
 */
import * as Subscription from "@candela/sandbox/access/Subscription"
import * as Dataset from "@candela/sandbox/internal/DatasetNames"
import * as HostNames from "@candela/sandbox/internal/HostNames"
import * as Rate from "@candela/sandbox/http/Rate"
import * as Fault from "@candela/testing/Fault"
import * as Faults from "@candela/testing/Faults"
import * as Lapse from "@candela/testing/Lapse"
import * as Lapses from "@candela/testing/Lapses"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Maybe from "effect/Option"
import { statSync } from "node:fs"
import * as Option from "../command/Option.js"
import { parseImport } from "./parseImport.js"

/** Makes a repeatable option, each text of which `read` parses. */
const each = <A>(details: Option.Details, read: (text: string) => Either.Either<A, string>) =>
  Option.repeated(details, (texts) => Either.all(texts.map(read)))

const parseNow = (text: string): Either.Either<DateTime.DateTime | "wall", string> => {
  if (text === "wall") return Either.right(text)
  const instant = /T.*(Z|[+-]\d\d:?\d\d)$/.test(text) ? DateTime.make(text) : Maybe.none()
  return Either.fromOption(
    instant,
    () => 'an instant such as 2025-06-30T16:00:00-04:00, or "wall" for the time that it is',
  )
}

const parseInstant = (text: string): Either.Either<DateTime.DateTime, string> =>
  Either.filterOrLeft(parseNow(text), DateTime.isDateTime, () => "an instant such as 2025-06-30T09:30:00-04:00")

const parseSpeed = (text: string): Either.Either<number | "asap", string> =>
  text === "asap"
    ? Either.right(text)
    : /^\d+(\.\d+)?$/.test(text) && Number(text) > 0
      ? Either.right(Number(text))
      : Either.left('a number above 0, such as 60 for an hour in a minute, or "asap" for as fast as clients read')

const parseKey = (text: string): Either.Either<readonly [key: string, plan: Subscription.Name], string> => {
  const at = text.lastIndexOf("=")
  const key = at < 0 ? text : text.slice(0, at)
  const plan = at < 0 ? "business" : text.slice(at + 1)
  return key !== "" && Subscription.isName(plan)
    ? Either.right([key, plan])
    : Either.left(`KEY or KEY=PLAN, where PLAN is one of ${Subscription.names.join(", ")}`)
}

const parseRate = (text: string): Either.Either<Rate.Rate | "plan" | undefined, string> =>
  text === "plan"
    ? Either.right(text)
    : text === "unlimited"
      ? Either.right(undefined)
      : Either.mapLeft(Rate.parse(text), (expected) => `${expected}, or "plan" or "unlimited"`)

const parseCors = (text: string): Either.Either<string, string> =>
  text === "*" || (URL.canParse(text) && new URL(text).origin === text)
    ? Either.right(text)
    : Either.left('an origin such as http://localhost:5173, without a path, or "*" for every origin')

const parseHostName = (text: string): Either.Either<string, string> =>
  Either.fromNullable(HostNames.normalize(text), () => "a host name or an address without a port, such as sandbox.test")

const parseDirectory = (text: string): Either.Either<string, string> =>
  text === "" || statSync(text, { throwIfNoEntry: false })?.isDirectory() === false
    ? Either.left("a directory, there or to be made, and no file")
    : Either.right(text)

/** Options in the order of help. */
export const options = {
  port: Option.withDefault(
    Option.whole({ value: "PORT", text: "The port; 0 takes a free one.", min: 0, max: 65_535 }),
    8787,
  ),
  host: Option.withDefault(
    Option.text({ value: "HOST", text: "The address to listen on: that of this machine alone, or 0.0.0.0 for all." }),
    "127.0.0.1",
  ),
  "host-name": each(
    {
      value: "NAME",
      text:
        "A further name that requests may have in their Host, without a port, such as that of a proxy on this machine. " +
        "Without any they are localhost and loopback addresses; any name where --host is no loopback address.",
    },
    parseHostName,
  ),
  dataset: Option.withDefault(
    Option.word(Dataset.names, {
      value: "NAME",
      text:
        "small: two years of days and some weeks of minutes for 30 stocks. demo: two years of minutes for six of them. " +
        "quickstart: a million minutes. All prices and volumes are synthetic.",
    }),
    "small",
  ),
  seed: Option.withDefault(
    Option.whole({ value: "NUMBER", text: "Another seed gives other prices." }),
    Dataset.defaultSeed,
  ),
  now: Option.optional(
    Option.of(
      {
        value: "INSTANT",
        text: 'The present time of the sandbox, at which the data end: an instant, or "wall" for the time of the machine.',
        default: "2025-06-30T16:00:00-04:00",
      },
      parseNow,
    ),
  ),
  "live-speed": Option.optional(
    Option.of(
      {
        value: "SPEED",
        text:
          'The sandbox\'s clock runs: 1 in real time, 60 for an hour in a minute, or "asap" for as fast as clients of the live ' +
          "channel read. It ends at --now.",
        default: "the clock stands, and the live channel is silent",
        example: "60",
      },
      parseSpeed,
    ),
  ),
  "live-from": Option.optional(
    Option.of(
      {
        value: "INSTANT",
        text: "The instant at which a clock with --live-speed starts.",
        default: "the last opening of the stock market before --now",
        example: "2025-06-30T15:00:00-04:00",
      },
      parseInstant,
    ),
  ),
  key: each(
    {
      value: "KEY",
      text: `KEY or KEY=PLAN, a key that is known and its plan: ${Subscription.names.join(", ")} (where none is named).`,
      default: "sandbox",
    },
    parseKey,
  ),
  import: each(
    {
      value: "IMPORT",
      text:
        "FILE:TICKER or FILE:TICKER:COLUMNS, a CSV or Parquet file of bars to serve under a ticker. Its columns are date, open, high, low, close, " +
        "volume, vwap and transactions, in any letter case; COLUMNS says which have other names, as in date=Day,volume=Shares. " +
        "timestamp= instead of date= means minute bars.",
      example: "spx.csv:SPX",
      completes: "file",
    },
    parseImport,
  ),
  rate: Option.withDefault(
    Option.of(
      {
        value: "RATE",
        text:
          "Rate limit of each key, such as 100/s, 5/min or 1000/hour, or unlimited; further requests get 429 with a Retry-After. " +
          "By plan it is 5/min for keys of the plan basic, and unlimited for the others.",
      },
      parseRate,
    ),
    "plan",
  ),
  cors: Option.optional(
    Option.of(
      {
        value: "ORIGIN",
        text: 'The origin whose pages may read responses in a browser, or "*" for every origin.',
        default: "none",
        example: "http://localhost:5173",
      },
      parseCors,
    ),
  ),
  latency: Option.withDefault(
    Option.whole({
      value: "MILLISECONDS",
      text: "How long each response is delayed, as by a distant service.",
      min: 0,
      max: 2 ** 31 - 1,
    }),
    0,
  ),
  fault: Option.repeated(
    {
      value: "FAULT",
      text:
        "FAULT:PROBABILITY: requests fail, as drawn from the seed, the path and how often it was requested before. " +
        `${Fault.names.join(", ")}.`,
      default: "none",
      example: "503:0.05",
    },
    Faults.parse,
  ),
  lapses: Option.repeated(
    {
      value: "LAPSES",
      text:
        "LAPSE, LAPSE:once, LAPSE:always or LAPSE:PROBABILITY, several with commas: responses arrive whole, and their content is wrong, " +
        `as users of the service have seen it. ${Lapse.names.join(", ")}.`,
      default: "none",
      example: "Empty,DoubledDay:0.1",
    },
    Lapses.parse,
  ),
  data: Option.optional(
    Option.of(
      {
        value: "DIRECTORY",
        text: "The directory in which data sets are stored, so that each is made once for all programs of a user.",
        default: "that of CANDELA_SANDBOX_DATA, or candela/sandbox in the user's cache",
        completes: "directory",
      },
      parseDirectory,
    ),
  ),
  log: Option.withDefault(
    Option.word(["text", "json", "none"], {
      value: "FORMAT",
      text: "A line on standard error for each request, without its key: text for people, json for programs.",
    }),
    "text",
  ),
  "no-gzip": Option.flag("Never compress responses, also for clients that accept gzip."),
}

/** Values of {@link options}. */
export type SandboxValues = Option.Values<typeof options>
