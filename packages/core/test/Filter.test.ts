import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Request from "@candela/core/Request"
import { assert, describe, it } from "@effect/vitest"
import { Either, Schema } from "effect"

const wireParamsOf = (params: Endpoint.Params) =>
  Endpoint.list({ name: "test", path: "/test", params, row: Schema.Struct({}) }).wireParams

const facts = (params: Endpoint.Params) =>
  Object.entries(wireParamsOf(params)).map(([name, { filter, kind, presence }]) =>
    filter !== undefined ? [name, filter.field, filter.operator, presence] : [name, kind._tag],
  )

const kinds = {
  equals: Filter.equals(Param.String),
  range: Filter.range(Param.Date),
  anyOf: Filter.anyOf(Param.String),
  rangeOrAnyOf: Filter.rangeOrAnyOf(Param.Number),
  contains: Filter.contains(Param.String),
}

/** The operators that each kind of filter has. */
const operators: { readonly [K in keyof typeof kinds]: ReadonlyArray<string> } = {
  equals: ["eq"],
  range: ["eq", "gt", "gte", "lt", "lte"],
  anyOf: ["eq", "any_of"],
  rangeOrAnyOf: ["eq", "gt", "gte", "lt", "lte", "any_of"],
  contains: ["eq", "any_of", "all_of"],
}
const every = [...new Set(Object.values(operators).flat())]

const names = Object.keys(kinds) as ReadonlyArray<keyof typeof kinds>
const nameOf = (field: string, operator: string) => (operator === "eq" ? field : `${field}.${operator}`)

describe("Filter", () => {
  it("stands under its field's name, and has a parameter for each operator", () => {
    assert.deepStrictEqual(facts({ ...kinds, limit: Param.limit({ default: 10, max: 100 }) }), [
      ...names.flatMap((field) =>
        operators[field].map((operator) => [nameOf(field, operator), field, operator, "optional"]),
      ),
      ["limit", "Limit"],
    ])
  })

  it("refuses an operator that it does not have, also one that arrives through a variable", () => {
    const endpoint = Endpoint.list({ name: "test", path: "/test", params: kinds, row: Schema.Struct({}) })
    for (const field of names) {
      for (const operator of [...every, "not", "ne", "ANY_OF", "", "gt.gt"]) {
        if (operators[field].includes(operator)) continue
        const key = `${field}.${operator}`
        const request: object = { [key]: "2024-01-31" }
        const error = Either.getOrThrow(Either.flip(Request.parse(endpoint, request)))
        assert.include(error, { _tag: "InvalidRequest", parameter: key })
        for (const known of operators[field]) if (known === "eq") assert.include(error.message, field)
        assert.notInclude(error.message, "2024-01-31")
      }
    }
  })

  it("reads a range's bounds as single values, a list's as several", () => {
    const params = wireParamsOf({ date: Filter.rangeOrAnyOf(Param.Date, 2), tickers: Filter.contains(Param.String) })
    assert.strictEqual(Schema.decodeUnknownSync(params["date.gte"]!.input)(new Date(0)), "1970-01-01")
    const several = params["date.any_of"]!
    const values: unknown = Schema.decodeUnknownSync(several.input)([new Date(0), "2024-01-31"])
    assert.strictEqual(Schema.encodeSync(several.wire)(values), "1970-01-01,2024-01-31")
    assert(Either.isLeft(Schema.decodeUnknownEither(several.input)(["2024-01-31", "2024-02-01", "2024-02-02"])))
    assert.deepStrictEqual(Schema.decodeUnknownSync(params["tickers.all_of"]!.wire)("A,B"), ["A", "B"])
  })

  it("that may be blank takes an empty text or list of each of its operators as if it were left out", () => {
    const type = Filter.anyOf(Param.literal("rain", "wind"))
    const endpointOf = (filter: Filter.Any) =>
      Endpoint.list({ name: "test", path: "/test", params: { type: filter }, row: Schema.Struct({}) })
    for (const request of [{ type: "" }, { type: [] }, { "type.any_of": "" }, { "type.any_of": [] }]) {
      assert.deepStrictEqual(Either.getOrThrow(Request.parse(endpointOf(Filter.orBlank(type)), request)), {})
      assert(Either.isLeft(Request.parse(endpointOf(type), request)), JSON.stringify(request))
    }
    const texts = { type: "", "type.any_of": "" }
    assert.deepStrictEqual(Either.getOrThrow(Request.decode(endpointOf(Filter.orBlank(type)), texts)), {})
    const written: object = { type: "rain", "type.any_of": ["rain", "wind"] }
    assert.deepStrictEqual(Either.getOrThrow(Request.parse(endpointOf(Filter.orBlank(type)), written)), written)
  })
})
