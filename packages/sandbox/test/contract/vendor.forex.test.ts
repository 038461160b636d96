import { Forex } from "@candela/forex/Forex"
import type { ForexQuote } from "@candela/market/ForexQuote"
import { assert, describe, layer } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { serviceOf } from "./support.js"
import { assertIndicators, call, renamed, server, snapshotKeys, vendor, wireBar } from "./vendor.js"

/** A snapshot of ours under the keys of the wire. */
const wire = (row: unknown) => renamed(row, { ...snapshotKeys, ask: "a", bid: "b" })

/** A quote of ours, as far as a plain JSON parser can read it. */
const rounded = ({ participant_timestamp, ...rest }: ForexQuote) => ({
  ...rest,
  participant_timestamp: Number(participant_timestamp),
})

describe("the vendor's client gets what ours gets of currencies:", () => {
  layer(server, { excludeTestServices: true })((it) => {
    it.scoped("quotes in a range of dates and of nanoseconds, in either order", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const forex = yield* serviceOf(Forex)
        const [from, to] = ["1709733600000000001", "1709740800123456789"]
        for (const order of ["asc", "desc"] as const) {
          const common = { fxTicker: "C:EUR-USD", order, limit: 50_000, sort: "timestamp" as const }
          for (const [their, our] of [
            [{ timestamp: "2024-03-06" }, { timestamp: "2024-03-06" }],
            [
              { timestampGte: from, timestampLt: to },
              { "timestamp.gte": BigInt(from), "timestamp.lt": BigInt(to) },
            ],
            [
              { timestampGt: "2024-03-05", timestampLte: to },
              { "timestamp.gt": "2024-03-05", "timestamp.lte": BigInt(to) },
            ],
          ] as const) {
            const got = yield* call(() => theirs.getForexQuotes({ ...common, ...their } as never))
            const { results } = yield* forex.quotes({ ...common, ...our })
            assert.isAbove(results.length, 400)
            assert.deepEqual<unknown>(got.results, results.map(rounded))
          }
        }
      }),
    )

    it.scoped("quotes of many pages", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor({ pagination: true })
        const forex = yield* serviceOf(Forex)
        const request = { fxTicker: "C:EURGBP", timestamp: "2024-03-06" }
        const got = yield* call(() => theirs.getForexQuotes({ ...request, limit: 100 } as never))
        const rows = Chunk.toReadonlyArray(yield* Stream.runCollect(forex.quotes.stream(request)))
        assert.lengthOf(rows, 500)
        assert.sameDeepMembers(got.results as Array<unknown>, rows.map(rounded))
      }),
    )

    it.scoped("a conversion", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const forex = yield* serviceOf(Forex)
        for (const request of [
          { from: "EUR", to: "USD" },
          { from: "JPY", to: "EUR", amount: -1234.5, precision: 4 as const },
        ]) {
          const { request_id, ...got } = yield* call(() => theirs.getCurrencyConversion(request as never))
          assert.match(request_id, /^[0-9a-f]{32}$/)
          const { request_id: _, ...ours } = yield* forex.conversion(request)
          assert.deepEqual<unknown>(got, ours)
        }
      }),
    )

    it.scoped("the snapshots of all pairs and of some", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const forex = yield* serviceOf(Forex)
        for (const tickers of [undefined, ["C:EURUSD"], ["C:USDJPY", "C:EUR-USD"]]) {
          const got = yield* call(() => theirs.getForexSnapshotTickers(tickers === undefined ? {} : { tickers }))
          const { results } = yield* forex.snapshots({ tickers })
          assert.lengthOf(results, tickers?.length ?? 50)
          assert.deepEqual<unknown>(got.tickers, results.map(wire))
        }
      }),
    )

    it.scoped("the snapshot of a pair", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const forex = yield* serviceOf(Forex)
        const request = { ticker: "C:EURUSD" }
        const got = yield* call(() => theirs.getForexSnapshotTicker(request))
        assert.deepEqual<unknown>(got.ticker, wire(yield* forex.snapshot(request)))
      }),
    )

    it.scoped("movers", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const forex = yield* serviceOf(Forex)
        for (const direction of ["gainers", "losers"] as const) {
          const got = yield* call(() => theirs.getForexSnapshotDirection({ direction } as never))
          const { results } = yield* forex.movers({ direction })
          assert.isNotEmpty(results)
          assert.deepEqual<unknown>(got.tickers, results.map(wire))
        }
      }),
    )

    it.scoped("bars of any size, in either order", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const forex = yield* serviceOf(Forex)
        for (const [timespan, multiplier, from, to] of [
          ["day", 1, "2024-01-01", "2025-06-30"],
          ["hour", 4, "2025-06-20", "2025-06-26"],
          ["week", 1, "2024-01-01", "2024-12-31"],
        ] as const) {
          for (const sort of ["asc", "desc"] as const) {
            const request = { forexTicker: "C:USDJPY", multiplier, timespan, from, to, sort, limit: 50_000 }
            const got = yield* call(() => theirs.getForexAggregates(request as never))
            const page = yield* forex.bars(request)
            assert.isAbove(page.results.length, 20)
            assert.deepEqual<unknown>(got.results, page.results.map(wireBar))
          }
        }
      }),
    )

    it.scoped("the previous day", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const forex = yield* serviceOf(Forex)
        const request = { forexTicker: "C:EUR-USD", adjusted: false }
        const got = yield* call(() => theirs.getPreviousForexAggregates(request))
        const { results, ticker } = yield* forex.previousDayBar(request)
        assert.deepEqual<unknown>(
          [got.ticker, got.results],
          [ticker, results.map((bar) => ({ T: ticker, ...wireBar(bar) }))],
        )
      }),
    )

    it.scoped("indicators, with and without their bars", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const forex = yield* serviceOf(Forex)
        const methods = { sma: "getForexSMA", ema: "getForexEMA", rsi: "getForexRSI", macd: "getForexMACD" } as const
        yield* assertIndicators(
          (name, request) => call(() => theirs[methods[name]]({ fxTicker: "C:EURUSD", ...request } as never)),
          (name, request) => forex[name]({ fxTicker: "C:EURUSD", ...request }),
        )
      }),
    )

    it.scoped("the last quote", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const forex = yield* serviceOf(Forex)
        for (const request of [
          { from: "EUR", to: "USD" },
          { from: "JPY", to: "EUR" },
        ]) {
          const { request_id, ...got } = yield* call(() => theirs.getLastCurrencyQuote(request))
          assert.match(request_id, /^[0-9a-f]{32}$/)
          const { request_id: _, ...ours } = yield* forex.lastQuote(request)
          assert.deepEqual<unknown>(got, ours)
        }
      }),
    )
  })
})
