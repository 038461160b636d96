import type { StreamError } from "@candela/core/MarketDataError"
import type { Crypto, IndicatorValue, MacdValue } from "@candela/crypto"
import type { Effect, Stream } from "effect"
import { describe, expect, test } from "tstyche"

declare const crypto: Effect.Effect.Success<typeof Crypto>

describe("the methods of crypto pairs", () => {
  test("stream values of their own", () => {
    expect(crypto.ema.stream({ cryptoTicker: "X:BTCUSD" })).type.toBe<Stream.Stream<IndicatorValue, StreamError>>()
    expect(crypto.macd.stream({ cryptoTicker: "X:BTCUSD" })).type.toBe<Stream.Stream<MacdValue, StreamError>>()
  })

  test("take what the service takes", () => {
    // @ts-expect-error 'window' does not exist in type 'MacdRequest'
    crypto.macd({ cryptoTicker: "X:BTCUSD", window: 20 })
    // @ts-expect-error 'signal_window' does not exist in type 'RsiRequest'
    crypto.rsi({ cryptoTicker: "X:BTCUSD", signal_window: 9 })
    // @ts-expect-error Type '"typical"' is not assignable
    crypto.sma({ cryptoTicker: "X:BTCUSD", series_type: "typical" })
    // @ts-expect-error Property 'columns' does not exist
    void crypto.ema.columns
  })
})
