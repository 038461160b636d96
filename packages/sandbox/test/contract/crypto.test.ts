import type { MarketDataError } from "@candela/core/MarketDataError"
import { Crypto } from "@candela/crypto/Crypto"
import type { CryptoHistoricTrade } from "@candela/crypto/HistoricTrades"
import type { Bar } from "@candela/market/Bar"
import type { Timespan } from "@candela/market/Timespan"
import * as Window from "@candela/market/Window"
import { defaultNow } from "@candela/sandbox/dataset/Dataset"
import { round } from "@candela/sandbox/numbers/Rounding"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option, Stream, Struct } from "effect"
import { connections, type keys, raw, serviceOf, stored, Tables, toBar } from "./support.js"

const cryptoOf = (key: keyof typeof keys | (string & {}) = "key") => serviceOf(Crypto, key)

const at = (text: string) => Date.parse(text)
const minute = 60_000

const days: Crypto.BarsRequest = {
  cryptoTicker: "X:BTCUSD",
  multiplier: 1,
  timespan: "day",
  from: "2025-06-02",
  to: "2025-06-29",
}

/** What a bar of several must be. */
const combined = (timestamp: number, bars: ReadonlyArray<Bar>): Bar => {
  const volume = bars.reduce((sum, bar) => sum + bar.volume, 0)
  const high = Math.max(...bars.map((bar) => bar.high))
  const low = Math.min(...bars.map((bar) => bar.low))
  return {
    timestamp,
    open: bars[0]!.open,
    high,
    low,
    close: bars.at(-1)!.close,
    volume: round(volume, 8),
    vwap:
      bars.length === 1
        ? bars[0]!.vwap!
        : round(bars.reduce((sum, bar) => sum + bar.volume * bar.vwap!, 0) / volume, 8),
    transactions: bars.reduce((sum, bar) => sum + bar.transactions!, 0),
  }
}

/** The bars of each window. */
const windows = (multiplier: number, timespan: Timespan, bars: ReadonlyArray<Bar>) => {
  const groups = new Map<number, Array<Bar>>()
  for (const bar of bars) {
    const start = Window.start({ multiplier, timespan, zone: "UTC" }, bar.timestamp)
    const known = groups.get(start)
    if (known === undefined) groups.set(start, [bar])
    else known.push(bar)
  }
  return [...groups].map(([start, bars]) => combined(start, bars))
}

/** A trade as a bar of its own. */
const barOf = ({ price, size, timestamp }: CryptoHistoricTrade): Bar => ({
  timestamp,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: size!,
  vwap: price,
  transactions: 1,
})

