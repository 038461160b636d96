/** Inputs of parameters by kind. */
import * as Kind from "@candela/core/internal/Kind"
import type * as Param from "@candela/core/declare/Param"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import * as FieldValues from "./fieldValues.js"

const span = FieldValues.yearsUntil(FieldValues.usualEnd)
const day = FieldValues.dates(span)
const instants = [day.map((text) => new Date(text)), day.map((text) => DateTime.unsafeMake(text))]
const inUnit = { text: [], millis: [FieldValues.millis(span)], nanos: [FieldValues.nanos(span)] }

/** Tickers as caller input: those of pairs also with a hyphen. */
const tickers = ({ market, pattern }: Kind.Ticker): FieldValues.Values =>
  FastCheck.tuple(FieldValues.tickers(market), FastCheck.boolean()).map(([ticker, isHyphened]) => {
    const hyphened = ticker.replace(/^([CX]:.{3})/, "$1-")
    return isHyphened && pattern.test(hyphened) ? hyphened : ticker
  })

const ofKind = (kind: Kind.Kind): FieldValues.Values => {
  switch (kind._tag) {
    case "Text":
      return FieldValues.texts(kind.pattern)
    case "Ticker":
      return tickers(kind)
    case "Number":
      return FastCheck.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100)
    case "Integer":
      return FastCheck.integer({ min: kind.min ?? -1_000, max: Math.min(kind.max ?? Infinity, 100_000) })
    case "Limit":
      return FastCheck.integer({ min: 1, max: Math.min(kind.max, 100_000) })
    case "Boolean":
      return FastCheck.boolean()
    case "Date":
      return FastCheck.oneof(day, ...instants)
    case "Instant":
      return FastCheck.oneof(day, ...instants, FieldValues.dateTimes(span), ...inUnit[kind.unit])
    case "List":
      return FastCheck.uniqueArray(ofKind(kind.item), { minLength: 1, maxLength: Math.min(kind.max ?? Infinity, 3) })
    case "Cursor":
      return ofKind(kind.of)
    case "OneOf":
    case "Sort":
    case "Order":
      return FastCheck.constantFrom(...Kind.words(kind))
  }
}

/** Inputs that a parameter accepts. */
export const of = ({ input, kind }: Param.Any): FieldValues.Values => {
  const decode = Schema.decodeUnknownEither(input)
  // A pattern may accept values that the parameter rejects, such as windows of a hundred minutes.
  return ofKind(kind).filter((value) => Either.isRight(decode(value)))
}
