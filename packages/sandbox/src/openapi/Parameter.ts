/**
 * The parameters of an operation, from those of the endpoints that share its path.
 *
 * @module
 */
import * as Kind from "@candela/core/Kind"
import type * as Param from "@candela/core/Param"
import { Schema } from "effect"
import type { Json } from "../json/exactJson.js"
import { pathKeys } from "../http/router.js"
import * as JsonSchema from "./JsonSchema.js"
import type { Served } from "./Served.js"
import * as Text from "./Text.js"

const date = { type: "string", format: "date" }
const epoch = { type: "integer", format: "int64" }

/** Whether a parameter holds several values, separated by commas. */
const isList = ({ kind }: Param.Any): boolean => kind._tag === "List" || (kind._tag === "Sort" && kind.directed)

/** The JSON Schema of one value. */
const scalarOf = (kind: Kind.Kind): JsonSchema.JsonSchema => {
  switch (kind._tag) {
    case "Text":
    case "Ticker":
      return { type: "string", pattern: kind.pattern.source }
    case "Number":
      return { type: "number" }
    case "Integer":
      return {
        type: "integer",
        ...(kind.min === undefined ? {} : { minimum: kind.min }),
        ...(kind.max === undefined ? {} : { maximum: kind.max }),
      }
    case "Limit":
      return { type: "integer", minimum: 1, maximum: kind.max }
    case "Boolean":
      return { type: "boolean" }
    case "Date":
      return date
    case "Instant":
      return { anyOf: [date, kind.unit === "text" ? { type: "string", format: "date-time" } : epoch] }
    case "List":
      return scalarOf(kind.item)
    case "Cursor":
      return scalarOf(kind.of)
    default:
      return { type: "string", enum: Kind.words(kind) }
  }
}

/** The value that the service takes, as JSON. */
const defaultOf = (param: Param.Any): Json => {
  if (typeof param.default === "number" || typeof param.default === "boolean") return param.default
  const text = Schema.encodeSync(param.wire)(param.default)
  return isList(param) ? text.split(",") : text
}

/** The JSON Schema of a parameter's value. */
const schemaOf = (param: Param.Any): JsonSchema.JsonSchema => ({
  ...(isList(param) ? { type: "array", items: scalarOf(param.kind), minItems: 1 } : scalarOf(param.kind)),
  ...(param.presence === "defaulted" ? { default: defaultOf(param) } : {}),
})

/** What a parameter is for, as extensions: `filter` with its operator, `limit`, `sort`, `order`, `cursor`. */
const roleOf = ({ filter, kind }: Param.Any) => {
  if (filter !== undefined) return { "x-role": "filter", "x-operator": filter.operator }
  return ["Limit", "Sort", "Order", "Cursor"].includes(kind._tag) ? { "x-role": kind._tag.toLowerCase() } : {}
}

/** A parameter of one endpoint among those that share a path. */
interface Own {
  readonly market: string
  /** Its name in the client. */
  readonly key: string
  readonly param: Param.Any
  readonly text: string
  /** What the endpoint's example has for it. */
  readonly example: Json | undefined
}

/** The one name of what the endpoints call `stocksTicker` and `forexTicker`: `ticker`. */
export const sharedName = (names: ReadonlyArray<string>): string =>
  new Set(names).size === 1 ? names[0]! : names[0]!.replace(/^[a-z]+(?=[A-Z])/, "").toLowerCase()

/** The values that the examples of an operation have for a parameter. */
const examplesOf = (owns: ReadonlyArray<Own>): { readonly [key: string]: Json } => {
  const values = owns.flatMap(({ example, market }) => (example === undefined ? [] : [[market, example] as const]))
  const [first] = values
  if (first === undefined) return {}
  return values.length === owns.length && values.every(([, value]) => value === first[1])
    ? { example: first[1] }
    : { examples: Object.fromEntries(values.map(([market, value]) => [market, { value }])) }
}

/** The names of a parameter in the client by market, as an extension, where the endpoints that share a path have names of their own. */
const clientNamesOf = (name: string, owns: ReadonlyArray<Own>) => {
  const others = owns.filter(({ key }) => key !== name)
  const names = Object.fromEntries(others.map(({ key, market }) => [market, key]))
  return others.length === 0 ? {} : { "x-client-names": names }
}

const parameter = (name: string, where: "path" | "query", owns: ReadonlyArray<Own>, markets: number) => {
  const [{ param }] = owns as [Own]
  const schemas = owns.map(({ param }) => schemaOf(param))
  const text = Text.joined(owns.map(({ market, text }) => [market, Text.onTheWire(text)]))
  const some = owns.length < markets ? `Only for ${owns.map(({ market }) => market).join(", ")}. ` : ""
  return {
    name,
    in: where,
    required: param.presence === "required",
    description: some + text,
    ...(isList(param) ? { style: "form", explode: false } : {}),
    schema: JsonSchema.anyOf(schemas),
    ...examplesOf(owns),
    ...roleOf(param),
    ...clientNamesOf(name, owns),
  }
}

/** The parameters of the endpoints that share a path: those of the path in its order, then those of the query. */
export const all = (group: ReadonlyArray<Served>): ReadonlyArray<ReturnType<typeof parameter>> => {
  const own = ({ description, endpoint, example, market }: Served, key: string): Own => ({
    market,
    key,
    param: endpoint.wireParams[key]!,
    text: description.params[key] ?? "",
    example: example.request[key],
  })
  const paths = group.map(({ endpoint }) => pathKeys(endpoint))
  const inPath = paths[0]!.map((_, index) =>
    parameter(
      sharedName(paths.map((keys) => keys[index]!)),
      "path",
      group.map((served, market) => own(served, paths[market]![index]!)),
      group.length,
    ),
  )
  const queryKeys = group.map(({ endpoint }, index) =>
    Object.keys(endpoint.wireParams).filter((key) => !paths[index]!.includes(key)),
  )
  const inQuery = [...new Set(queryKeys.flat())].map((key) =>
    parameter(
      key,
      "query",
      group.filter((_, index) => queryKeys[index]!.includes(key)).map((served) => own(served, key)),
      group.length,
    ),
  )
  return [...inPath, ...inQuery]
}
