import type { CallError, MarketDataError } from "@candela/core/MarketDataError"
import type { Bar, Forex, IndicatorPage, IndicatorValue, LastQuote, MacdValue } from "@candela/forex"
import type { Effect, Stream } from "effect"
import { describe, expect, test } from "tstyche"

declare const forex: Effect.Effect.Success<typeof Forex>

describe("the methods of currency pairs", () => {
  test("give rows, pages and values of their own", () => {
    const range = {
      forexTicker: "C:EURUSD",
      multiplier: 1,
      timespan: "day",
      from: "2025-06-02",
      to: "2025-06-27",
    } as const
    expect(forex.bars.stream(range)).type.toBe<Stream.Stream<Bar, MarketDataError>>()
    expect(forex.rsi({ fxTicker: "C:EURUSD" })).type.toBe<Effect.Effect<IndicatorPage<IndicatorValue>, CallError>>()
    expect(forex.macd({ fxTicker: "C:EURUSD" })).type.toBe<Effect.Effect<IndicatorPage<MacdValue>, CallError>>()
    expect(forex.lastQuote({ from: "EUR", to: "USD" })).type.toBe<Effect.Effect<LastQuote, CallError>>()
  })

  test("take what the service takes", () => {
    // @ts-expect-error 'window' does not exist in type 'MacdRequest'
    forex.macd({ fxTicker: "C:EURUSD", window: 20 })
    // @ts-expect-error 'short_window' does not exist in type 'SmaRequest'
    forex.sma({ fxTicker: "C:EURUSD", short_window: 12 })
    // @ts-expect-error Type '"second"' is not assignable
    forex.ema({ fxTicker: "C:EURUSD", timespan: "second" })
    // @ts-expect-error '"timestamp.any_of"' does not exist in type 'RsiRequest'
    forex.rsi({ fxTicker: "C:EURUSD", "timestamp.any_of": ["2025-06-27"] })
    // @ts-expect-error 'date' does not exist in type 'PreviousDayBarRequest'
    forex.previousDayBar({ forexTicker: "C:EURUSD", date: "2025-06-27" })
    // @ts-expect-error Property 'to' is missing
    forex.lastQuote({ from: "EUR" })
    // @ts-expect-error Property 'pages' does not exist
    void forex.previousDayBar.pages
  })
})
