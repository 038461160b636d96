/**
 * Tickers for completions, kept for a day in the user's cache folder.
 *
 * @module
 */
import { Reference } from "@candela/reference/Reference"
import { FileSystem } from "@effect/platform/FileSystem"
import { Path } from "@effect/platform/Path"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Schema from "effect/Schema"
import * as Connect from "../connect/Connect.js"
import * as Destination from "../connect/Destination.js"
import * as Folders from "../connect/folders.js"
import { Terminal } from "../terminal/Terminal.js"

/** Maximum duration of a completion. */
const deadline = Duration.seconds(1)

/** Lifetime of kept tickers, milliseconds. */
const life = Duration.toMillis("1 day")

/** Maximum number of tickers in an answer: a page of the service by default. */
const most = 100

/** Maximum number of kept prefixes. */
const mostKept = 500

/**
 * A ticker that is offered: letters, digits and the marks of the service's tickers, none of which a shell
 * interprets. What a service lists besides is never offered, and a kept file with anything else is fetched anew.
 */
const Ticker = Schema.String.pipe(Schema.pattern(/^[A-Za-z0-9][A-Za-z0-9.:/_-]{0,49}$/))

const isTicker = Schema.is(Ticker)

/** Tickers by prefix. `isWhole`: there are no others. */
const Kept = Schema.Record({
  key: Schema.String,
  // protects: A kept file with anything else than tickers is not read.
  // mutant: "offers and keeps only what a ticker can be": Ticker → Schema.String
  value: Schema.Struct({ at: Schema.Number, isWhole: Schema.Boolean, tickers: Schema.Array(Ticker) }),
})
type Kept = typeof Kept.Type

const fromText = Schema.decodeUnknown(Schema.parseJson(Kept))

/** Cache file of a destination. */
const fileOf = Effect.gen(function* () {
  const path = yield* Path
  const destination = yield* Destination.find
  const name = destination._tag === "Sandbox" ? "sandbox" : destination.url.host.replaceAll(/[^\w.-]/g, "_")
  return path.join(Folders.cache(yield* Terminal), "tickers", `${name}.json`)
})

/** Cached tickers of a prefix, or of a shorter one whose tickers are all known. */
const find = (kept: Kept, written: string, now: number): ReadonlyArray<string> | undefined => {
  for (let length = written.length; length >= 0; length--) {
    const prefix = written.slice(0, length)
    const found = Object.hasOwn(kept, prefix) ? kept[prefix] : undefined
    if (found === undefined || now - found.at >= life || now < found.at) continue
    if (length === written.length || found.isWhole) return found.tickers.filter((one) => one.startsWith(written))
  }
  return undefined
}

/** Requests the first tickers with a prefix from the service. */
const ask = (written: string) =>
  Effect.flatMap(Reference, (reference) =>
    reference.tickers({ ...(written === "" ? {} : { "ticker.gte": written }), limit: most }),
  ).pipe(
    Effect.map(({ results }) => {
      const tickers = results.map(({ ticker }) => ticker).filter((one) => one.startsWith(written))
      // protects: Completions offer only what a ticker can be.
      // mutant: "offers and keeps only what a ticker can be": without .filter(isTicker)
      return { tickers: tickers.filter(isTicker), isWhole: tickers.length < most }
    }),
    Effect.provide(Reference.layer.pipe(Layer.provide(Connect.layer))),
  )

/** Replaces a file atomically, so that a concurrent completion reads a complete one. */
const save = (file: string, kept: Kept) =>
  Effect.gen(function* () {
    const files = yield* FileSystem
    const path = yield* Path
    yield* files.makeDirectory(path.dirname(file), { recursive: true })
    const temporary = `${file}.${process.pid}`
    yield* files.writeFileString(temporary, JSON.stringify(kept))
    yield* files.rename(temporary, file)
  })

/** Tickers that begin with a text; none when they are unknown within a second. Never fails. */
export const beginningWith = (
  written: string,
): Effect.Effect<ReadonlyArray<string>, never, Terminal | FileSystem | Path> =>
  Effect.gen(function* () {
    const file = yield* fileOf
    const now = yield* Clock.currentTimeMillis
    const files = yield* FileSystem
    const kept = yield* Effect.orElseSucceed(Effect.flatMap(files.readFileString(file), fromText), (): Kept => ({}))
    const known = find(kept, written, now)
    if (known !== undefined) return known
    const answer = yield* ask(written)
    const fresh = Object.entries(kept).filter(([, { at }]) => now - at < life && now >= at)
    const next = { ...Object.fromEntries(fresh.slice(-mostKept)), [written]: { at: now, ...answer } }
    yield* Effect.ignore(save(file, next))
    return answer.tickers
  }).pipe(
    Effect.timeout(deadline),
    // A completion reports no errors: it is in the middle of a line that is being written.
    Effect.catchAllCause(() => Effect.succeed([])),
    Logger.withMinimumLogLevel(LogLevel.None),
  )
