/**
 * The declarations against the project's own table of the specification: a parameter, operator,
 * value, default, limit or field that is missing or extra is found.
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Kind from "@candela/core/internal/Kind"
import type * as Param from "@candela/core/declare/Param"
import * as Structure from "@candela/core/internal/Structure"
import * as Catalog from "@candela/catalog/Catalog"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { comparable, type Shape, specification, unionShape } from "./table.js"

const endpoints = Object.fromEntries(Catalog.endpoints.map(({ declaration, name }) => [name, declaration]))

/**
 * The table's words for types. Counts and times are declared as numbers, which the service
 * sometimes sends with decimals.
 */
const scalars: Partial<Record<Structure.Type["_tag"], string>> = {
  Number: "number",
  Int64: "number",
  Boolean: "boolean",
  Text: "string",
  Literal: "string",
  Id: "string",
}

const shapeOf = (type: Structure.Type): Shape => {
  const types = type._tag === "Union" ? type.types : [type]
  const structs = types.filter((one) => one._tag === "Struct")
  if (structs.length > 0) return unionShape(structs.map((one) => fieldsShape(Structure.fieldsOf(one))))
  const [first] = types
  return first?._tag === "List" ? [shapeOf(first.item)] : (scalars[first!._tag] ?? "object")
}

const fieldsShape = (fields: ReadonlyArray<Structure.Field>): { readonly [key: string]: Shape } =>
  Object.fromEntries(
    fields.map((field) => [field.optional ? `${field.wireKey}?` : field.wireKey, shapeOf(Structure.ofField(field))]),
  )

/** A parameter in the table's words. The columns of a newer `sort` are those of the row, and are left out. */
const paramWords = (param: Param.Any, operators: ReadonlyArray<string>): string => {
  const { default: value, kind, presence } = param
  const types: Partial<Record<Kind.Kind["_tag"], string>> = {
    Boolean: "boolean",
    Cursor: "integer",
    Integer: "integer",
    Limit: "integer",
    List: "array",
    Number: "number",
  }
  const values = kind._tag === "Boolean" || (kind._tag === "Sort" && kind.directed) ? [] : Kind.words(kind)
  return [
    types[kind._tag] ?? "string",
    presence === "required" && "required",
    operators.length > 0 && `[${[...operators].sort().join(" ")}]`,
    values.length > 0 && `of ${values.join("|")}`,
    presence === "defaulted" && `default ${Schema.encodeSync(param.wire)(value)}`,
    kind._tag === "Limit" && `maximum ${kind.max}`,
  ]
    .filter((word) => word !== false)
    .join(", ")
}

const paramsOf = ({ wireParams }: Endpoint.Any) =>
  Object.fromEntries(
    Object.entries(wireParams)
      .filter(([name]) => !name.includes("."))
      .map(([name, param]) => {
        const operators = Object.keys(wireParams).filter((key) => key.startsWith(`${name}.`))
        return [
          name,
          paramWords(
            param,
            operators.map((key) => key.slice(name.length + 1)),
          ),
        ]
      }),
  )

/** What stands under a place such as `results.values`, among what stands beside it. */
const under = (place: string, shape: Shape, beside: { readonly [key: string]: Shape } = {}): Shape => {
  const [key, ...rest] = place.split(".")
  return rest.length === 0 ? { ...beside, [key!]: shape } : { [key!]: under(rest.join("."), shape, beside) }
}

const documentOf = (endpoint: Endpoint.Any): Shape => {
  if (endpoint.kind === "single") {
    const shape = shapeOf(Structure.of(endpoint.value.ast))
    return endpoint.at === undefined ? shape : { status: "string", request_id: "string", [endpoint.at]: shape }
  }
  const { at, beside, envelope, row } = endpoint
  const besideShape = beside && (shapeOf(Structure.of(beside.ast)) as { readonly [key: string]: Shape })
  return {
    ...(shapeOf(Structure.of(envelope.ast)) as object),
    ...(under(at, [shapeOf(Structure.of(row.ast))], besideShape) as object),
  }
}

describe("the declaration of", () => {
  for (const [name, { document, params, path }] of Object.entries(specification)) {
    const endpoint = endpoints[name]
    it(`${name} has the path, the parameters and the fields of the specification, each with its words`, () => {
      assert.isDefined(endpoint)
      assert.strictEqual(endpoint!.path, path)
      assert.deepStrictEqual(paramsOf(endpoint!), params)
      assert.deepStrictEqual(comparable(documentOf(endpoint!)), comparable(document))
    })
  }

  it("every endpoint of the table has a number of the specification, and no other", () => {
    const numbered = Catalog.endpoints
      .filter((endpoint) => endpoint.specification !== undefined)
      .map(({ name }) => name)
    const listed = Object.keys(specification)
    const without = (names: ReadonlyArray<string>, others: ReadonlyArray<string>) =>
      names.filter((name) => !others.includes(name))
    assert.deepStrictEqual(without(numbered, listed), [], "have @specification, and are not in specification.json")
    assert.deepStrictEqual(without(listed, numbered), [], "are in specification.json, and have no @specification")
  })
})
