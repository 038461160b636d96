import * as Mock from "@candela/core/Mock"
import { type BalanceSheet, Stocks } from "@candela/stocks"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { requested, scripted } from "./service.js"

const everything: Stocks.BalanceSheetsRequest = {
  cik: "0000320193",
  "cik.any_of": ["0000320193", "0001067983"],
  "cik.gt": "0000000000",
  "cik.gte": "0000000001",
  "cik.lt": "9999999999",
  "cik.lte": "0999999999",
  tickers: "BRK.A",
  "tickers.any_of": ["AAPL", "BRK.A"],
  "tickers.all_of": ["BRK.A", "BRK.B"],
  period_end: "2024-03-31",
  "period_end.gt": "2023-12-31",
  "period_end.gte": "2024-01-01",
  "period_end.lt": "2024-06-30",
  "period_end.lte": new Date("2024-05-31"),
  filing_date: "2024-05-02",
  "filing_date.gt": "2024-04-01",
  "filing_date.gte": "2024-04-02",
  "filing_date.lt": "2024-06-01",
  "filing_date.lte": "2024-05-31",
  fiscal_year: 2024,
  "fiscal_year.gt": 2022,
  "fiscal_year.gte": 2023,
  "fiscal_year.lt": 2025.5,
  "fiscal_year.lte": 2025,
  fiscal_quarter: 1,
  "fiscal_quarter.gt": 0,
  "fiscal_quarter.gte": 1,
  "fiscal_quarter.lt": 3,
  "fiscal_quarter.lte": 2,
  timeframe: "quarterly",
  "timeframe.any_of": ["quarterly", "annual"],
  "timeframe.gt": "annual",
  "timeframe.gte": "annual",
  "timeframe.lt": "quarterly",
  "timeframe.lte": "quarterly",
  min_ticker: "BRK.A",
  "min_ticker.any_of": ["AAPL", "BRK.A"],
  "min_ticker.gt": "A",
  "min_ticker.gte": "AA",
  "min_ticker.lt": "C",
  "min_ticker.lte": "BZ",
  max_ticker: "BRK.B",
  "max_ticker.any_of": ["AAPL", "BRK.B"],
  "max_ticker.gt": "A",
  "max_ticker.gte": "AA",
  "max_ticker.lt": "C",
  "max_ticker.lte": "BZ",
  limit: 50_000,
  sort: "total_assets.desc",
}

const sheet: BalanceSheet = {
  cik: "0001067983",
  tickers: ["BRK.A", "BRK.B"],
  period_end: "2024-03-31",
  filing_date: "2024-05-02",
  fiscal_year: 2024,
  fiscal_quarter: 1,
  timeframe: "quarterly",
  cash_and_equivalents: 28_000_000_000,
  treasury_stock: -76_000_000_000,
  total_assets: 1_069_978_000_000,
  total_liabilities_and_equity: 1_069_978_000_000,
}

describe("balance sheets", () => {
  it.effect("are requested by every parameter, under the service's names", () =>
    Effect.gen(function* () {
      const stocks = yield* Stocks
      yield* stocks.balanceSheets(everything)
      yield* stocks.balanceSheets({})
      const [all, none] = yield* requested
      const sent = Object.fromEntries(new URL(all!, "http://service.test").searchParams)
      const written = Object.entries(everything).map(([name, value]: [string, unknown]) => [
        name,
        value instanceof Date ? "2024-05-31" : String(value),
      ])
      assert.deepStrictEqual(sent, Object.fromEntries(written))
      assert.strictEqual(none, "/stocks/financials/v1/balance-sheets")
      assert.strictEqual(Object.keys(sent).length, Object.keys(Stocks.endpoints.balanceSheets.wireParams).length)
    }).pipe(Effect.provide(scripted(() => ScriptedTransport.json({ status: "OK", results: [] })))),
  )

  it.effect(
    "are read as the service may write them: nulls, absent and unknown fields, new words, numbers in any form",
    () =>
      Effect.gen(function* () {
        const stocks = yield* Stocks
        assert.deepStrictEqual((yield* stocks.balanceSheets({})).results, [
          sheet,
          { tickers: [], timeframe: "monthly", total_assets: 1_234_500, fiscal_quarter: 2 },
          {},
        ])
      }).pipe(
        Effect.provide(
          scripted([
            ScriptedTransport.text(
              `{"results":[${JSON.stringify({ ...sheet, auditor: ["A", "B"] })},
              {"fiscal_quarter":2.0,"total_assets":1.2345e6,"timeframe":"monthly","tickers":[],"goodwill":null,"cik":null},
              {"tickers":null}],"status":null}`,
            ),
          ]),
        ),
      ),
  )

  it.effect("are mocked", () =>
    Effect.gen(function* () {
      const stocks = yield* Stocks
      assert.deepStrictEqual(yield* Stream.runCount(stocks.balanceSheets.stream({ tickers: "BRK.A" })), 1)
    }).pipe(Effect.provide(Mock.layer(Stocks, { balanceSheets: Mock.paged([sheet]) }))),
  )
})