describe("crypto", () => {
  layer(Layer.merge(connections["in process"], Tables), { excludeTestServices: true })((it) => {
    it.scoped("bars are not changed by adjusted, nor by a hyphen in the ticker", () =>
      Effect.gen(function* () {
        const crypto = yield* cryptoOf()
        const { results } = yield* crypto.bars(days)
        const traded = yield* crypto.bars({ ...days, adjusted: false })
        assert.isFalse(traded.adjusted)
        assert.deepStrictEqual(traded.results, results)
        const page = yield* crypto.bars({ ...days, cryptoTicker: "X:BTC-USD" })
        assert.deepStrictEqual([page.ticker, page.results], ["X:BTCUSD", results])
      }),
    )

    it.scoped("bars of each market come from one path, told apart by the ticker's prefix", () =>
      Effect.gen(function* () {
        for (const [ticker, t] of [
          ["AAPL", at("2025-06-27T04:00Z")],
          ["X:BTCUSD", at("2025-06-27")],
          ["X%3ABTCUSD", at("2025-06-27")],
        ] as const) {
          const { json, status } = yield* raw(`/v2/aggs/ticker/${ticker}/range/1/day/2025-06-27/2025-06-27`)
          assert.strictEqual(status, 200)
          assert.strictEqual(json["ticker"], decodeURIComponent(ticker))
          assert.deepStrictEqual(
            (json["results"] as ReadonlyArray<{ readonly t: number }>).map((bar) => bar.t),
            [t],
          )
        }
      }),
    )

    it.scoped("an hour is one bar where its minutes are combined in several turns", () =>
      Effect.gen(function* () {
        const crypto = yield* cryptoOf()
        const asked = { ...days, timespan: "hour", from: "2025-05-22", to: "2025-06-29", limit: 50_000 } as const
        const { queryCount, results } = yield* crypto.bars(asked)
        assert.isAbove(queryCount!, 45_000)
        const start = results[0]!.timestamp
        assert.deepStrictEqual(
          results.map(({ timestamp }) => timestamp),
          results.map((_, index) => start + index * 60 * minute),
        )
      }),
    )

    it.scoped("bars and averages of a pair that is not known are none, and its trades are NotFound", () =>
      Effect.gen(function* () {
        const crypto = yield* cryptoOf()
        const bars = yield* crypto.bars({ ...days, cryptoTicker: "X:NOSUCHUSD" })
        assert.deepStrictEqual([bars.results, bars.queryCount], [[], 0])
        const sma = yield* crypto.sma({ cryptoTicker: "X:NOSUCHUSD", expand_underlying: true })
        assert.deepStrictEqual([sma.results, sma.underlying!.aggregates], [[], []])
        const { json } = yield* raw(sma.underlying!.url!)
        assert.notProperty(json, "results")
        for (const request of [
          { from: "NOSUCH", to: "USD", date: "2024-03-09" },
          // The codes of X:BTCUSD, cut at another place.
          { from: "BT", to: "CUSD", date: "2024-03-09" },
          // The data begin later.
          { from: "BTC", to: "USD", date: "2023-06-30" },
          { from: "BTC", to: "USD", date: "2025-07-01" },
        ]) {
          const error = yield* Effect.flip(crypto.historicTrades(request))
          assert.deepInclude(error, { _tag: "NotFound", endpoint: "crypto.historicTrades", status: 404 })
        }
      }),
    )

    it.scoped("trades of a day come in the order of time, 100 by default, with what stands around them", () =>
      Effect.gen(function* () {
        const crypto = yield* cryptoOf()
        const request = { from: "BTC", to: "USD", date: "2024-03-09" }
        const { request_id, results, ...envelope } = yield* crypto.historicTrades(request)
        assert.match(request_id!, /^[0-9a-f]{32}$/)
        assert.deepStrictEqual(envelope, {
          status: "OK",
          count: 100,
          day: "2024-03-09",
          map: { c: "conditions", i: "id", p: "price", s: "size", t: "timestamp", x: "exchange" },
          msLatency: 0,
          symbol: "BTC-USD",
          type: "crypto",
        })
        assert.strictEqual(results.length, 100)
        const times = results.map(({ timestamp }) => timestamp)
        assert.isTrue(times.every((time, index) => index === 0 || time > times[index - 1]!))
        assert.isTrue(results.every(({ conditions }) => conditions?.length === 1))
        assert.deepStrictEqual(
          (yield* crypto.historicTrades({ ...request, date: new Date("2024-03-09T23:00Z") })).results,
          results,
        )
      }),
    )

    it.scoped("trades continue after an offset: the parts are the day, which makes its minute bars", () =>
      Effect.gen(function* () {
        const crypto = yield* cryptoOf()
        for (const [from, limits] of [
          ["LTC", [20, 1_000]],
          ["SOL", [2_000]],
        ] as const) {
          const request = { from, to: "USD", date: "2024-03-09" }
          for (const limit of limits) {
            const parts = yield* Stream.runCollect(
              Stream.paginateEffect(0, (offset) =>
                Effect.map(crypto.historicTrades({ ...request, limit, offset }), ({ results }) => {
                  assert.isAtMost(results.length, limit)
                  const next = Option.map(Option.fromNullable(results.at(-1)), ({ timestamp }) => timestamp)
                  return [results, next] as const
                }),
              ),
            )
            const trades = [...parts].flat()
            assert.strictEqual(new Set(trades.map(({ id }) => id)).size, trades.length)
            const minutes = yield* stored("minute_bars", `X:${from}USD`, at("2024-03-09"), at("2024-03-10") - 1)
            assert.deepStrictEqual(
              windows(1, "minute", trades.map(barOf)).map((bar) => Struct.omit(bar, "vwap")),
              minutes.map(toBar).map((bar) => Struct.omit(bar, "vwap")),
            )
          }
        }
      }),
    )

    it.scoped("trades of the present day are those of the minutes that are over", () =>
      Effect.gen(function* () {
        const crypto = yield* cryptoOf()
        const offset = defaultNow - 20 * minute
        const { results } = yield* crypto.historicTrades({
          from: "BTC",
          to: "USD",
          date: "2025-06-30",
          offset,
          limit: 10_000,
        })
        const minutes = yield* stored("minute_bars", "X:BTCUSD", offset, defaultNow)
        assert.deepStrictEqual(
          windows(1, "minute", results.map(barOf)).map(({ timestamp }) => timestamp),
          minutes.map(({ t }) => t),
        )
        const later = yield* crypto.historicTrades({ from: "BTC", to: "USD", date: "2025-06-30", offset: defaultNow })
        assert.deepStrictEqual(later.results, [])
      }),
    )

    it.scoped("what is too new for a plan, or too old, is not shown", () =>
      Effect.gen(function* () {
        const basic = yield* cryptoOf("basic-key")
        const seen = defaultNow - 8 * 60 * minute
        const sma = yield* basic.sma({
          cryptoTicker: "X:BTCUSD",
          timespan: "minute",
          window: 2,
          expand_underlying: true,
        })
        assert.strictEqual(sma.status, "DELAYED")
        assert.isTrue(sma.underlying!.aggregates!.every(({ timestamp }) => timestamp + minute <= seen))
        const trades = yield* basic.historicTrades({
          from: "BTC",
          to: "USD",
          date: "2025-06-30",
          offset: seen - 10 * minute,
          limit: 10_000,
        })
        assert.isAbove(trades.results.length, 10)
        assert.isTrue(trades.results.every(({ timestamp }) => timestamp < seen))
        // Two years of history begin on the day of now, two years ago.
        const oldest = yield* basic.sma({ cryptoTicker: "X:BTCUSD", window: 1, order: "asc", limit: 1 })
        assert.deepStrictEqual(oldest.results[0]!.timestamp, at("2023-07-03"))
        const calls: ReadonlyArray<Effect.Effect<unknown, MarketDataError>> = [
          basic.sma({ cryptoTicker: "X:BTCUSD", "timestamp.gte": "2023-06-01" }),
          basic.sma({ cryptoTicker: "X:BTCUSD", "timestamp.lt": "2023-06-01" }),
          basic.historicTrades({ from: "BTC", to: "USD", date: "2023-06-01" }),
          basic.bars({ ...days, from: "2023-06-01" }),
        ]
        for (const call of calls) {
          assert.deepInclude(yield* Effect.flip(call), { _tag: "Unauthorized", reason: "NotEntitled", status: 403 })
        }
      }),
    )
  })
})
