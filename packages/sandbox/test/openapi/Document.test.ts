/**
 * The OpenAPI document: current, complete in its texts, and served to whoever asks.
 */
import * as OpenApi from "@candela/sandbox/OpenApi"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { parseValues as parse } from "@candela/testing/ExactJson"
import { connections, Connection, Tables } from "../contract/support.js"
import { components, json, operations, type Schema } from "./document.js"

/**
 * The paths of all fields within a schema that have no description. What a reference names is
 * looked at where it stands.
 */
const undescribed = (schema: Schema, path: string): ReadonlyArray<string> => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(field.$ref === undefined && (field.description ?? "") === "" ? [`${path}.${name}`] : []),
    ...undescribed(field, `${path}.${name}`),
  ]),
  ...(schema.anyOf ?? []).flatMap((one) => undescribed(one, path)),
  ...(schema.items === undefined ? [] : undescribed(schema.items, `${path}[]`)),
]

layer(Tables)((it) => {
  it.effect("the document is current: ./scripts/generate writes it", () =>
    Effect.map(OpenApi.make, (made) => assert.deepStrictEqual(json, parse(made))),
  )
})

describe("the document describes", () => {
  it("each operation and parameter", () => {
    for (const { description, parameters, path, summary } of operations) {
      assert.isNotEmpty(description, path)
      assert.isNotEmpty(summary, path)
      for (const { description, name } of parameters) assert.isNotEmpty(description, `${path} ${name}`)
    }
  })

  it("each field of an answer", () => {
    const schemas = Object.entries(components.schemas)
    assert.deepStrictEqual(
      schemas.flatMap(([name, schema]) => undescribed(schema, name)),
      [],
    )
  })

  it("no field that only the client has: keys and texts are those of the wire", () => {
    const bar = components.schemas["StocksBarsRow"]!
    assert.sameMembers(Object.keys(bar.properties!), ["v", "vw", "o", "c", "h", "l", "t", "n", "otc"])
    assert.notMatch(JSON.stringify(components.schemas), /Wire key|\(specification|dateTime\(|`NotFound`/)
  })

  it("nanoseconds as 64-bit integers, and its examples have all their digits", () => {
    const quote = components.schemas["ForexQuotesRow"]!
    assert.deepInclude(quote.properties!["participant_timestamp"], { type: "integer", format: "int64" })
    const { value } = operations.find(({ operationId }) => operationId === "quotes")!.responses["200"]!.content[
      "application/json"
    ].examples!["forex"]! as unknown as { readonly value: { readonly results: ReadonlyArray<Record<string, unknown>> } }
    assert.typeOf(value.results[0]!["participant_timestamp"], "bigint")
  })

  it("each error, with its status and its body", () => {
    for (const { path, responses } of operations) {
      const statuses = Object.keys(responses).filter((status) => status !== "400")
      assert.sameMembers(statuses, ["200", "401", "403", "404", "409", "429", "500"], path)
      assert.strictEqual("400" in responses, path === "/futures/v1/aggs/{ticker}", path)
    }
    for (const [name, { content, description }] of Object.entries(components.responses)) {
      const { example, schema } = content["application/json"]
      assert.isNotEmpty(description, name)
      assert.deepStrictEqual(undescribed(schema, name), [])
      assert.sameMembers(Object.keys(example as object), [...schema.required!], name)
      assert.include(example as object, { status: schema.properties!["status"]!.const }, name)
    }
  })
})

const openApi = Effect.flatMap(Connection, ({ baseUrl, client }) =>
  Effect.scoped(
    Effect.flatMap(client.get(`${baseUrl}/openapi.json`), (response) =>
      Effect.map(response.text, (text) => ({ status: response.status, headers: response.headers, text })),
    ),
  ),
)

for (const name of ["in process", "over a socket, by fetch"] as const) {
  layer(connections[name], { excludeTestServices: true })((it) => {
    it.scoped(`the sandbox serves it without a key, ${name}`, () =>
      Effect.map(openApi, ({ headers, status, text }) => {
        assert.strictEqual(status, 200)
        assert.include(headers["content-type"], "application/json")
        assert.deepStrictEqual(parse(text), json)
      }),
    )
  })
}
