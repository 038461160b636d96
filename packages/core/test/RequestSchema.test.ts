/**
 * Schemas of requests and pages as values. Their law holds for every endpoint of the catalogue:
 * `packages/catalog/test/schemas.test.ts`.
 */
import * as Endpoint from "@candela/core/declare/Endpoint"
import { assert, describe, it } from "@effect/vitest"
import { Either, JSONSchema, Schema } from "effect"
import { events, readings, stations } from "@candela/support/endpoints"

const schemaOf = (endpoint: Endpoint.Any) => Endpoint.requestSchema(endpoint) as never as Schema.Schema.AnyNoContext

const propertiesOf = (endpoint: Endpoint.Any) =>
  (JSONSchema.make(schemaOf(endpoint)) as { readonly properties: Readonly<Record<string, unknown>> }).properties

const date = { type: "string", format: "date" }

describe("the schema of requests", () => {
  it("says in its JSON Schema what a parameter is", () => {
    assert.deepInclude(propertiesOf(readings), {
      station: { type: "string", pattern: "[\\s\\S]" },
      from: {
        anyOf: [date, { type: "string", format: "date-time" }, { type: "integer", description: "Epoch milliseconds." }],
      },
      limit: { type: "integer", minimum: 1, maximum: 50_000, default: 2 },
    })
    const column = { type: "string", enum: ["day", "day.asc", "day.desc", "kind", "kind.asc", "kind.desc"] }
    assert.deepInclude(propertiesOf(events), {
      "day.gte": date,
      "day.any_of": { type: "array", items: date, minItems: 1, maxItems: 3 },
      sort: { anyOf: [column, { type: "array", items: column, minItems: 1 }], default: "day.desc" },
    })
    assert.deepInclude(propertiesOf(stations), {
      active: { type: "boolean", default: true },
      type: { type: "string", enum: ["rain", "wind"] },
      order: { type: "string", enum: ["asc", "desc"], default: "asc" },
    })
  })

  it("rejects what the client rejects, in its words", () => {
    const decode = Schema.decodeUnknownEither(schemaOf(events))
    for (const [request, expected] of [
      [{ "day.gte": "2024-02-30" }, 'must be a date as "yyyy-mm-dd", a Date or a DateTime'],
      [{ limit: 101 }, "must be a whole number from 1 to 100"],
      [{ "kind.any_of": ["a,b"] }, "must be a list of values without commas, each a text that is not empty"],
    ] as const) {
      const result = decode(request)
      assert(Either.isLeft(result))
      assert.include(result.left.message, expected)
    }
  })

  it("reads a page's rows from the wire keys", () => {
    const schema = Endpoint.pageSchema(readings)
    const page = { status: "OK", results: [{ at: 1, value: 2 }] }
    assert.deepStrictEqual(Schema.encodeSync(schema)(page), { status: "OK", results: [{ t: 1, v: 2 }] })
    assert.deepStrictEqual(Schema.decodeSync(schema)({ status: 5, results: [{ t: 1, v: 2 }] }), {
      results: page.results,
    })
  })
})
