/**
 * Texts for the data of the catalogue.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Kind from "@candela/core/internal/Kind"
import type * as Param from "@candela/core/declare/Param"
import type * as Structure from "@candela/core/internal/Structure"
import * as Schema from "effect/Schema"
import type { Field } from "./Field.js"
import type { Parameter } from "./Parameter.js"

const sentences = (...texts: ReadonlyArray<string | undefined>): string => texts.filter(Boolean).join(" ")

/** Returns the first sentence of a text, up to a colon or semicolon. */
export const summary = (text: string): string => /^.*?(?=[:;] |\.( [A-Z`]|$)|$)/.exec(text)![0]

/** Says that the sandbox has no data for an endpoint, and derives its rows from the declaration. */
export const synthetic =
  "Synthetic in the sandbox: companies and funds are real; every text, date and figure is made up."

/** Describes the result of an endpoint, and the start of its records. */
export const ofEndpoint = ({
  declaration: { recordsFrom },
  text,
}: {
  readonly declaration: Pick<Endpoint.Any, "recordsFrom">
  readonly text: string
}): string =>
  sentences(text, recordsFrom && !text.includes(recordsFrom) ? `Records start on ${recordsFrom}.` : undefined)

const isTime = (kind: Kind.Kind): boolean =>
  kind._tag === "Date" || kind._tag === "Instant" || (kind._tag === "List" && isTime(kind.item))

/** Describes the rows that match an operator, as a sentence. */
export const rowsWith = (operator: Param.Operator, isTime: boolean): string => {
  const [more, less] = isTime ? ["a later", "an earlier"] : ["a greater", "a smaller"]
  const kept = {
    eq: "this value",
    gt: `${more} value`,
    gte: `this value or ${more} one`,
    lt: `${less} value`,
    lte: `this value or ${less} one`,
    any_of: "one of these values",
    all_of: "all of these values",
  }[operator]
  return `Only rows with ${kept}.`
}

/**
 * Describes the rows that match a filter's operator; `undefined` for a parameter that tests for
 * equality, or does not filter.
 */
export const operator = ({ filter, kind }: Param.Any): string | undefined =>
  filter === undefined || filter.operator === "eq" ? undefined : rowsWith(filter.operator, isTime(kind))

/** Describes a parameter, with its operator. */
export const meaning = ({ declaration, text }: Parameter): string => sentences(text, operator(declaration))

const range = (min: number | undefined, max: number | undefined): string | undefined =>
  min !== undefined && max !== undefined
    ? `${min} to ${max}`
    : min !== undefined
      ? `at least ${min}`
      : max !== undefined
        ? `at most ${max}`
        : undefined

const bounds = (kind: Kind.Kind): string | undefined => {
  switch (kind._tag) {
    case "Integer":
      return range(kind.min, kind.max)
    case "Limit":
      return range(1, kind.max)
    case "List":
      return kind.max === undefined ? bounds(kind.item) : `at most ${kind.max} values`
    default:
      return undefined
  }
}

/** Returns the bounds of a parameter and its default: `1 to 5000`, `default 100`. */
export const limits = (param: Param.Any): ReadonlyArray<string> => {
  const usual = param.presence === "defaulted" ? `default ${Schema.encodeSync(param.wire)(param.default)}` : undefined
  return [bounds(param.kind), usual].filter((text) => text !== undefined)
}

/**
 * Describes the words of a parameter, its bounds and its default, as sentences: ``One of `asc`,
 * `desc`. Default `asc`.``
 */
export const details = (param: Param.Any): string => {
  const words = param.kind._tag === "Boolean" || param.kind._tag === "Sort" ? [] : Kind.words(param.kind)
  const all = limits(param).join(", ")
  return sentences(
    words.length > 0 ? `One of ${words.map((word) => `\`${word}\``).join(", ")}.` : undefined,
    all === "" ? undefined : `${all[0]!.toUpperCase()}${all.slice(1)}.`,
  )
}

/** Describes a parameter completely: meaning, operator, words and limits. */
export const ofParameter = (parameter: Parameter): string =>
  sentences(meaning(parameter), details(parameter.declaration))

/** Describes the type of a parameter's value: `list of integer`, `date or instant`. */
export const ofKind = (kind: Kind.Kind): string => {
  switch (kind._tag) {
    case "Text":
    case "OneOf":
    case "Order":
      return "text"
    case "Ticker":
      return "ticker"
    case "Sort":
      return kind.directed ? "list of columns" : "column"
    case "Number":
      return "number"
    case "Integer":
    case "Limit":
      return "integer"
    case "Boolean":
      return "boolean"
    case "Date":
      return "date (yyyy-mm-dd)"
    case "Instant":
      return "date (yyyy-mm-dd) or instant"
    case "List":
      return `list of ${ofKind(kind.item)}`
    case "Cursor":
      return ofKind(kind.of)
  }
}

/** Describes the type of a field's value: `list of number`, `64-bit integer or null`. */
export const ofType = (type: Structure.Type): string => {
  switch (type._tag) {
    case "Struct":
      return "object"
    case "List":
      return `list of ${ofType(type.item)}`
    case "Map":
      return `object of ${ofType(type.value)} by name`
    case "Union":
      return [...new Set([...type.types.map(ofType), ...(type.nullable ? ["null"] : [])])].join(" or ")
    case "Literal":
      return JSON.stringify(type.value)
    case "Int64":
      return "64-bit integer"
    case "Id":
      return "text"
    default:
      return type._tag.toLowerCase()
  }
}

/** Describes a field, with its unit, and its wire key if it differs from the row's. */
export const ofField = ({ name, text, unit, wireKey }: Field): string =>
  sentences(
    text,
    unit === undefined ? undefined : `Unit: ${unit}.`,
    name === wireKey ? undefined : `Wire key \`${wireKey}\`.`,
  )
