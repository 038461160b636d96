import * as Mock from "@candela/core/Mock"
import { type Bar, Crypto, CryptoTrade, type IndicatorValue, type MacdValue } from "@candela/crypto"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Stream, Struct } from "effect"
import { requested, scripted } from "./service.js"

const bar: Bar = {
  volume: 0.13790418,
  vwap: 64261.49748133,
  open: 64287.74,
  close: 64250.79,
  high: 64298.35,
  low: 64236.81,
  timestamp: 1_708_905_600_000,
  transactions: 33,
}

/** A bar as it stands on the wire. */
const wireBar =
  '{"v":0.13790418,"vw":64261.49748133,"o":64287.74,"c":64250.79,"h":64298.35,"l":64236.81,"t":1708905600000,"n":33}'

const average: IndicatorValue = { timestamp: 1_708_905_600_000, value: 63_412.25 }

const trade: CryptoTrade = {
  conditions: [2],
  id: "1709942400-0",
  price: 62_501.5,
  size: 0.00188217,
  timestamp: 1_709_942_400_123,
  exchange: 1,
}

const bars: Crypto.BarsRequest = {
  cryptoTicker: "X:BTCUSD",
  multiplier: 5,
  timespan: "minute",
  from: "2024-03-04",
  to: new Date("2024-03-05T12:00:00Z"),
  adjusted: false,
  sort: "desc",
  limit: 120,
}

const { limit: _, ...streamed } = bars

const averages: Crypto.SmaRequest = {
  cryptoTicker: "X:BTC-USD",
  timestamp: "2024-03-04",
  "timestamp.gt": 1_708_905_600_000,
  "timestamp.gte": new Date("2024-02-26T00:00:00Z"),
  "timestamp.lt": "2024-03-15",
  "timestamp.lte": DateTime.unsafeMake("2024-03-14T00:00:00Z"),
  timespan: "hour",
  window: 20,
  series_type: "high",
  expand_underlying: true,
  order: "asc",
  limit: 5000,
}

/** Everything that indicators share. */
const { window: _window, ...shared } = averages

const sharedQuery =
  "timestamp=2024-03-04&timestamp.gt=1708905600000&timestamp.gte=1708905600000&timestamp.lt=2024-03-15" +
  "&timestamp.lte=1710374400000&timespan=hour&series_type=high&expand_underlying=true&order=asc&limit=5000"

const macdValue: MacdValue = { timestamp: 1_708_905_600_000, value: 1_253.5, signal: 1_202.25, histogram: 51.25 }

const day: Crypto.TradesRequest = { from: "BTC", to: "USD", date: "2024-03-09" }

