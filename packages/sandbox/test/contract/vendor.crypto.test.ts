import { Crypto } from "@candela/crypto/Crypto"
import type { CryptoTrade } from "@candela/crypto/Trades"
import { assert, describe, layer } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { serviceOf } from "./support.js"
import { assertIndicators, call, renamed, server, snapshotKeys, vendor, wireBar } from "./vendor.js"

/** A trade of ours under the wire's names. */
const wireTrade = ({ conditions, exchange, id, price, size, timestamp }: CryptoTrade) => ({
  c: conditions,
  i: id,
  p: price,
  s: size,
  t: timestamp,
  x: exchange,
})

describe("the vendor's client gets what ours gets of crypto pairs:", () => {
  layer(server, { excludeTestServices: true })((it) => {
    it.scoped("bars of any size, in either order", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const crypto = yield* serviceOf(Crypto)
        for (const [timespan, multiplier, from, to] of [
          ["day", 1, "2024-01-01", "2025-06-30"],
          ["hour", 4, "2025-06-20", "2025-06-26"],
          ["minute", 15, "2024-03-09", "2024-03-09"],
          ["second", 30, "2025-06-26", "2025-06-26"],
          ["week", 1, "2024-01-01", "2024-12-31"],
        ] as const) {
          for (const sort of ["asc", "desc"] as const) {
            const request = { cryptoTicker: "X:SOLUSD", multiplier, timespan, from, to, sort, limit: 50_000 }
            const got = yield* call(() => theirs.getCryptoAggregates(request as never))
            const page = yield* crypto.bars(request)
            assert.isAbove(page.results.length, 20)
            assert.deepEqual<unknown>(got.results, page.results.map(wireBar))
            assert.deepEqual<unknown>(
              [got.ticker, got.adjusted, got.queryCount, got.resultsCount],
              [page.ticker, page.adjusted, page.queryCount, page.resultsCount],
            )
          }
        }
      }),
    )

    it.scoped("bars of many pages, which it puts in an order of its own", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor({ pagination: true })
        const crypto = yield* serviceOf(Crypto)
        const request = {
          cryptoTicker: "X:BTCUSD",
          multiplier: 1,
          timespan: "day",
          from: "2024-01-01",
          to: "2024-03-31",
        } as const
        const got = yield* call(() => theirs.getCryptoAggregates({ ...request, limit: 20 } as never))
        const rows = Chunk.toReadonlyArray(yield* Stream.runCollect(crypto.bars.stream(request)))
        assert.lengthOf(rows, 91)
        assert.sameDeepMembers(got.results as Array<unknown>, rows.map(wireBar))
      }),
    )

    it.scoped("indicators, with and without their bars", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const crypto = yield* serviceOf(Crypto)
        const methods = {
          sma: "getCryptoSMA",
          ema: "getCryptoEMA",
          rsi: "getCryptoRSI",
          macd: "getCryptoMACD",
        } as const
        yield* assertIndicators(
          (name, request) => call(() => theirs[methods[name]]({ cryptoTicker: "X:BTCUSD", ...request } as never)),
          (name, request) => crypto[name]({ cryptoTicker: "X:BTCUSD", ...request }),
        )
      }),
    )

    it.scoped("the previous day", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const crypto = yield* serviceOf(Crypto)
        const request = { cryptoTicker: "X:BTC-USD", adjusted: false }
        const got = yield* call(() => theirs.getPreviousCryptoAggregates(request))
        const { results, ticker } = yield* crypto.previousDayBar(request)
        assert.deepEqual<unknown>(
          [got.ticker, got.results],
          [ticker, results.map((bar) => ({ T: ticker, ...wireBar(bar) }))],
        )
      }),
    )

    it.scoped("the trades of a day, one part after the other", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const crypto = yield* serviceOf(Crypto)
        let offset = 0
        for (const limit of [undefined, 10, 1_000]) {
          const request = { from: "ETH", to: "USD", date: "2024-03-09", offset, ...(limit && { limit }) }
          const answer = yield* call(() => theirs.deprecatedGetHistoricCryptoTrades(request))
          const { request_id, ...got } = answer as typeof answer & { readonly request_id?: string }
          assert.match(request_id!, /^[0-9a-f]{32}$/)
          const { request_id: _, results, ...rest } = yield* crypto.trades(request)
          assert.lengthOf(results, limit ?? 100)
          assert.deepEqual<unknown>(got, { ...rest, count: results.length, ticks: results.map(wireTrade) })
          offset = results.at(-1)!.timestamp
        }
      }),
    )

    it.scoped("snapshots and movers", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const crypto = yield* serviceOf(Crypto)
        const wire = (row: unknown) => renamed(row, snapshotKeys)
        for (const tickers of [undefined, ["X:BTC-USD", "X:ETHUSD", "X:XXXYYY"]]) {
          const got = yield* call(() => theirs.getCryptoSnapshotTickers(tickers === undefined ? {} : { tickers }))
          const { results } = yield* crypto.snapshots({ tickers })
          assert.lengthOf(results, tickers === undefined ? 83 : 2)
          assert.deepEqual<unknown>(got.tickers, results.map(wire))
        }
        for (const direction of ["gainers", "losers"] as const) {
          const got = yield* call(() => theirs.getCryptoSnapshotDirection({ direction } as never))
          const { results } = yield* crypto.movers({ direction })
          assert.isNotEmpty(results)
          assert.deepEqual<unknown>(got.tickers, results.map(wire))
        }
        const request = { ticker: "X:BTC-USD" }
        const one = yield* call(() => theirs.getCryptoSnapshotTicker(request))
        assert.deepEqual<unknown>(one.ticker, wire(yield* crypto.snapshot(request)))
      }),
    )
  })
})
