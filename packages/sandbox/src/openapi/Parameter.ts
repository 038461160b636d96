/**
 * The parameters of an operation, from those of the endpoints that share its path.
 *
 * @module
 */
import type { Entry } from "@candela/catalog/Catalog"
import type { Parameter } from "@candela/catalog/Parameter"
import * as CatalogText from "@candela/catalog/Text"
import * as Kind from "@candela/core/internal/Kind"
import type * as Param from "@candela/core/declare/Param"
import { Schema } from "effect"
import type { Json } from "@candela/testing/ExactJson"
import * as JsonSchema from "./JsonSchema.js"
import * as Text from "./Text.js"

const date = { type: "string", format: "date" }

/** Schema of a value, or of each item of a list. */
const itemOf = (kind: Kind.Kind): JsonSchema.JsonSchema => {
  switch (kind._tag) {
    case "Text":
    case "Ticker":
      return { type: "string", pattern: kind.pattern.source }
    case "Number":
      return { type: "number" }
    case "Integer":
      return { type: "integer", minimum: kind.min, maximum: kind.max }
    case "Limit":
      return { type: "integer", minimum: 1, maximum: kind.max }
    case "Boolean":
      return { type: "boolean" }
    case "Date":
      return date
    case "Instant":
      return {
        anyOf: [
          date,
          kind.unit === "text" ? { type: "string", format: "date-time" } : { type: "integer", format: "int64" },
        ],
      }
    case "OneOf":
    case "Order":
    case "Sort":
      return { type: "string", enum: Kind.words(kind) }
    case "List":
      return itemOf(kind.item)
    case "Cursor":
      return itemOf(kind.of)
  }
}

/** Whether a parameter holds several values, separated by commas. */
const isList = ({ kind }: Param.Any): boolean => kind._tag === "List" || (kind._tag === "Sort" && kind.directed)

/** Default value of a parameter, as JSON. */
const defaultOf = (param: Param.Any): Json => {
  if (typeof param.default === "number" || typeof param.default === "boolean") return param.default
  const text = Schema.encodeSync(param.wire)(param.default)
  return isList(param) ? text.split(",") : text
}

/** The JSON Schema of a parameter's value. */
const schemaOf = (param: Param.Any): JsonSchema.JsonSchema => {
  const item = itemOf(param.kind)
  const max = param.kind._tag === "List" ? param.kind.max : undefined
  return {
    ...(isList(param) ? { type: "array", items: item, minItems: 1, maxItems: max } : item),
    ...(param.presence === "defaulted" ? { default: defaultOf(param) } : {}),
  }
}

const roles: ReadonlyArray<Kind.Kind["_tag"]> = ["Limit", "Sort", "Order", "Cursor"]

/** Role of a parameter, as extensions: `filter` with its operator, `limit`, `sort`, `order`, `cursor`. */
const roleOf = ({ filter, kind }: Param.Any) =>
  filter !== undefined
    ? { "x-role": "filter", "x-operator": filter.operator }
    : roles.includes(kind._tag)
      ? { "x-role": kind._tag.toLowerCase() }
      : {}

/** A parameter of one endpoint among those that share a path. */
interface Own extends Parameter {
  readonly service: string
}

/** Shared name of what the endpoints call `stocksTicker` and `forexTicker`: `ticker`. */
export const sharedName = (names: ReadonlyArray<string>): string =>
  new Set(names).size === 1 ? names[0]! : names[0]!.replace(/^[a-z]+(?=[A-Z])/, "").toLowerCase()

/** Example in its URL form. An instant becomes its wire text: a service may not accept RFC 3339. */
const wireExample = ({ declaration: { input, kind, wire }, example }: Own): Json => {
  if (kind._tag !== "Instant") return example as Json
  const text = Schema.encodeSync(wire)(Schema.decodeUnknownSync(input)(example))
  return /^\d+$/.test(text) ? BigInt(text) : text
}

/** Examples of a parameter in an operation. */
const examplesOf = (owns: ReadonlyArray<Own>): { readonly [key: string]: Json } => {
  const values = owns.flatMap((own) => (own.example === undefined ? [] : [[own.service, wireExample(own)] as const]))
  const [first] = values
  if (first === undefined) return {}
  return values.length === owns.length && values.every(([, value]) => value === first[1])
    ? { example: first[1] }
    : { examples: Object.fromEntries(values.map(([service, value]) => [service, { value }])) }
}

/**
 * Client names of a parameter by service, as an extension, where the endpoints that share a path use different names.
 */
const clientNamesOf = (shared: string, owns: ReadonlyArray<Own>) => {
  const others = owns.filter(({ name }) => name !== shared)
  const names = Object.fromEntries(others.map(({ name, service }) => [service, name]))
  return others.length === 0 ? {} : { "x-client-names": names }
}

const parameter = (name: string, owns: ReadonlyArray<Own>, services: number) => {
  const [{ declaration, in: place }] = owns as [Own]
  const text = Text.joined(owns.map((own) => [own.service, Text.onTheWire(CatalogText.meaning(own))]))
  const some = owns.length < services ? `Only for ${owns.map(({ service }) => service).join(", ")}. ` : ""
  return {
    name,
    in: place,
    required: declaration.presence === "required",
    description: some + text,
    ...(isList(declaration) ? { style: "form", explode: false } : {}),
    schema: JsonSchema.anyOf(owns.map(({ declaration }) => schemaOf(declaration))),
    ...examplesOf(owns),
    ...roleOf(declaration),
    ...clientNamesOf(name, owns),
  }
}

/** The parameters of the endpoints that share a path: those of the path in its order, then those of the query. */
export const all = (group: ReadonlyArray<Entry>): ReadonlyArray<ReturnType<typeof parameter>> => {
  const owns = group.map(({ parameters, service }) => parameters.map((one): Own => ({ ...one, service })))
  const ofPath = owns.map((own) => own.filter((one) => one.in === "path"))
  const ofQuery = owns.flatMap((own) => own.filter((one) => one.in === "query"))
  const inPath = ofPath[0]!.map((_, index) => {
    const same = ofPath.map((own) => own[index]!)
    return parameter(sharedName(same.map(({ name }) => name)), same, group.length)
  })
  const names = [...new Set(ofQuery.map(({ name }) => name))]
  const inQuery = names.map((name) =>
    parameter(
      name,
      ofQuery.filter((own) => own.name === name),
      group.length,
    ),
  )
  return [...inPath, ...inQuery]
}
