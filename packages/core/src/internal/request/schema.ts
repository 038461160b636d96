/**
 * Schemas of parameters, derived from their kinds: values that a call accepts, with their forms in JSON and in a URL.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { isDate, isDateTime } from "./calendar.js"
import * as Kind from "../Kind.js"
import type * as Param from "../../declare/Param.js"

// oxlint-disable-next-line typescript/no-explicit-any -- a schema's types are invariant
type AnySchema = Schema.Schema<any, any>

/** Texts that match a pattern. FastCheck knows no lookahead: the filter removes what it should have excluded. */
const text = (pattern: RegExp): AnySchema =>
  Schema.String.pipe(
    Schema.filter((value) => pattern.test(value), {
      jsonSchema: { pattern: pattern.source },
      arbitrary: () => (fc) => fc.stringMatching(new RegExp(pattern.source.replace(/\(\?!.*?\)/, ""))),
    }),
  )

/** Dates, or date-times. Generated ones lie in the decades around the present. */
const time = (format: "date" | "date-time"): AnySchema =>
  Schema.String.pipe(
    Schema.filter(format === "date" ? isDate : isDateTime, {
      jsonSchema: { format },
      arbitrary: () => (fc) =>
        fc
          .integer({ min: 0, max: Date.UTC(2100, 0) })
          .map((millis) => new Date(millis).toISOString())
          .map((text) => (format === "date" ? text.slice(0, 10) : text)),
    }),
  )

/** Values that are themselves in JSON, and text in a URL. */
const orText = (schema: AnySchema, fromText: AnySchema): AnySchema =>
  Schema.Union(schema, Schema.compose(fromText, schema)).annotations({ [AST.SurrogateAnnotationId]: schema.ast })

const integer = ({ max, min }: Omit<Kind.Integer, "_tag">, description?: string): AnySchema =>
  orText(
    Schema.Number.pipe(
      Schema.filter((n) => Number.isSafeInteger(n) && n >= (min ?? -Infinity) && n <= (max ?? Infinity), {
        jsonSchema: {
          type: "integer",
          ...(min !== undefined && { minimum: min }),
          ...(max !== undefined && { maximum: max }),
          ...(description && { description }),
        },
      }),
    ),
    Schema.NumberFromString,
  )

/** Exact integers of 64 bits: a `bigint`, and its digits in JSON. */
const nanos = (): AnySchema =>
  Schema.compose(
    Schema.String.annotations({
      jsonSchema: { type: "string", pattern: "^-?\\d{1,19}$", description: "Epoch nanoseconds." },
    }),
    Schema.BigInt.pipe(Schema.betweenBigInt(-(2n ** 63n), 2n ** 63n - 1n)),
  )

const words = (values: ReadonlyArray<string>): AnySchema => Schema.Literal(...values)

const severalOf = (item: AnySchema, max = Infinity): AnySchema =>
  Schema.Array(item).pipe(
    Schema.filter(({ length }) => length >= 1 && length <= max, {
      jsonSchema: { minItems: 1, ...(Number.isFinite(max) && { maxItems: max }) },
    }),
  )

/** Values of a kind, in the form in which a call accepts them. */
const ofKind = (kind: Kind.Kind): AnySchema => {
  switch (kind._tag) {
    case "Text":
    case "Ticker":
      return text(kind.pattern)
    case "Number":
      return orText(Schema.Finite, Schema.NumberFromString)
    case "Integer":
      return integer(kind)
    case "Limit":
      return integer({ min: 1, max: kind.max })
    case "Boolean":
      return orText(Schema.Boolean, Schema.BooleanFromString)
    case "Date":
      return time("date")
    case "Instant": {
      const inUnit = { text: [], millis: [integer({}, "Epoch milliseconds.")], nanos: [nanos()] }[kind.unit]
      return Schema.Union(time("date"), time("date-time"), ...inUnit)
    }
    case "OneOf":
    case "Order":
      return words(Kind.words(kind))
    case "Sort": {
      const column = words(Kind.words(kind))
      return kind.directed ? Schema.Union(column, severalOf(column)) : column
    }
    case "List":
      return severalOf(ofKind(kind.item), kind.max)
    case "Cursor":
      return ofKind(kind.of)
  }
}

/** Default of a parameter in the form of its schema. */
const defaultOf = (param: Param.Any): unknown =>
  typeof param.default === "object" ? Schema.encodeSync(param.wire)(param.default) : param.default

/** Field of a parameter in a schema of requests: what its own schema accepts. */
export const ofParam = (param: Param.Any): Schema.Struct.Field => {
  const accepts = Schema.decodeUnknownEither(param.input)
  const value = ofKind(param.kind).pipe(
    Schema.filter((value) => Either.isRight(accepts(value)), {
      message: () => ({ message: `must be ${Kind.expected(param.kind, "input")}`, override: true }),
    }),
  )
  if (param.presence === "required") return value
  const field = Schema.optionalWith(value, { exact: true })
  return param.presence === "defaulted" ? field.annotations({ default: defaultOf(param) }) : field
}
