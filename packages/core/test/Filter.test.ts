import * as Endpoint from "@candela/core/Endpoint"
import * as Filter from "@candela/core/Filter"
import * as Param from "@candela/core/Param"
import { assert, describe, it } from "@effect/vitest"
import { Either, Schema } from "effect"

const wireParamsOf = (params: Endpoint.Params) =>
  Endpoint.list("test", { path: "/test", params, row: Schema.Struct({}) }).wireParams

const facts = (params: Endpoint.Params) =>
  Object.entries(wireParamsOf(params)).map(([name, { presence, role }]) =>
    role?._tag === "Filter" ? [name, role.field, role.operator, presence] : [name, role?._tag],
  )

describe("Filter", () => {
  it("stands under its field's name, and has a parameter for each operator", () => {
    assert.deepStrictEqual(
      facts({
        ticker: Filter.equals(Param.String),
        date: Filter.range(Param.Date),
        name: Filter.anyOf(Param.String),
        year: Filter.rangeOrAnyOf(Param.Number),
        tickers: Filter.contains(Param.String),
        limit: Param.limit({ default: 10, max: 100 }),
      }),
      [
        ["ticker", "ticker", "eq", "optional"],
        ["date", "date", "eq", "optional"],
        ["date.gt", "date", "gt", "optional"],
        ["date.gte", "date", "gte", "optional"],
        ["date.lt", "date", "lt", "optional"],
        ["date.lte", "date", "lte", "optional"],
        ["name", "name", "eq", "optional"],
        ["name.any_of", "name", "any_of", "optional"],
        ["year", "year", "eq", "optional"],
        ["year.gt", "year", "gt", "optional"],
        ["year.gte", "year", "gte", "optional"],
        ["year.lt", "year", "lt", "optional"],
        ["year.lte", "year", "lte", "optional"],
        ["year.any_of", "year", "any_of", "optional"],
        ["tickers", "tickers", "eq", "optional"],
        ["tickers.any_of", "tickers", "any_of", "optional"],
        ["tickers.all_of", "tickers", "all_of", "optional"],
        ["limit", "Limit"],
      ],
    )
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
})
