/**
 * What the catalogue holds as data, in words.
 *
 * @module
 */
import type { Kind } from "@candela/core/Kind"
import * as KindOf from "@candela/core/Kind"
import type * as Param from "@candela/core/Param"
import type * as Structure from "@candela/core/Structure"
import * as Schema from "effect/Schema"
import type { Entry } from "./Catalog.js"
import type { Field } from "./Field.js"
import type { Parameter } from "./Parameter.js"

const sentences = (...texts: ReadonlyArray<string | undefined>): string => texts.filter(Boolean).join(" ")

/** The first sentence of a text, up to a colon or semicolon. */
export const summary = (text: string): string => /^.*?(?=[:;] |\.( [A-Z`]|$)|$)/.exec(text)![0]

/** What an endpoint returns, and since when there are records. */
export const ofEndpoint = ({ declaration: { recordsFrom }, text }: Entry): string =>
  sentences(text, recordsFrom && `Records start on ${recordsFrom}.`)

const isTime = (kind: Kind): boolean =>
  kind._tag === "Date" || kind._tag === "Instant" || (kind._tag === "List" && isTime(kind.item))

const kept = (operator: Param.Operator, isTime: boolean): string => {
  const [more, less] = isTime ? ["a later", "an earlier"] : ["a greater", "a smaller"]
  switch (operator) {
    case "eq":
      return "this value"
    case "gt":
      return `${more} value`
    case "gte":
      return `this value or ${more} one`
    case "lt":
      return `${less} value`
    case "lte":
      return `this value or ${less} one`
    case "any_of":
      return "one of these values"
    case "all_of":
      return "all of these values"
  }
}

/** What an operator of a filter lets through; `undefined` for a parameter that compares with one value, or filters nothing. */
export const operator = ({ filter, kind }: Param.Any): string | undefined =>
  filter === undefined || filter.operator === "eq"
    ? undefined
    : `Only rows with ${kept(filter.operator, isTime(kind))}.`

/** What a parameter means, with its operator. */
export const meaning = ({ declaration, text }: Parameter): string => sentences(text, operator(declaration))

const range = (min: number | undefined, max: number | undefined): string | undefined =>
  min !== undefined && max !== undefined
    ? `${min} to ${max}`
    : min !== undefined
      ? `at least ${min}`
      : max !== undefined
        ? `at most ${max}`
        : undefined

const bounds = (kind: Kind): string | undefined => {
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

/** The bounds of a parameter and its default: `1 to 5000`, `default 100`. */
export const limits = (param: Param.Any): ReadonlyArray<string> => {
  const usual = param.presence === "defaulted" ? `default ${Schema.encodeSync(param.wire)(param.default)}` : undefined
  return [bounds(param.kind), usual].filter((text) => text !== undefined)
}

const sentence = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}.`

/** All that is known of a parameter: its meaning, its operator, its words, its limits. */
export const ofParameter = (parameter: Parameter): string => {
  const { declaration } = parameter
  const words = declaration.kind._tag === "Boolean" ? [] : KindOf.words(declaration.kind)
  const all = limits(declaration)
  return sentences(
    meaning(parameter),
    words.length > 0 ? `One of ${words.map((word) => `\`${word}\``).join(", ")}.` : undefined,
    all.length > 0 ? sentence(all.join(", ")) : undefined,
  )
}

/** The type of a parameter's value: `list of integer`, `date or instant`. */
export const ofKind = (kind: Kind): string => {
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

/** The type of a field's value: `list of number`, `64-bit integer or null`. */
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
    default:
      return type._tag.toLowerCase()
  }
}

/** What a field means, with its key on the wire where that is another than in the row. */
export const ofField = ({ name, text, wireKey }: Field): string =>
  sentences(text, name === wireKey ? undefined : `Wire key \`${wireKey}\`.`)
