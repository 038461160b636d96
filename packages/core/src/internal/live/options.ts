/** Checks of the tickers and the options of live streams, before anything is subscribed. */
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type * as Topic from "../../declare/Topic.js"
import { InvalidRequest } from "../../MarketDataError.js"
import { accepted } from "../Kind.js"
import { shorten } from "../message.js"
import { withoutName } from "../misspelt.js"
import { isDate, isDateTime } from "../request/calendar.js"

type Checked<A> = Either.Either<A, InvalidRequest>

const format = (value: unknown): string => {
  if (value === undefined) return ""
  return shorten(typeof value === "string" || Array.isArray(value) ? JSON.stringify(value) : String(value), 100)
}

const refuse = ({ name }: Topic.Any, parameter: string, value: unknown, expected: string): Checked<never> =>
  Either.left(new InvalidRequest({ endpoint: name, parameter, value: format(value), expected }))

/**
 * Returns the tickers of a stream in the spelling of answers, each once. `parameter` is their name in the call.
 */
export const tickers = (topic: Topic.Any, parameter: string, given: unknown): Checked<ReadonlyArray<string> | "*"> => {
  const all = topic.wildcard === true && parameter === "tickers" ? ', or "*" for all' : ""
  const list = `a list of tickers such as ["AAPL"]${all}`
  if (given === "*") {
    if (all !== "") return Either.right(given)
    const why = parameter === "tickers" ? "all cannot be subscribed at once" : "the history is requested for each"
    return refuse(topic, parameter, given, `a list of tickers: ${why}`)
  }
  if (!Array.isArray(given) || given.length === 0) return refuse(topic, parameter, given, list)
  const read = new Set<string>()
  for (const ticker of given as ReadonlyArray<unknown>) {
    if (ticker === "*") return refuse(topic, parameter, given, `${list}, and not both`)
    // protects: A ticker of another market is not subscribed, where it would be acknowledged and silent.
    // mutant: "of another market": never
    if (Either.isLeft(Schema.decodeUnknownEither(topic.ticker.input)(ticker))) {
      return refuse(topic, parameter, ticker, accepted(topic.ticker.kind, "input", ticker))
    }
    const { fromWire, toWire } = topic.spelling
    read.add(fromWire(toWire(ticker as string)))
  }
  return Either.right([...read])
}

const known = {
  rows: ["buffer", "onInvalidRow"],
  events: ["buffer", "onInvalidRow", "fill"],
  follow: ["ticker", "from", "checkpoint", "buffer", "onInvalidRow", "fill"],
}

const unknownName = (topic: Topic.Any, prefix: string, names: ReadonlyArray<string>, given: object) => {
  const name = Object.keys(given).find((key) => !names.includes(key))
  return name === undefined ? undefined : refuse(topic, prefix + name, undefined, withoutName("options", names, name))
}

const isCount = (value: unknown) => value === undefined || (Number.isSafeInteger(value) && (value as number) >= 1)
/** Milliseconds of a duration. Effect would take a negative number, and one that is no number, for none. */
const millisOf = (value: unknown): Option.Option<number> =>
  // protects: A duration of a live stream that is none is refused.
  // mutant: "is refused before anything is subscribed": value >= 0 → true
  typeof value !== "number" || value >= 0
    ? Option.filter(Option.map(Duration.decodeUnknown(value), Duration.toMillis), Number.isFinite)
    : Option.none()
const isDuration = (value: unknown) => value === undefined || Option.isSome(millisOf(value))

