/** The schemas of rows, requests and pages as others use them: JSON, JSON Schema, URLs, arbitraries and documents. */
import * as Catalog from "@candela/catalog/Catalog"
import * as Endpoint from "@candela/core/declare/Endpoint"
import { Bar } from "@candela/market/Bar"
import { Snapshot } from "@candela/snapshots/Snapshot"
import { Validator } from "@cfworker/json-schema"
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, FastCheck, JSONSchema, Record, Schema } from "effect"
import { runs, sampled } from "@candela/support/seeded"

type AnySchema = Schema.Schema.AnyNoContext

const jsonSchemaOf = (schema: AnySchema) => JSONSchema.make(schema, { target: "jsonSchema2020-12" })

/** Whether a map in a value has the one key that Effect's records lose: they assign it. */
const hasLostKey = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  (Object.hasOwn(value, "__proto__") || Object.values(value).some(hasLostKey))

/**
 * An arbitrary value encodes to JSON that its JSON Schema describes, and that decodes to the same
 * value. `read` changes the JSON on its way.
 */
const assertRoundTrip = (schema: AnySchema, read: (json: unknown) => unknown = (json) => json): void => {
  const encode = Schema.encodeUnknownSync(schema)
  const decode = Schema.decodeUnknownSync(schema, { onExcessProperty: "error" })
  const isSame = Schema.equivalence(Schema.typeSchema(schema))
  const validator = new Validator(jsonSchemaOf(schema), "2020-12")
  FastCheck.assert(
    FastCheck.property(Arbitrary.make(schema), (value: unknown) => {
      FastCheck.pre(!hasLostKey(value))
      const json: unknown = JSON.parse(JSON.stringify(encode(value)))
      const { errors, valid } = validator.validate(json)
      assert.isTrue(valid, JSON.stringify({ errors, json }))
      // An equivalence, since -0 is 0 in JSON. It compares empty structs by identity.
      const decoded = decode(read(json)) as object
      assert.isTrue(
        isSame(decoded, value) || Record.isEmptyRecord({ ...decoded, ...(value as object) }),
        JSON.stringify(json),
      )
    }),
    { seed: 5, numRuns: runs(40) },
  )
}

/** The schema of a single value, or those of a row and a page. */
const answersOf = (endpoint: Endpoint.Any): ReadonlyArray<AnySchema> =>
  endpoint.kind === "single" ? [endpoint.value] : [endpoint.row, Endpoint.pageSchema(endpoint)]

/** Encoded requests as an API receives them in a URL. */
const inUrl = (json: unknown): unknown =>
  Record.map(json as Record<string, unknown>, (value) => (Array.isArray(value) ? value.map(String) : String(value)))

describe("an arbitrary value encodes to JSON by its JSON Schema, and back,", () => {
  for (const { declaration, name } of sampled(Catalog.endpoints, 0)) {
    it(`of a row and a page of ${name}`, () => answersOf(declaration).forEach((schema) => assertRoundTrip(schema)))

    it(`of a request of ${name}, also as texts in a URL`, () =>
      assertRoundTrip(Endpoint.requestSchema(declaration) as never as AnySchema, inUrl))
  }

  it("of a resolved item of the unified snapshot", () => assertRoundTrip(Snapshot))
})

describe("rows in a document", () => {
  const definitions = Catalog.endpoints.map(({ declaration, name }) => {
    const { $defs = {}, $ref } = JSONSchema.make(answersOf(declaration)[0]!) as {
      readonly $defs?: Readonly<Record<string, unknown>>
      readonly $ref?: string
    }
    return { $defs, $ref, name }
  })

  it("have names", () => {
    for (const { $ref, name } of definitions) assert.match($ref ?? "", /^#\/\$defs\/[A-Z]\w+$/, name)
  })

  it("have names of their own", () => {
    const named = definitions.flatMap(({ $defs }) => Object.entries($defs))
    for (const [name, definition] of named) {
      const same = named.filter(([other]) => other === name).map(([, other]) => other)
      for (const other of same) assert.deepStrictEqual(other, definition, name)
    }
  })
})

/** The objects of a JSON Schema, each with the path of its property. */
const objectsIn = (json: unknown, path = ""): ReadonlyArray<readonly [path: string, value: object]> =>
  typeof json !== "object" || json === null
    ? []
    : [[path, json], ...Object.entries(json).flatMap(([key, value]) => objectsIn(value, `${path}/${key}`))]

/** Properties without a description, but for those that only the client gives a page. */
const undescribed = (schema: AnySchema): ReadonlyArray<string> =>
  objectsIn(jsonSchemaOf(Catalog.annotate(schema))).flatMap(([path, value]) =>
    /\/properties\/[^/]+$/.test(path) && !/\/(invalid|@candela)/.test(path) && !("description" in value) ? [path] : [],
  )

describe("Catalog.annotate", () => {
  it("describes every field and parameter, and changes nothing else", () => {
    for (const { declaration, example, name } of sampled(Catalog.endpoints, 1)) {
      const request = Endpoint.requestSchema(declaration) as never as AnySchema
      const answer = declaration.kind === "single" ? declaration.value : Endpoint.pageSchema(declaration)
      for (const schema of [request, answer]) assert.deepStrictEqual(undescribed(schema), [], name)
      const described = Catalog.annotate(request)
      assert.deepStrictEqual(Schema.decodeUnknownSync(described)(example), Schema.decodeUnknownSync(request)(example))
      assert.sameMembers(
        Record.keys((described as never as { readonly fields: object }).fields as never),
        Record.keys(declaration.wireParams),
      )
    }
  })

  it("describes rows within a schema of one's own", () => {
    const Mine = Schema.Struct({ bars: Schema.Array(Bar), best: Schema.optional(Bar.annotations({ title: "Best" })) })
    const described = Catalog.annotate(Mine)
    assert.deepStrictEqual(undescribed(described), ["/properties/bars", "/properties/best"])
    assert.deepStrictEqual(Record.keys(described.fields), ["bars", "best"])
  })
})
