/**
 * Comparison of what an answer repeats of its question with the parameters of the request: tickers, dates, `adjusted`.
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type * as Endpoint from "../../declare/Endpoint.js"
import type * as Param from "../../declare/Param.js"

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

/** Letters and digits of a pair in any spelling: `C:EUR-USD`, `EUR/USD`. */
const letters = (text: string): string => text.replaceAll(/^[CX]:|[^A-Za-z0-9]/g, "").toUpperCase()

/**
 * Returns the comparison with a parameter's value; `undefined` if the request has none. Of a list,
 * an answer repeats one value.
 */
export const ofParam = (field: string, param: Param.Any, value: unknown): Repeat | undefined => {
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

/** Returns what each row repeats of a request: declared fields, and those that are filtered. */
export const ofRows = (endpoint: Endpoint.AnyRows, values: Values): ReadonlyArray<Repeat> => [
  ...ofRecord(endpoint, endpoint.rowRepeats, values),
  // protects: A row outside the dates of its filters is invalid.
  // mutant: "outside the dates of its filters are invalid": param.filter === undefined → true
  ...Object.entries(endpoint.wireParams).flatMap(([name, param]) =>
    param.filter === undefined ? [] : param.filter.repeats(param, name, values[name]),
  ),
]
