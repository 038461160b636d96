import type { Stocks } from "@candela/stocks"
import { describe, expect, test } from "tstyche"

declare const stocks: Stocks.Service

describe("a misspelt request", () => {
  test("tells how the service calls a ticker there", () => {
    const range = { multiplier: 1, timespan: "day", from: "2024-01-02", to: "2024-01-03" } as const
    stocks.bars({ ...range, stocksTicker: "AAPL" })
    // @ts-expect-error Type '"AAPL"' is not assignable to type '"the service calls it stocksTicker"'
    stocks.bars({ ...range, ticker: "AAPL" })
  })

  test("names the forms of a date where it is another value", () => {
    stocks.dividends({ "ex_dividend_date.gte": "2024-01-01" })
    // @ts-expect-error Type 'number' is not assignable to type 'DateInput | undefined'
    stocks.dividends({ ex_dividend_date: 20240131 })
    // @ts-expect-error 'gte' does not exist in type 'Date | Utc | Zoned'
    stocks.dividends({ ex_dividend_date: { gte: "2024-01-01" } })
    expect(stocks.dividends).type.toBeCallableWith({})
  })
})