const checkBuffer = (topic: Topic.Any, buffer: unknown): Checked<void> => {
  if (buffer === undefined) return Either.void
  if (!Predicate.isRecord(buffer)) return refuse(topic, "buffer", buffer, "an object such as { rows: 1000 }")
  const unknown = unknownName(topic, "buffer.", ["rows", "overflow", "every"], buffer)
  if (unknown !== undefined) return unknown
  const { every, overflow = topic.kind === "log" ? "fail" : "conflate", rows } = buffer
  if (!["fail", "dropOldest", "conflate"].includes(overflow as string)) {
    return refuse(topic, "buffer.overflow", overflow, '"fail", "dropOldest" or "conflate"')
  }
  // protects: Rows of which each counts are not conflated.
  // mutant: "conflate": never
  if (overflow === "conflate" && topic.kind === "log") {
    return refuse(
      topic,
      "buffer.overflow",
      overflow,
      '"fail" or "dropOldest": each row counts, and the last one is no sum',
    )
  }
  if (overflow === "conflate" && rows !== undefined) {
    return refuse(topic, "buffer.rows", rows, "omitted: conflate keeps one row of each ticker")
  }
  if (overflow !== "conflate" && every !== undefined) {
    return refuse(topic, "buffer.every", every, "omitted: it is for conflate")
  }
  if (!isCount(rows)) return refuse(topic, "buffer.rows", rows, "a whole number of at least 1")
  return isDuration(every) ? Either.void : refuse(topic, "buffer.every", every, 'a duration such as "250 millis"')
}

/** Defaults of `fill`, milliseconds and a number of requests. */
export const defaults = { settle: 5000, within: 60_000, requests: 200 }

const checkFill = (topic: Topic.Any, fill: unknown): Checked<void> => {
  if (fill === undefined) return Either.void
  if (!Predicate.isRecord(fill)) return refuse(topic, "fill", fill, 'an object such as { settle: "5 seconds" }')
  const unknown = unknownName(topic, "fill.", ["settle", "within", "requests"], fill)
  if (unknown !== undefined) return unknown
  for (const name of ["settle", "within"]) {
    if (!isDuration(fill[name])) return refuse(topic, `fill.${name}`, fill[name], 'a duration such as "5 seconds"')
  }
  const [settle, within] = [fill["settle"] ?? 0, fill["within"] ?? defaults.within].map(millisOf)
  if (Option.getOrThrow(settle!) > Option.getOrThrow(within!)) {
    return refuse(topic, "fill.settle", fill["settle"], "at most fill.within: no gap of a quiet ticker would be filled")
  }
  return isCount(fill["requests"])
    ? Either.void
    : refuse(topic, "fill.requests", fill["requests"], "a whole number of at least 1")
}

/** Refuses options that are unknown or mean nothing. */
export const check = (topic: Topic.Any, form: keyof typeof known, options: unknown): Checked<void> => {
  if (options === undefined) return Either.void
  if (!Predicate.isRecord(options)) return refuse(topic, "options", options, "an object of options")
  // protects: A misspelt option of a live stream is refused.
  // mutant: "that is misspelt": unknownName(topic, "", known[form], options) → undefined
  const unknown = unknownName(topic, "", known[form], options)
  if (unknown !== undefined) return unknown
  const { buffer, checkpoint, fill, onInvalidRow } = options
  if (onInvalidRow !== undefined && onInvalidRow !== "fail" && onInvalidRow !== "skip") {
    return refuse(topic, "onInvalidRow", onInvalidRow, '"fail" or "skip"')
  }
  if (checkpoint !== undefined && (typeof checkpoint !== "string" || checkpoint === "")) {
    return refuse(topic, "checkpoint", checkpoint, "a name")
  }
  return Either.flatMap(checkBuffer(topic, buffer), () => checkFill(topic, fill))
}

const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** Returns the instant of the first row of a history, epoch milliseconds. */
export const from = (topic: Topic.Any, given: unknown): Checked<number> => {
  if (given instanceof Date && !Number.isNaN(given.getTime())) return Either.right(given.getTime())
  if (typeof given === "string" && isDate(given)) return Either.right((topic.fill?.startOfDay ?? utc)(given))
  if (typeof given === "string" && isDateTime(given)) return Either.right(Date.parse(given))
  return refuse(topic, "from", given, 'a day such as "2025-06-02", or an instant')
}

/** Refuses the name of a checkpoint. */
export const refuseCheckpoint = (topic: Topic.Any, value: string | undefined, expected: string): Checked<never> =>
  refuse(topic, "checkpoint", value, expected)
