/**
 * Examines a connection: what works, what the plan includes, and what the library does not understand.
 *
 * @module
 */
import * as Catalog from "@candela/catalog/Catalog"
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import { dateOf } from "@candela/market/TimeZone"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Check from "./Check.js"
import { failure, ok, warning } from "./Check.js"
import type { Exchange, Observer } from "./Observer.js"
import * as Probe from "./Probe.js"

/** Options of an examination. */
export interface ExaminationOptions {
  /** Whether to request every endpoint, instead of one per service. */
  readonly all: boolean
  /** Called before each request. */
  readonly onProbe: (endpoint: string, done: number) => Effect.Effect<void>
}

const isKeyRefused = (error: MarketDataError) => error._tag === "Unauthorized" && error.reason !== "NotEntitled"

/** Whether all other requests will fail too. */
const isFinal = (error: MarketDataError) =>
  isKeyRefused(error) ||
  error._tag === "TransportError" ||
  error._tag === "TimeoutError" ||
  (error._tag === "ServiceError" && error.foreign === true)

/** Check of an endpoint, from the error of its request. */
const ofError = (check: string, error: MarketDataError): Check.Check => {
  switch (error._tag) {
    case "Unauthorized":
      return warning(check, error.message)
    case "NotFound":
      return warning(check, `the example is not there: ${error.message}`)
    case "RateLimited":
      return warning(check, error.message)
    default:
      return failure(check, error.message)
  }
}

const ofService = (name: string, probes: ReadonlyArray<Probe.Probed>): ReadonlyArray<Check.Check> =>
  probes.map(({ entry, result }) =>
    Either.match(result, {
      onLeft: (error) => ofError(name, error),
      onRight: ({ invalid, isDelayed, rows }) => {
        const what = rows === undefined ? "one value" : `${rows} ${rows === 1 ? "row" : "rows"}`
        const late = isDelayed ? "; the plan's data are delayed" : ""
        const [first] = invalid
        return first === undefined
          ? isDelayed
            ? warning(name, `${entry.name}: ${what}${late}`)
            : ok(name, `${entry.name}: ${what}`)
          : failure(
              name,
              `${entry.name}: ${invalid.length} of ${(rows ?? 0) + invalid.length} rows do not decode. Row ${first.row}: ${first.path} should be ${first.expected}, but is ${first.actual}`,
            )
      },
    }),
  )

/** Compares this computer's clock with the first answer that has a date. A `Date` header has whole seconds. */
const clock = (exchanges: ReadonlyArray<Exchange>): Check.Check => {
  const dated = exchanges.find(({ date, milliseconds }) => date !== undefined && milliseconds !== undefined)
  const theirs = Date.parse(dated?.date ?? "")
  if (dated === undefined || Number.isNaN(theirs)) return ok("clock", "not compared: the responses have no Date header")
  // A sandbox dates its answers by the time at which its data end.
  // protects: The date of a sandbox is not taken for a wrong clock.
  // mutant: "compares the clock, and tells late data and the reach of the plan's history": never
  if (dated.server === "candela-sandbox") return ok("clock", `not compared: that of the sandbox is ${dated.date}`)
  const seconds = (dated.at + dated.milliseconds! / 2 - (theirs + 500)) / 1000
  const found = `${Math.abs(seconds).toFixed(1)} s ${seconds < 0 ? "behind" : "ahead of"} the service's`
  return Math.abs(seconds) > 10
    ? warning("clock", `this computer's clock is ${found}. Set it: waits and the last day of a history follow it`)
    : ok("clock", found)
}

const years = [20, 10, 5, 2, 1]

/** Depth of the plan's history: the longest of some ranges that is not rejected. */
const history = (observer: Observer, entry: Catalog.Entry) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    let refusal: string | undefined
    for (const count of years) {
      const day = dateOf("America/New_York", now - count * 365.25 * 86_400_000)
      const { result } = yield* Probe.call(observer, entry, { ...entry.example, from: day, to: day })
      const allowed = `${count} ${count === 1 ? "year" : "years"} of daily bars`
      if (Either.isRight(result)) {
        return refusal === undefined
          ? ok("history", `${allowed} and more`)
          : warning("history", `${allowed}, not more. ${refusal}`)
      }
      if (result.left._tag !== "Unauthorized") return warning("history", result.left.message)
      refusal ??= result.left.message
    }
    return warning("history", `less than a year of daily bars. ${refusal}`)
  })

const unknown = ({ unknown }: Observer): Check.Check =>
  unknown.length === 0
    ? ok("schemas", "they know every field and word that came")
    : warning(
        "schemas",
        `${unknown.length} ${unknown.length === 1 ? "part" : "parts"} of responses that no schema knows; nothing fails by them: ${unknown.join("; ")}`,
      )

/** Examines the connection of the context. */
export const examine = (
  observer: Observer,
  { all, onProbe }: ExaminationOptions,
): Effect.Effect<ReadonlyArray<Check.Check>, never, MarketData> =>
  Effect.gen(function* () {
    const services = Catalog.services.map(({ endpoints, name }) => ({
      name,
      entries: all ? endpoints : endpoints.slice(0, 1),
    }))
    const checks: Array<Check.Check> = []
    let sent = 0
    for (const { entries, name } of services) {
      for (const entry of entries) {
        yield* onProbe(entry.name, sent++)
        const probed = yield* Probe.call(observer, entry)
        if (sent === 1) {
          const error = Either.getLeft(probed.result)
          if (error._tag === "Some" && isFinal(error.value)) {
            const { message } = error.value
            return isKeyRefused(error.value)
              ? [ok("service", answered(observer)), clock(observer.exchanges), failure("key", message)]
              : [failure("service", message)]
          }
          checks.push(ok("service", answered(observer)), ok("key", "accepted"))
        }
        checks.push(...ofService(name, [probed]))
      }
    }
    const bars = Catalog.find("stocks.bars")!
    const found = [clock(observer.exchanges), yield* history(observer, bars), unknown(observer)]
    return [...checks.slice(0, 2), ...found.slice(0, 1), ...checks.slice(2), ...found.slice(1)]
  }).pipe(observer.watch)

const answered = ({ exchanges }: Observer) => {
  const { milliseconds } = exchanges.find(({ status }) => status !== undefined) ?? {}
  return milliseconds === undefined ? "it answers" : `it responds in ${milliseconds} ms`
}
