import type { Crypto } from "@candela/crypto"
import type { InvalidRequest, BadResolution } from "@candela/core/MarketDataError"
import { Many, type DayFailed, type TickerFailed, type TooManyTickers } from "@candela/history"
import { Stocks, type Bar, type Dividend } from "@candela/stocks"
import { Effect, type Stream } from "effect"
import { describe, expect, test } from "tstyche"

declare const stocks: Stocks.Service
declare const crypto: Crypto.Service

type Refused = TickerFailed | TooManyTickers | InvalidRequest | BadResolution

describe("Many", () => {
  const bars = { stocksTicker: "AAPL", multiplier: 1, timespan: "day", from: "2024-01-02", to: "2024-01-03" } as const

  test("gives the rows of a method with their ticker", () => {
    expect(Many.stream(stocks.bars, [bars])).type.toBe<Stream.Stream<Many.Row<Bar>, Refused>>()
    expect(Many.columns(stocks.bars, [bars])).type.toBe<Stream.Stream<Many.Columns<Bar>, Refused>>()
    expect(Many.stream(stocks.dividends, [{ ticker: "AAPL" }], { order: "time" })).type.toBe<
      Stream.Stream<Many.Row<Dividend>, Refused>
    >()
    expect<Many.Row<Bar>["ticker"]>().type.toBe<string>()
    expect<Many.Columns<Bar>["columns"]["ticker"]>().type.toBe<ReadonlyArray<string | undefined>>()
    expect<Many.Row<Bar>>().type.toBeAssignableTo<Bar>()
  })

  test("takes the method's own requests, written where they are used", () => {
    Many.stream(stocks.bars, [{ stocksTicker: "A", multiplier: 1, timespan: "day", from: 0, to: 1 }])
    // @ts-expect-error Type '"days"' is not assignable to type
    Many.stream(stocks.bars, [{ stocksTicker: "A", multiplier: 1, timespan: "days", from: 0, to: 1 }])
    // @ts-expect-error 'cryptoTicker' does not exist in type
    Many.stream(stocks.bars, [{ cryptoTicker: "X:BTCUSD", multiplier: 1, timespan: "day", from: 0, to: 1 }])
    // @ts-expect-error 'limit' does not exist in type
    Many.stream(stocks.bars, [{ ...bars, limit: 3 }])
  })

  test("takes no method that gives one answer, and columns of histories alone", () => {
    // @ts-expect-error is not assignable to parameter of type 'Streaming<
    Many.stream(stocks.openClose, [])
    // @ts-expect-error Property 'columns' is missing
    Many.columns(crypto.sma, [])
    // @ts-expect-error Property 'columns' is missing
    Many.preview(stocks.dividends, [])
  })

  test("gives the same rows by day and by ticker", () => {
    expect(Many.daily(stocks, { from: "2024-01-02", to: new Date(0) })).type.toBe<
      Stream.Stream<Many.Row<Bar>, Refused | DayFailed>
    >()
    expect(Many.dailyPreview(stocks, { from: "2024-01-02", to: "2024-01-03" })).type.toBe<
      Effect.Effect<Many.DailyPreview, Refused>
    >()
  })

  test("gives an endpoint for files", () => {
    const endpoint = Many.endpoint(Stocks.endpoints.bars)
    expect<(typeof endpoint)["kind"]>().type.toBe<"history">()
    expect(Many.endpoint(Stocks.endpoints.dividends).kind).type.toBe<"paged">()
  })
})
