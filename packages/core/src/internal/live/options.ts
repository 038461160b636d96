/** Checks of the tickers and the options of live streams, before anything is subscribed. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type * as Topic from "../../declare/Topic.js"
import type { InvalidRequest } from "../../MarketDataError.js"
import { invalid } from "../../Request.js"
import { accepted } from "../Kind.js"
import { withoutName } from "../misspelt.js"
import * as OptionCheck from "../OptionCheck.js"
import { isDate, isDateTime } from "../request/calendar.js"

/**
 * Returns the tickers of a stream in the spelling of answers, each once. `parameter` is their name in the call.
 */
export const tickers = (
  topic: Topic.Any,
  parameter: string,
  given: unknown,
): Effect.Effect<ReadonlyArray<string> | "*", InvalidRequest> => {
  const isCall = parameter === "tickers"
  const hasAll = isCall && topic.wildcard === true
  const list = `a list of tickers such as ["AAPL"]${hasAll ? ', or "*" for all' : ""}`
  if (given === "*") {
    if (hasAll) return Effect.succeed(given)
    const why = isCall ? "all cannot be subscribed at once" : "the history is requested for each"
    return invalid(topic, parameter, given, `a list of tickers: ${why}`)
  }
  if (!Array.isArray(given) || given.length === 0) return invalid(topic, parameter, given, list)
  const read = new Set<string>()
  for (const ticker of given as ReadonlyArray<unknown>) {
    if (ticker === "*") return invalid(topic, parameter, given, `${list}, and not both`)
    // protects: A ticker of another market is not subscribed, where it would be acknowledged and silent.
    // mutant: "of another market": never
    if (!Schema.is(topic.ticker.input)(ticker)) {
      return invalid(topic, parameter, ticker, accepted(topic.ticker.kind, "input", ticker))
    }
    const { fromWire, toWire } = topic.spelling
    read.add(fromWire(toWire(ticker as string)))
  }
  return Effect.succeed([...read])
}

type Options = { readonly [name: string]: unknown }

/** Whether an option may have a value, beside the others; and what is expected else. */
type Rule = readonly [isFine: (value: unknown, options: Options, topic: Topic.Any) => unknown, expected: string]

/** Rules of options by their names, or of those within an option. */
type Rules = { readonly [name: string]: ReadonlyArray<Rule> | Rules }

const count: Rule = [OptionCheck.isCount, "a whole number of at least 1"]

const millisOf = (value: unknown) =>
  Option.filter(Option.map(OptionCheck.durationOf(value), Duration.toMillis), Number.isFinite)

// protects: A duration of a live stream that is none is refused.
// mutant: "for filling is refused before anything": Option.isSome → Option.isOption
const duration: Rule = [(value) => Option.isSome(millisOf(value)), 'a duration such as "5 seconds"']

const conflates = (overflow: unknown, { kind }: Topic.Any) =>
  overflow === undefined ? kind === "state" : overflow === "conflate"

const buffer: Rules = {
  overflow: [
    [
      (value) => value === "fail" || value === "dropOldest" || value === "conflate",
      '"fail", "dropOldest" or "conflate"',
    ],
    // protects: Rows of which each counts are not conflated.
    // mutant: "conflate": kind === "state" → true
    [
      (value, _, { kind }) => kind === "state" || value !== "conflate",
      '"fail" or "dropOldest": each row counts, and the last one is no sum',
    ],
  ],
  rows: [
    [(_, { overflow }, topic) => !conflates(overflow, topic), "omitted: conflate keeps one row of each ticker"],
    count,
  ],
  every: [[(_, { overflow }, topic) => conflates(overflow, topic), "omitted: it is for conflate"], duration],
}

const onInvalidRow: ReadonlyArray<Rule> = [[(value) => value === "fail" || value === "skip", '"fail" or "skip"']]

/** Defaults of `fill`, milliseconds and a number of requests. */
export const defaults = { settle: 5000, within: 60_000, requests: 200 }

const fill: Rules = {
  within: [duration],
  settle: [
    duration,
    [
      (settle, { within = defaults.within }) =>
        Option.getOrThrow(millisOf(settle)) <= Option.getOrThrow(millisOf(within)),
      "at most fill.within: no gap of a quiet ticker would be filled",
    ],
  ],
  requests: [count],
}

/** Rules of the rows of a topic. */
export const ofRows: Rules = { buffer, onInvalidRow }

/** Rules of its events. */
export const ofEvents: Rules = { buffer, onInvalidRow, fill }

/** Rules of what is followed. */
export const ofFollow: Rules = {
  ...{ ticker: [], from: [], checkpoint: [[(value) => typeof value === "string" && value !== "", "a name"]] },
  ...{ buffer, onInvalidRow, fill },
}

/** Refuses options that are unknown or mean nothing. */
export const check = (
  topic: Topic.Any,
  rules: Rules,
  options: unknown,
  path = "",
): Effect.Effect<void, InvalidRequest> => {
  if (options === undefined) return Effect.void
  const within = path && `${path}.`
  if (!Predicate.isRecord(options)) return invalid(topic, path || "options", options, "an object of options")
  const names = Object.keys(rules)
  // protects: A misspelt option of a live stream is refused.
  // mutant: "that is misspelt": (name) => !names.includes(name) → () => false
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown !== undefined) {
    return invalid(topic, within + unknown, undefined, withoutName("options", names, unknown))
  }
  return Effect.forEach(
    names,
    (name) => {
      const value = options[name]
      const own = rules[name]!
      if (value === undefined) return Effect.void
      if (!Array.isArray(own)) return check(topic, own as Rules, value, within + name)
      const broken = (own as ReadonlyArray<Rule>).find(([isFine]) => !isFine(value, options, topic))
      return broken ? invalid(topic, within + name, value, broken[1]) : Effect.void
    },
    { discard: true },
  )
}

/** Returns the instant of the first row of a history, epoch milliseconds. */
export const from = (topic: Topic.Any, given: unknown): Effect.Effect<number, InvalidRequest> => {
  if (given instanceof Date && !Number.isNaN(given.getTime())) return Effect.succeed(given.getTime())
  if (typeof given === "string") {
    if (isDate(given)) return Effect.succeed((topic.fill?.startOfDay ?? Date.parse)(given))
    if (isDateTime(given)) return Effect.succeed(Date.parse(given))
  }
  return invalid(topic, "from", given, 'a day such as "2025-06-02", or an instant')
}