describe("crypto", () => {
  it.effect("is requested by every parameter, under the service's names", () =>
    Effect.gen(function* () {
      const crypto = yield* Crypto
      yield* crypto.bars(bars)
      yield* crypto.sma(averages)
      yield* crypto.sma({ cryptoTicker: "X:BTCUSD" })
      yield* crypto.ema(averages)
      yield* crypto.rsi(averages)
      yield* crypto.macd({ ...shared, short_window: 5, long_window: 35, signal_window: 7 })
      yield* crypto.previousDayBar({ cryptoTicker: "X:BTC-USD", adjusted: false })
      yield* crypto.trades({ ...day, offset: 1_709_942_400_123, limit: 10_000 })
      yield* crypto.trades(day)
      assert.deepStrictEqual(yield* requested, [
        "/v2/aggs/ticker/X:BTCUSD/range/5/minute/2024-03-04/1709640000000?adjusted=false&sort=desc&limit=120",
        `/v1/indicators/sma/X:BTC-USD?window=20&${sharedQuery}`,
        "/v1/indicators/sma/X:BTCUSD",
        `/v1/indicators/ema/X:BTC-USD?window=20&${sharedQuery}`,
        `/v1/indicators/rsi/X:BTC-USD?window=20&${sharedQuery}`,
        `/v1/indicators/macd/X:BTC-USD?short_window=5&long_window=35&signal_window=7&${sharedQuery}`,
        // Without rows, which a pair always has, it is asked for once more.
        "/v2/aggs/ticker/X:BTC-USD/prev?adjusted=false",
        "/v2/aggs/ticker/X:BTC-USD/prev?adjusted=false",
        "/v1/historic/crypto/BTC/USD/2024-03-09?offset=1709942400123&limit=10000",
        "/v1/historic/crypto/BTC/USD/2024-03-09",
      ])
    }).pipe(Effect.provide(scripted(() => ScriptedTransport.json({ status: "OK" })))),
  )

  it.effect("reads bars as the service may write them", () =>
    Effect.gen(function* () {
      const crypto = yield* Crypto
      assert.deepStrictEqual(yield* crypto.bars({ ...bars, from: "2024-02-26", adjusted: true, sort: "asc" }), {
        ticker: "X:BTCUSD",
        adjusted: true,
        queryCount: 2,
        resultsCount: 2,
        status: "OK",
        results: [bar, { volume: 120_000, open: 1, close: 1, high: 1, low: 1, timestamp: 1_708_905_900_000 }],
      })
    }).pipe(
      Effect.provide(
        scripted([
          ScriptedTransport.text(
            `{"ticker":"X:BTCUSD","adjusted":true,"queryCount":2.0,"resultsCount":2,"status":"OK","results":[${wireBar},
            {"n":null,"vw":null,"v":1.2e5,"o":1,"c":1,"h":1,"l":1,"t":1708905900000,"a":0.5}]}`,
          ),
        ]),
      ),
    ),
  )

  it.effect("reads averages with the bars beside them, in any order, and pages without either", () =>
    Effect.gen(function* () {
      const crypto = yield* Crypto
      const pages = [...(yield* Stream.runCollect(crypto.sma.pages({ cryptoTicker: "X:BTCUSD" })))]
      assert.deepStrictEqual(
        pages.map((page) => Struct.omit(page, "next_url")),
        [
          {
            status: "OK",
            request_id: "7",
            underlying: { aggregates: [bar], url: "https://service.test/v2/aggs/ticker/X:BTCUSD/range/1/day/1/2" },
            results: [average, { timestamp: 1_708_819_200_000 }],
          },
          { status: "OK", underlying: { url: "https://service.test/v2" }, results: [{ timestamp: 1_708_732_800_000 }] },
          { results: [] },
          { status: "OK", results: [] },
        ],
      )
    }).pipe(
      Effect.provide(
        scripted([
          ScriptedTransport.text(
            `{"results":{"values":[{"value":63412.25,"timestamp":1.7089056e12,"extra":1},{"timestamp":1708819200000,"value":null}],"model":"x",
            "underlying":{"aggregates":[${wireBar}],"url":"https://service.test/v2/aggs/ticker/X:BTCUSD/range/1/day/1/2","took":5}},
            "next_url":"/v1/indicators/sma/X:BTCUSD?cursor=2","request_id":7,"status":"OK"}`,
          ),
          ScriptedTransport.text(
            `{"status":"OK","results":{"underlying":{"url":"https://service.test/v2","aggregates":null},"values":[{"timestamp":1708732800000}]},"next_url":"?cursor=3"}`,
          ),
          ScriptedTransport.text('{"next_url":"?cursor=4","results":null}'),
          ScriptedTransport.text('{"status":"OK","results":{"values":null}}'),
        ]),
      ),
    ),
  )

  it.effect(
    "reads a convergence/divergence, whose numbers may be absent, and a previous day, which may hold its ticker",
    () =>
      Effect.gen(function* () {
        const crypto = yield* Crypto
        const page = yield* crypto.macd({ cryptoTicker: "X:BTCUSD" })
        assert.deepStrictEqual(page.results, [macdValue, { timestamp: 1_708_819_200_000 }])
        const { results } = yield* crypto.previousDayBar({ cryptoTicker: "X:BTCUSD" })
        assert.deepStrictEqual(results, [{ ...bar, ticker: "X:BTCUSD" }, bar])
      }).pipe(
        Effect.provide(
          scripted([
            ScriptedTransport.text(
              `{"results":{"values":[{"histogram":51.25,"value":1.2535e3,"signal":1202.25,"timestamp":1708905600000,"trend":1},
            {"timestamp":1708819200000,"signal":null}],"underlying":null},"status":"OK"}`,
            ),
            ScriptedTransport.text(
              `{"status":"OK","ticker":"X:BTCUSD","results":[{"T":"X:BTCUSD",${wireBar.slice(1)},${wireBar}]}`,
            ),
          ]),
        ),
      ),
  )

  it.effect("reads trades under ticks, with what stands around them", () =>
    Effect.gen(function* () {
      const crypto = yield* Crypto
      const page = yield* crypto.trades(day)
      assert.deepStrictEqual(page, {
        status: "success",
        day: "2024-03-09",
        map: { p: "price" },
        msLatency: 1,
        symbol: "BTC-USD",
        type: "crypto",
        results: [trade, { ...trade, conditions: [], size: 120_000 }],
      })
      assert.deepStrictEqual(CryptoTrade.dateTime(page.results[0]!), DateTime.unsafeMake("2024-03-09T00:00:00.123Z"))
      assert.deepStrictEqual((yield* crypto.trades(day)).results, [])
    }).pipe(
      Effect.provide(
        scripted([
          ScriptedTransport.text(
            `{"day":"2024-03-09","map":{"p":"price"},"msLatency":1,"status":"success","symbol":"BTC-USD","type":"crypto","ticks":[
            {"c":[2],"i":"1709942400-0","p":62501.5,"s":0.00188217,"t":1709942400123,"x":1,"q":null},
            {"x":1.0,"t":1.709942400123e12,"s":1.2e5,"p":62501.50,"i":"1709942400-0","c":[]}]}`,
          ),
          ScriptedTransport.json({ status: "success", day: null, ticks: null }),
        ]),
      ),
    ),
  )

  it.effect("is mocked", () =>
    Effect.gen(function* () {
      const crypto = yield* Crypto
      assert.deepStrictEqual((yield* crypto.trades(day)).results, [trade])
      assert.deepStrictEqual(
        [...(yield* Stream.runCollect(crypto.sma.stream({ cryptoTicker: "X:BTCUSD" })))],
        [average],
      )
      assert.deepStrictEqual((yield* crypto.ema(averages)).results, [average])
      assert.deepStrictEqual((yield* crypto.rsi(averages)).results, [average])
      assert.deepStrictEqual((yield* crypto.macd(shared)).results, [macdValue])
      assert.deepStrictEqual((yield* crypto.previousDayBar({ cryptoTicker: "X:BTCUSD" })).results, [bar])
      assert.deepStrictEqual([...(yield* Stream.runCollect(crypto.bars.stream(streamed)))], [bar])
    }).pipe(
      Effect.provide(
        Mock.layer(Crypto, {
          bars: Mock.paged([bar]),
          previousDayBar: Mock.paged([bar]),
          sma: Mock.paged([average]),
          ema: Mock.paged([average]),
          rsi: Mock.paged([average]),
          macd: Mock.paged([macdValue]),
          trades: Mock.paged([trade]),
        }),
      ),
    ),
  )
})
