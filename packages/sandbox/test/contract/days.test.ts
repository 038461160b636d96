import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { connections, stocksOf, stored, Tables, toBar } from "./support.js"

const at = (text: string) => Date.parse(text)

describe("days", () => {
  layer(Layer.merge(connections["in process"], Tables), { excludeTestServices: true })((it) => {
    it.scoped("a market's day agrees with each stock's own bars, adjusted or not", () =>
      Effect.gen(function* () {
        const stocks = yield* stocksOf("key")
        const date = "2024-03-08"
        for (const adjusted of [undefined, true, false]) {
          const summary = yield* stocks.dailyMarketSummary({ date, adjusted })
          for (const ticker of ["ODFL", "NVDA", "SPCE", "MSFT"]) {
            const { timestamp, ticker: _, ...row } = summary.results.find((row) => row.ticker === ticker)!
            const request = { multiplier: 1, timespan: "day", from: date, to: date, adjusted } as const
            const [bar] = (yield* stocks.bars({ stocksTicker: ticker, ...request })).results
            assert.deepStrictEqual({ ...row, timestamp: bar!.timestamp }, bar)
            assert.strictEqual(timestamp - bar!.timestamp, 16 * 3_600_000)
          }
        }
      }),
    )

    it.scoped("a stock's day is adjusted for splits unless it is not wanted", () =>
      Effect.gen(function* () {
        const stocks = yield* stocksOf("key")
        const day = (date: string, adjusted?: boolean) => stocks.openClose({ stocksTicker: "ODFL", date, adjusted })
        const traded = yield* day("2024-03-08", false)
        const adjusted = yield* day("2024-03-08")
        for (const key of ["open", "high", "low", "close", "preMarket", "afterHours"] as const) {
          assert.closeTo(adjusted[key]!, traded[key]! / 2, 1e-4)
        }
        assert.strictEqual(adjusted.volume, traded.volume! * 2)
        assert.deepStrictEqual(yield* day("2024-03-08", true), adjusted)
        assert.deepStrictEqual(yield* day("2024-03-11"), yield* day("2024-03-11", false))
      }),
    )

    it.scoped("a stock's day is not found where it did not trade", () =>
      Effect.gen(function* () {
        const stocks = yield* stocksOf("key")
        for (const [stocksTicker, date] of [
          ["NOSUCH", "2025-06-26"],
          ["msft", "2025-06-26"],
          ["MSFT", "2025-06-28"],
          ["MSFT", "2025-06-19"],
          ["MSFT", "1999-06-28"],
          ["MSFT", "2025-07-01"],
          ["SPLK", "2024-03-18"],
        ] as const) {
          const error = yield* Effect.flip(stocks.openClose({ stocksTicker, date }))
          assert.strictEqual(error._tag, "NotFound")
          assert.include(error.message, "stocks.openClose: not found (404, request ")
        }
      }),
    )

    it.scoped("the previous day is the last one that is over", () =>
      Effect.gen(function* () {
        const stocks = yield* stocksOf("key")
        const [row] = yield* stored("day_bars", "TSLA", at("2025-06-27T04:00Z"), at("2025-06-27T04:00Z"))
        const { request_id, results, ...envelope } = yield* stocks.previousDayBar({ stocksTicker: "TSLA" })
        assert.match(request_id!, /^[0-9a-f]{32}$/)
        assert.deepStrictEqual(results, [{ ticker: "TSLA", ...toBar(row!) }])
        assert.deepStrictEqual(envelope, {
          status: "OK",
          ticker: "TSLA",
          adjusted: true,
          count: 1,
          queryCount: 1,
          resultsCount: 1,
        })
        assert.isFalse((yield* stocks.previousDayBar({ stocksTicker: "TSLA", adjusted: false })).adjusted)
      }),
    )
  })
})
