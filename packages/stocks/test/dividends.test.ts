import * as Mock from "@candela/core/Mock"
import { type Dividend, Stocks } from "@candela/stocks"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { requested, scripted } from "./service.js"

const everything: Stocks.DividendsRequest = {
  ticker: "AAPL",
  "ticker.any_of": ["AAPL", "BRK.A"],
  "ticker.gt": "A",
  "ticker.gte": "AA",
  "ticker.lt": "Z",
  "ticker.lte": "ZZ",
  ex_dividend_date: "2024-02-09",
  "ex_dividend_date.gt": new Date("2024-01-01T12:00:00Z"),
  "ex_dividend_date.gte": "2024-01-02",
  "ex_dividend_date.lt": "9999-12-31",
  "ex_dividend_date.lte": "2024-12-31",
  frequency: 4,
  "frequency.gt": 0,
  "frequency.gte": 1,
  "frequency.lt": 365,
  "frequency.lte": 104,
  distribution_type: "recurring",
  "distribution_type.any_of": ["special", "supplemental", "irregular", "unknown"],
  limit: 5000,
  sort: ["ticker.desc", "ex_dividend_date"],
}

const dividend: Dividend = {
  id: "E1",
  ticker: "AAPL",
  cash_amount: 0.24,
  currency: "USD",
  declaration_date: "2024-02-01",
  ex_dividend_date: "2024-02-09",
  record_date: "2024-02-12",
  pay_date: "2024-02-15",
  frequency: 4,
  distribution_type: "recurring",
  historical_adjustment_factor: 0.9931,
  split_adjusted_cash_amount: 0.24,
}

describe("dividends", () => {
  it.effect("are requested by every parameter, under the service's names", () =>
    Effect.gen(function* () {
      const stocks = yield* Stocks
      yield* stocks.dividends(everything)
      yield* stocks.dividends({})
      assert.deepStrictEqual(yield* requested, [
        "/stocks/v1/dividends?ticker=AAPL&ticker.gt=A&ticker.gte=AA&ticker.lt=Z&ticker.lte=ZZ&ticker.any_of=AAPL,BRK.A" +
          "&ex_dividend_date=2024-02-09&ex_dividend_date.gt=2024-01-01&ex_dividend_date.gte=2024-01-02" +
          "&ex_dividend_date.lt=9999-12-31&ex_dividend_date.lte=2024-12-31" +
          "&frequency=4&frequency.gt=0&frequency.gte=1&frequency.lt=365&frequency.lte=104" +
          "&distribution_type=recurring&distribution_type.any_of=special,supplemental,irregular,unknown" +
          "&limit=5000&sort=ticker.desc,ex_dividend_date.asc",
        "/stocks/v1/dividends",
      ])
    }).pipe(Effect.provide(scripted(() => ScriptedTransport.json({ status: "OK", results: [] })))),
  )

  it.effect(
    "are read as the service may write them: nulls, absent and unknown fields, new words, numbers in any form",
    () =>
      Effect.gen(function* () {
        const stocks = yield* Stocks
        assert.deepStrictEqual(yield* stocks.dividends({}), {
          status: "OK",
          request_id: "r1",
          count: 9,
          results: [
            dividend,
            { ticker: "NEW", distribution_type: "return_of_capital", cash_amount: 120_000, frequency: 4 },
            { distribution_type: "unknown" },
          ],
        })
      }).pipe(
        Effect.provide(
          scripted([
            ScriptedTransport.text(
              `{"request_id":"r1","status":"OK","count":9,"results":[${JSON.stringify({ ...dividend, venue: { country: "US" } })},
              {"frequency":4.0,"cash_amount":1.2e5,"distribution_type":"return_of_capital","ticker":"NEW","pay_date":null,"id":null},
              {"distribution_type":"unknown"}]}`,
            ),
          ]),
        ),
      ),
  )

  it.effect("are mocked", () =>
    Effect.gen(function* () {
      const stocks = yield* Stocks
      assert.deepStrictEqual((yield* stocks.dividends({ ticker: "AAPL" })).results, [dividend])
      assert.deepStrictEqual(yield* Stream.runCount(stocks.dividends.stream({ ticker: "MSFT" })), 0)
    }).pipe(
      Effect.provide(
        Mock.layer(Stocks, { dividends: Mock.paged(({ ticker }) => (ticker === "AAPL" ? [dividend] : [])) }),
      ),
    ),
  )
})
