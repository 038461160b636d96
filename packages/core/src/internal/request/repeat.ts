/** Comparison of a field of an answer with the value of a parameter that it repeats. */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { Kind } from "../Kind.js"

/** A field of an answer that repeats the request. */
export interface Repeat {
  /** Name of the field. */
  readonly field: string
  /** Whether a value of the answer is what was asked for. */
  readonly accepts: (value: unknown) => boolean
  /** What was asked for, in words. */
  readonly expected: string
}

/** What of a parameter the comparison needs. */
export interface Repeatable {
  readonly kind: Kind
  // oxlint-disable-next-line typescript/no-explicit-any -- the type is invariant
  readonly wire: Schema.Schema<any, string>
}

/**
 * Returns a text as a handler reads it: pairs without a hyphen. Where the parameter's words have
 * capitals only, their case does not matter, and a date-time repeats a date.
 */
const canonical = ({ kind, wire }: Repeatable, text: string): string => {
  const spellings = [text, text.toUpperCase(), ...(kind._tag === "Date" ? [text.slice(0, 10)] : [])]
  for (const spelling of spellings) {
    const value = Schema.decodeUnknownEither(wire)(spelling)
    if (Either.isRight(value)) return String(value.right)
  }
  return text
}

/**
 * Returns the comparison with a parameter's value; `undefined` if the request has none. Of a list,
 * an answer repeats one value.
 */
export const ofParam = (field: string, param: Repeatable, value: unknown): Repeat | undefined => {
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
