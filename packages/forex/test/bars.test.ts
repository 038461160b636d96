import { MarketData } from "@candela/core/MarketData"
import * as Mock from "@candela/core/Mock"
import { type Bar, Forex, type IndicatorValue, type LastQuote, type MacdValue } from "@candela/forex"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"

const scripted = (script: Parameters<typeof ScriptedTransport.layer>[0]) =>
  Forex.layer.pipe(
    Layer.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" })),
    Layer.provideMerge(ScriptedTransport.layer(script)),
  )

const requested = Effect.map(ScriptedTransport.exchanges, (exchanges) =>
  exchanges.map(({ url }) => decodeURIComponent(url.pathname + url.search)),
)

const bar: Bar = {
  volume: 3_890,
  vwap: 1.07548705,
  open: 1.0759,
  close: 1.07453,
  high: 1.07624,
  low: 1.07448,
  timestamp: 1_751_155_200_000,
  transactions: 3_890,
}

/** A bar as it stands on the wire. */
const wireBar = `"v":3.89e3,"vw":1.07548705,"o":1.0759,"c":1.07453,"h":1.07624,"l":1.07448,"t":1751155200000,"n":3890`

const bars: Forex.BarsRequest = {
  forexTicker: "C:EUR-USD",
  multiplier: 4,
  timespan: "hour",
  from: "2024-03-04",
  to: new Date("2024-03-05T12:00:00Z"),
  adjusted: false,
  sort: "desc",
  limit: 120,
}

const indicator = {
  fxTicker: "C:EURUSD",
  "timestamp.gte": "2024-03-04",
  "timestamp.lt": 1_710_374_400_000,
  timespan: "week",
  series_type: "open",
  expand_underlying: true,
  order: "asc",
  limit: 5_000,
} as const

const query =
  "timestamp.gte=2024-03-04&timestamp.lt=1710374400000&timespan=week&series_type=open&expand_underlying=true&order=asc&limit=5000"

const quote: LastQuote = {
  status: "success",
  request_id: "7",
  symbol: "EUR/USD",
  last: { ask: 1.07393, bid: 1.07389, exchange: 48, timestamp: 1_751_313_599_571 },
}

const value: IndicatorValue = { timestamp: 1_751_241_600_000, value: 1.07421 }
const macdValue: MacdValue = { timestamp: 1_751_241_600_000, value: -0.0028, signal: -0.002, histogram: -0.0008 }

describe("bars, indicators and last quotes of currency pairs", () => {
  it.effect("are requested by every parameter, under the service's names", () =>
    Effect.gen(function* () {
      const forex = yield* Forex
      yield* forex.bars(bars)
      yield* forex.previousDayBar({ forexTicker: "C:EURUSD", adjusted: false })
      yield* forex.sma({ ...indicator, window: 20 })
      yield* forex.ema({ ...indicator, window: 20 })
      yield* forex.rsi({ ...indicator, window: 20 })
      yield* forex.macd({ ...indicator, short_window: 5, long_window: 35, signal_window: 7 })
      assert.deepStrictEqual(yield* requested, [
        "/v2/aggs/ticker/C:EUR-USD/range/4/hour/2024-03-04/1709640000000?adjusted=false&sort=desc&limit=120",
        // Without rows, which a pair always has, it is asked for once more.
        "/v2/aggs/ticker/C:EURUSD/prev?adjusted=false",
        "/v2/aggs/ticker/C:EURUSD/prev?adjusted=false",
        `/v1/indicators/sma/C:EURUSD?window=20&${query}`,
        `/v1/indicators/ema/C:EURUSD?window=20&${query}`,
        `/v1/indicators/rsi/C:EURUSD?window=20&${query}`,
        `/v1/indicators/macd/C:EURUSD?short_window=5&long_window=35&signal_window=7&${query}`,
      ])
    }).pipe(Effect.provide(scripted(() => ScriptedTransport.json({ status: "OK" })))),
  )

  it.effect("are read as the service may write them", () =>
    Effect.gen(function* () {
      const forex = yield* Forex
      assert.deepStrictEqual((yield* forex.bars({ ...bars, from: "2025-06-29", to: "2025-06-29" })).results, [bar])
      assert.deepStrictEqual((yield* forex.previousDayBar({ forexTicker: "C:EURUSD" })).results, [
        { ...bar, ticker: "C:EURUSD" },
      ])
      const page = yield* forex.macd({ fxTicker: "C:EURUSD" })
      assert.deepStrictEqual(page.results, [macdValue, { timestamp: 1_751_155_200_000 }])
      assert.deepStrictEqual(page.underlying, { aggregates: [bar], url: "http://service.test/bars" })
    }).pipe(
      Effect.provide(
        scripted([
          ScriptedTransport.text(`{"ticker":"C:EURUSD","status":"OK","results":[{${wireBar},"otc":null}]}`),
          ScriptedTransport.text(`{"results":[{"T":"C:EURUSD",${wireBar}}],"count":1}`),
          ScriptedTransport.text(
            `{"results":{"underlying":{"url":"http://service.test/bars","aggregates":[{${wireBar}}]},"values":[${JSON.stringify(macdValue)},
            {"timestamp":1751155200000,"value":null,"new":1}]},"request_id":7}`,
          ),
        ]),
      ),
    ),
  )

  it.effect("a last quote is one object, which may lack the quote", () =>
    Effect.gen(function* () {
      const forex = yield* Forex
      const pair = { from: "EUR", to: "USD" }
      assert.deepStrictEqual(yield* forex.lastQuote(pair), quote)
      assert.deepStrictEqual(yield* forex.lastQuote(pair), { status: "DELAYED", symbol: "EUR/USD" })
      assert.deepStrictEqual(yield* requested, [
        "/v1/last_quote/currencies/EUR/USD",
        "/v1/last_quote/currencies/EUR/USD",
      ])
    }).pipe(
      Effect.provide(
        scripted([
          ScriptedTransport.text(
            `{"last":{"ask":1.07393,"bid":1.07389e0,"exchange":48.0,"timestamp":1.751313599571e12,"new":null},"request_id":7,"status":"success","symbol":"EUR/USD"}`,
          ),
          ScriptedTransport.text(`{"last":null,"request_id":null,"status":"DELAYED","symbol":"EUR/USD"}`),
        ]),
      ),
    ),
  )

  it.effect("are mocked", () =>
    Effect.gen(function* () {
      const forex = yield* Forex
      const { limit: _, ...streamed } = bars
      assert.deepStrictEqual([...(yield* Stream.runCollect(forex.bars.stream(streamed)))], [bar])
      assert.deepStrictEqual((yield* forex.previousDayBar({ forexTicker: "C:EURUSD" })).results, [bar])
      for (const name of ["sma", "ema", "rsi"] as const) {
        assert.deepStrictEqual((yield* forex[name](indicator)).results, [value])
      }
      assert.deepStrictEqual((yield* forex.macd(indicator)).results, [macdValue])
      assert.deepStrictEqual(yield* forex.lastQuote({ from: "EUR", to: "USD" }), quote)
    }).pipe(
      Effect.provide(
        Mock.layer(Forex, {
          bars: Mock.paged([bar]),
          previousDayBar: Mock.paged([bar]),
          sma: Mock.paged([value]),
          ema: Mock.paged([value]),
          rsi: Mock.paged([value]),
          macd: Mock.paged([macdValue]),
          lastQuote: () => Effect.succeed(quote),
        }),
      ),
    ),
  )
})
