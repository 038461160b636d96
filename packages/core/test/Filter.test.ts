import * as Filter from "@candela/core/Filter"
import * as Param from "@candela/core/Param"
import { assert, describe, it } from "@effect/vitest"
import { Either, Schema } from "effect"

const facts = (params: Readonly<Record<string, Param.Any>>) =>
  Object.entries(params).map(([name, { filter, presence }]) => [name, filter?.field, filter?.operator, presence])

describe("Filter", () => {
  it("names its parameters as the service does, and says what each compares", () => {
    assert.deepStrictEqual(facts(Filter.equals("ticker", Param.String)), [["ticker", "ticker", "eq", "optional"]])
    assert.deepStrictEqual(facts(Filter.range("date", Param.Date)), [
      ["date", "date", "eq", "optional"],
      ["date.gt", "date", "gt", "optional"],
      ["date.gte", "date", "gte", "optional"],
      ["date.lt", "date", "lt", "optional"],
      ["date.lte", "date", "lte", "optional"],
    ])
    assert.deepStrictEqual(facts(Filter.anyOf("ticker", Param.String)), [
      ["ticker.any_of", "ticker", "any_of", "optional"],
    ])
    assert.deepStrictEqual(facts(Filter.allOf("tickers", Param.String)), [
      ["tickers.all_of", "tickers", "all_of", "optional"],
    ])
  })

  it("reads a range's bounds as single values, a list's as several", () => {
    const bounds = Filter.range("date", Param.Date)
    assert.strictEqual(Schema.decodeUnknownSync(bounds["date.gte"].input)(new Date(0)), "1970-01-01")
    const several = Filter.anyOf("date", Param.Date, 2)["date.any_of"]
    const values = Schema.decodeUnknownSync(several.input)([new Date(0), "2024-01-31"])
    assert.strictEqual(Schema.encodeSync(several.wire)(values), "1970-01-01,2024-01-31")
    assert(Either.isLeft(Schema.decodeUnknownEither(several.input)(["2024-01-31", "2024-02-01", "2024-02-02"])))
    const all = Filter.allOf("tickers", Param.String)["tickers.all_of"]
    assert.deepStrictEqual(Schema.decodeUnknownSync(all.wire)("A,B"), ["A", "B"])
  })
})
