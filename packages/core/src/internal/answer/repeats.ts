/**
 * Comparison of what an answer repeats of its question with the parameters of the request: tickers, dates, `adjusted`.
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type * as Endpoint from "../../declare/Endpoint.js"
import type * as Kind from "../Kind.js"
import type * as Param from "../../declare/Param.js"
import { spanOf } from "./instants.js"

/** A field of an answer that repeats the request. */
export interface Repeat {
  /** Name of the field. */
  readonly field: string
  /** Whether a value of the answer is what was asked for. */
  readonly accepts: (value: unknown) => boolean
  /** What was asked for, in words. */
  readonly expected: string
}

type Values = Readonly<Record<string, unknown>>

/**
 * Returns a text as a handler reads it: pairs without a hyphen. Where the parameter's words have
 * capitals only, their case does not matter, and a date-time repeats a date.
 */
const canonical = ({ kind, wire }: Param.Any, text: string): string => {
  const spellings = [text, text.toUpperCase(), ...(kind._tag === "Date" ? [text.slice(0, 10)] : [])]
  for (const spelling of spellings) {
    const value = Schema.decodeUnknownEither(wire)(spelling)
    if (Either.isRight(value)) return String(value.right)
  }
  return text
}

type Time = string | number

/** Whether a time of the rows passes a filter, given the first and the last time that its value can mean. */
const passing: Readonly<Record<string, (time: Time, span: readonly [first: Time, last: Time]) => boolean>> = {
  eq: (time, [first, last]) => time >= first && time <= last,
  gt: (time, [first, last]) => (first === last ? time > first : time >= first),
  gte: (time, [first]) => time >= first,
  lt: (time, [first, last]) => (first === last ? time < last : time <= last),
  lte: (time, [, last]) => time <= last,
}

/** Letters and digits of a pair in any spelling: `C:EUR-USD`, `EUR/USD`. */
const letters = (text: string): string => text.replaceAll(/^[CX]:|[^A-Za-z0-9]/g, "").toUpperCase()

const isTicker = (kind: Kind.Kind): boolean => kind._tag === "Ticker" || (kind._tag === "List" && isTicker(kind.item))

/**
 * Returns the comparison with a parameter's value; `undefined` if the request has none. Of a list,
 * an answer repeats one value.
 */
const ofParam = (field: string, param: Param.Any, value: unknown): Repeat | undefined => {
  if (value === undefined) return undefined
  const text = Schema.encodeSync(param.wire)(value)
  const texts = Array.isArray(value) ? text.split(",") : [text]
  const asked = new Set(texts.flatMap((text) => [text, canonical(param, text)]))
  const isText = typeof value !== "boolean" && typeof value !== "number"
  const words =
    texts.length > 3
      ? `one of the ${texts.length} requested`
      : `${texts.map((text) => (isText ? JSON.stringify(text) : text)).join(" or ")}, as requested`
  // protects: Tickers that differ in their case are of different companies.
  // mutant: "tell tickers apart by their case": asked.has(String(value → [...asked].some((one) => one.toLowerCase() ===
  // String(value).toLowerCase(
  const isAsked = (value: unknown) => asked.has(String(value)) || asked.has(canonical(param, String(value)))
  return {
    field,
    // A row with several tickers passes a filter by one of them.
    accepts: (value) => (Array.isArray(value) ? value.some(isAsked) : isAsked(value)),
    expected: words,
  }
}

/** Returns the comparisons of a record of repeated fields. */
const ofRecord = (endpoint: Endpoint.Any, repeats: Endpoint.Repeats | undefined, values: Values) =>
  Object.entries(repeats ?? {}).flatMap(([field, names]): ReadonlyArray<Repeat> => {
    const valueOf = (name: string) => values[name] ?? endpoint.wireParams[name]!.default
    if (typeof names === "string") {
      const repeat = ofParam(field, endpoint.wireParams[names]!, valueOf(names))
      return repeat === undefined ? [] : [repeat]
    }
    const asked = letters(names.map(valueOf).join(""))
    return [
      {
        field,
        accepts: (value) => letters(String(value)) === asked,
        expected: `${names.map(valueOf).join("/")}, as requested`,
      },
    ]
  })

/** Returns what the value of an answer, or the fields around its rows, repeat of a request. */
export const ofAnswer = (endpoint: Endpoint.Any, values: Values): ReadonlyArray<Repeat> =>
  ofRecord(endpoint, endpoint.repeats, values).map(({ accepts, ...repeat }) => ({
    ...repeat,
    accepts: (value: unknown) => value === "" || accepts(value),
  }))

/**
 * Returns the comparison of a date or a date-time of the rows with a filter on it; `undefined` for other
 * filters. One for a `date` asks for the state of a day, which may be dated earlier: of the last day of trading.
 */
const ofTime = ({ filter, kind }: Param.Any, name: string, value: unknown): Repeat | undefined => {
  const isDate = kind._tag === "Date"
  if (
    filter === undefined ||
    typeof value !== "string" ||
    !(isDate || (kind._tag === "Instant" && kind.unit === "text"))
  )
    return undefined
  const passes = passing[filter.operator]
  if (passes === undefined || (filter.field === "date" && filter.operator === "eq")) return undefined
  const span = isDate ? ([value, value] as const) : spanOf(value)
  return {
    field: filter.field,
    accepts: (time) => typeof time !== "string" || passes(isDate ? time.slice(0, 10) : Date.parse(time), span),
    expected: `within the requested time: ${name} is ${JSON.stringify(value)}`,
  }
}

/** Returns what each row repeats of a request: declared fields, and those whose tickers or dates are filtered. */
export const ofRows = (endpoint: Endpoint.AnyRows, values: Values): ReadonlyArray<Repeat> => {
  const filters = Object.entries(endpoint.wireParams).flatMap(([name, param]) => {
    const { filter, kind } = param
    const selects = filter !== undefined && (filter.operator === "eq" || filter.operator === "any_of")
    const repeat = selects && isTicker(kind) ? ofParam(filter.field, param, values[name]) : undefined
    // protects: A row outside the dates of its filters is invalid.
    // mutant: "outside the dates of its filters are invalid": without , ofTime(param, name, values[name])
    return [repeat, ofTime(param, name, values[name])].filter((repeat) => repeat !== undefined)
  })
  return [...ofRecord(endpoint, endpoint.rowRepeats, values), ...filters]
}
