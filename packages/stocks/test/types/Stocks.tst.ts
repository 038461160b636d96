import type { NewsArticle, Publisher, Stocks } from "@candela/stocks"
import { describe, expect, test } from "tstyche"

declare const stocks: Stocks.Service

describe("bars", () => {
  test("tell how the service calls a ticker there", () => {
    const range = { multiplier: 1, timespan: "day", from: "2024-01-02", to: "2024-01-03" } as const
    stocks.bars({ ...range, stocksTicker: "AAPL" })
    // @ts-expect-error Type '"AAPL"' is not assignable to type '"the service calls it stocksTicker"'
    stocks.bars({ ...range, ticker: "AAPL" })
    // @ts-expect-error Type '"AAPL"' is not assignable to type '"the service calls it stocksTicker"'
    stocks.snapshot({ ticker: "AAPL" })
  })
})

describe("the lists of stocks", () => {
  test("name the forms of a date where it is another value", () => {
    stocks.dividends({ "ex_dividend_date.gte": "2024-01-01" })
    // @ts-expect-error Type 'number' is not assignable to type 'DateInput | undefined'
    stocks.dividends({ ex_dividend_date: 20240131 })
    // @ts-expect-error 'gte' does not exist in type 'Date | Utc | Zoned'
    stocks.dividends({ ex_dividend_date: { gte: "2024-01-01" } })
  })

  test("take the operators that the service takes, and no others", () => {
    stocks.cashFlowStatements({ timeframe: "trailing_twelve_months", "tickers.all_of": ["BRK.A", "BRK.B"] })
    // @ts-expect-error Type '"trailing_twelve_months"' is not assignable to type
    stocks.balanceSheets({ timeframe: "trailing_twelve_months" })
    stocks.ratios({ "price_to_earnings.lt": 10, sort: ["market_cap.desc", "date"] })
    // @ts-expect-error '"price.any_of"' does not exist in type 'RatiosRequest'
    stocks.ratios({ "price.any_of": [1] })
    stocks.dividendsV3({ "cash_amount.gte": 1, frequency: 3, order: "asc", sort: "cash_amount" })
    // @ts-expect-error '"ticker.any_of"' does not exist in type 'DividendsV3Request'
    stocks.dividendsV3({ "ticker.any_of": ["AAPL"] })
    // @ts-expect-error Type '"frequency"' is not assignable to type
    stocks.dividendsV3({ sort: "frequency" })
    stocks.splits({ "ticker.any_of": ["NVDA"], adjustment_type: "reverse_split", sort: "execution_date.desc" })
    // @ts-expect-error '"split_to.gt"' does not exist in type 'SplitsRequest'
    stocks.splits({ "split_to.gt": 1 })
    stocks.news({ "published_utc.gte": new Date(0), "ticker.lt": "B" })
    // @ts-expect-error Type '"title"' is not assignable to type
    stocks.news({ sort: "title" })
  })

  test("give articles of which only title and time are sure", () => {
    expect<NewsArticle["title"]>().type.toBe<string>()
    expect<NewsArticle["publisher"]>().type.toBe<Publisher | undefined>()
    expect<Publisher["name"]>().type.toBe<string | undefined>()
  })
})
