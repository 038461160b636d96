/**
 * The OpenAPI document against the project's own table of the specification: a parameter, operator,
 * value, default, maximum or field that is missing, extra or another is found.
 */
import * as Catalog from "@candela/catalog/Catalog"
import { assert, describe, it } from "@effect/vitest"
import { Struct } from "effect"
import { comparable, type Shape, specification, type Specified, unionShape } from "../specification/table.js"
import { components, type Operation, operations, type Parameter, paths, resolved, type Schema } from "./document.js"

/** A path whatever its parameters are called. */
const shapeOfPath = (path: string) => path.replaceAll(/\{\w+\}/g, "{}")

/** The parameters' names in a path. */
const pathKeys = (path: string) => Array.from(path.matchAll(/\{(\w+)\}/g), ([, key]) => key!)

/** The columns of a newer `sort` are those of the row, and are left out. */
const isNewSort = ({ schema, ...parameter }: Parameter) => parameter["x-role"] === "sort" && schema.type === "array"

const typeOf = ({ schema, ...parameter }: Parameter) => {
  // Where a date may also be a number, the table has the date.
  if (schema.anyOf !== undefined || isNewSort({ schema, ...parameter })) return "string"
  return schema.type!
}

/** A parameter in the table's words. */
const wordsOf = (parameter: Parameter, operators: ReadonlyArray<string>) => {
  const { required, schema } = parameter
  const values = schema.enum ?? schema.items?.enum
  return [
    typeOf(parameter),
    required && "required",
    operators.length > 0 && `[${[...operators].sort().join(" ")}]`,
    values !== undefined && !isNewSort(parameter) && `of ${values.join("|")}`,
    "default" in schema && `default ${String(schema.default)}`,
    parameter["x-role"] === "limit" && `maximum ${schema.maximum}`,
  ]
    .filter((word) => word !== false)
    .join(", ")
}

/** The parameters of an operation in the table's words, under the names that an endpoint's own path has for them. */
const paramsOf = ({ parameters }: Operation, path: string): Specified["params"] => {
  const inPath = parameters.filter((parameter) => parameter.in === "path")
  const own = new Map(inPath.map(({ name }, index) => [name, pathKeys(path)[index]!]))
  return Object.fromEntries(
    parameters
      .filter(({ name }) => !name.includes("."))
      .map((parameter) => {
        const { name } = parameter
        const operators = parameters.flatMap((other) =>
          other.name.startsWith(`${name}.`) ? [other.name.slice(name.length + 1)] : [],
        )
        return [own.get(name) ?? name, wordsOf(parameter, operators)]
      }),
  )
}

const membersOf = ({ properties = {}, required = [] }: Schema): { readonly [key: string]: Shape } =>
  Object.fromEntries(
    Object.entries(properties).map(([key, schema]) => [required.includes(key) ? key : `${key}?`, shapeOf(schema)]),
  )

const shapeOf = (schema: Schema): Shape => {
  const { anyOf, items, properties, type } = resolved(schema)
  if (anyOf !== undefined) return unionShape(anyOf.map(membersOf))
  if (items !== undefined) return [shapeOf(items)]
  // An id is text that may be a number, too.
  const [first] = [type!].flat()
  return properties === undefined ? first!.replace("integer", "number") : membersOf(resolved(schema))
}

/** The name of an endpoint's schema. */
const schemaOf = (name: string) => name.replaceAll(/(?:^|\.)(\w)/g, (_, first: string) => first.toUpperCase())

const operationAt = (path: string) =>
  operations.filter((operation) => shapeOfPath(operation.path) === shapeOfPath(path))

/** The endpoints that share a path, also those beyond the specification. */
const sharing = (path: string) =>
  Catalog.endpoints.filter(({ declaration }) => shapeOfPath(declaration.path) === shapeOfPath(path))

describe("the OpenAPI document has", () => {
  for (const [name, { document, params, path }] of Object.entries(specification)) {
    it(`of ${name} the path, the parameters and the fields of the specification, each with its words`, () => {
      const [operation, ...others] = operationAt(path)
      assert.isDefined(operation, path)
      assert.isEmpty(others)
      const documented = paramsOf(operation!, path)
      // What only other endpoints of the path take says so.
      const ofOthers = Object.keys(documented).filter((key) => !(key in params))
      for (const key of ofOthers) {
        assert.match(operation!.parameters.find((parameter) => parameter.name === key)!.description, /^Only for /)
        assert.isNotEmpty(sharing(path).filter(({ declaration }) => key in declaration.wireParams))
      }
      assert.deepStrictEqual(Struct.omit(documented, ...ofOthers), params)
      assert.deepStrictEqual(
        comparable(shapeOf(components.schemas[schemaOf(name)]!) as typeof document),
        comparable(document),
      )
      const answers = operation!.responses["200"]!.content["application/json"].schema
      assert.sameMembers(
        (answers.anyOf ?? [answers]).map(({ $ref }) => $ref),
        sharing(path).map(({ name: one }) => `#/components/schemas/${schemaOf(one)}`),
      )
    })
  }

  it("the paths of the specification and of the endpoints beyond it, each under one name", () => {
    const shapes = Object.keys(paths).map(shapeOfPath)
    const beyond = Catalog.endpoints.filter((endpoint) => endpoint.specification === undefined)
    const expected = [...Object.values(specification), ...beyond.map(({ declaration }) => declaration)]
    assert.sameMembers(shapes, [...new Set(expected.map(({ path }) => shapeOfPath(path)))])
    assert.strictEqual(new Set(shapes).size, shapes.length)
  })
})
