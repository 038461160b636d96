/**
 * The parameters of an operation, from those of the endpoints that share its path.
 *
 * @module
 */
import * as Param from "@candela/core/Param"
import { Schema, SchemaAST as AST } from "effect"
import type { Json } from "../json/exactJson.js"
import { pathKeys } from "../http/router.js"
import * as JsonSchema from "./JsonSchema.js"
import type { Served } from "./Served.js"
import * as Text from "./Text.js"

const date = { type: "string", format: "date" }
const epoch = { type: "integer", format: "int64" }

/** What has a form of its own, by its schema. */
const forms = new Map<AST.AST, JsonSchema.JsonSchema>([
  [Param.Boolean.wire.ast, { type: "boolean" }],
  [Param.Number.wire.ast, { type: "number" }],
  [Param.Date.wire.ast, date],
  [Param.DateTime.wire.ast, { anyOf: [date, { type: "string", format: "date-time" }] }],
  [Param.DateOrMillis.wire.ast, { anyOf: [date, epoch] }],
  [Param.DateOrNanos.wire.ast, { anyOf: [date, epoch] }],
])

/** The form of a text: that of the first schema which has one, on the way to what is read. */
const formOf = (ast: AST.AST): JsonSchema.JsonSchema => {
  const known = forms.get(ast)
  if (known !== undefined) return known
  if (AST.isTransformation(ast)) return formOf(ast.from)
  const own = AST.getJSONSchemaAnnotation(ast)
  return { type: "string", ...(own._tag === "Some" ? own.value : {}) }
}

/** The schema of a list's items; `undefined` for what is no list. */
const itemOf = (ast: AST.AST): AST.AST | undefined => {
  if (AST.isTupleType(ast)) return ast.rest[0]!.type
  if (AST.isRefinement(ast)) return itemOf(ast.from)
  return AST.isTransformation(ast) ? (itemOf(ast.from) ?? itemOf(ast.to)) : undefined
}

const integerOf = ({ max, min }: NonNullable<Param.Any["bounds"]>): JsonSchema.JsonSchema => ({
  type: "integer",
  ...(min === Number.MIN_SAFE_INTEGER ? {} : { minimum: min }),
  ...(max === Number.MAX_SAFE_INTEGER ? {} : { maximum: max }),
})

/** Whether a parameter holds several values, separated by commas. */
const isList = ({ role, values, wire }: Param.Any): boolean =>
  role?._tag === "Sort" ? values!.length > role.columns.length : itemOf(wire.ast) !== undefined

const scalarOf = ({ bounds, values, wire }: Param.Any): JsonSchema.JsonSchema => {
  if (values !== undefined) return { type: "string", enum: values }
  return bounds === undefined ? formOf(itemOf(wire.ast) ?? wire.ast) : integerOf(bounds)
}

/** The value that the service takes, as JSON. */
const defaultOf = (param: Param.Any): Json => {
  if (typeof param.default === "number" || typeof param.default === "boolean") return param.default
  const text = Schema.encodeSync(param.wire)(param.default)
  return isList(param) ? text.split(",") : text
}

/** The JSON Schema of a parameter's value. */
const schemaOf = (param: Param.Any): JsonSchema.JsonSchema => ({
  ...(isList(param) ? { type: "array", items: scalarOf(param), minItems: 1 } : scalarOf(param)),
  ...(param.presence === "defaulted" ? { default: defaultOf(param) } : {}),
})

/** What a parameter is for, as extensions: `filter` with its operator, `limit`, `sort`, `order`, `cursor`. */
const roleOf = ({ role }: Param.Any) =>
  role === undefined
    ? {}
    : { "x-role": role._tag.toLowerCase(), ...(role._tag === "Filter" ? { "x-operator": role.operator } : {}) }

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
