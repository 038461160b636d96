import { NotFound } from "@candela/core/MarketDataError"
import * as Mock from "@candela/core/Mock"
import * as Many from "@candela/history/Many"
import type { DayFailed, TickerFailed } from "@candela/history/ManyError"
import { midnight } from "@candela/market/TimeZone"
import { Stocks } from "@candela/stocks"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Logger, Stream, TestClock } from "effect"
import { bar } from "./support.js"

const now = TestClock.setTime(Date.parse("2024-03-14T20:00:00Z"))
const gone = new NotFound({ endpoint: "stocks.dailyMarketSummary", detail: "" })

/** A market of two stocks on each day, in no order. One day fails. */
const market = (failing?: string) =>
  Mock.layer(Stocks, {
    dailyMarketSummary: Mock.paged(({ date }) =>
      date === failing
        ? gone
        : ["B", "A"].map((ticker) => ({ ...bar(midnight("America/New_York", String(date)) + 57_600_000), ticker })),
    ),
    bars: Mock.paged(({ from, stocksTicker }) =>
      stocksTicker === failing ? gone : [bar(midnight("America/New_York", String(from)))],
    ),
  })

const range = { from: "2024-03-07", to: "2024-03-12" }

const summary = (rows: Iterable<Many.Row<{ readonly timestamp: number }>>) =>
  Array.from(rows, ({ ticker, timestamp }) => `${ticker} ${new Date(timestamp).toISOString().slice(5, 13)}`)

const rowsOf = (request: Many.DailyRequest, options?: Many.DailyOptions) =>
  Effect.flatMap(Stocks, (stocks) => Effect.map(Stream.runCollect(Many.daily(stocks, request, options)), summary))

describe("daily bars of many stocks", () => {
  it.effect("begin at midnight of New York, on both sides of a change of daylight-saving time", () =>
    Effect.gen(function* () {
      yield* now
      const days = ["03-07T05", "03-08T05", "03-11T04", "03-12T04"]
      assert.deepStrictEqual(
        yield* rowsOf(range),
        days.flatMap((day) => [`A ${day}`, `B ${day}`]),
      )
      assert.deepStrictEqual(
        yield* rowsOf({ ...range, tickers: ["B", "NONE", "A", "B"] }, { by: "day" }),
        days.flatMap((day) => [`B ${day}`, `A ${day}`]),
      )
    }).pipe(Effect.provide(market())),
  )

  it.effect("of a session that come without a row are asked for again, and what stays so is told", () => {
    const lost = new Map([
      ["2024-03-08", 1],
      ["2024-03-11", Infinity],
    ])
    const forgetful = Mock.layer(Stocks, {
      dailyMarketSummary: Mock.paged(({ date }) => {
        const left = lost.get(String(date)) ?? 0
        lost.set(String(date), left - 1)
        return left > 0 ? [] : [{ ...bar(midnight("America/New_York", String(date)) + 57_600_000), ticker: "A" }]
      }),
      bars: Mock.paged(() => [bar(0)]),
    })
    const texts: Array<string> = []
    const logger = Logger.make(({ message }) => texts.push([message].flat().join(" ")))
    return Effect.gen(function* () {
      yield* now
      assert.deepStrictEqual(yield* rowsOf(range), ["A 03-07T05", "A 03-08T05", "A 03-12T04"])
      assert.lengthOf(texts, 1)
      assert.include(texts[0], "no bars of any stock on 2024-03-11")
    }).pipe(Effect.provide(forgetful), Effect.provide(Logger.replace(Logger.defaultLogger, logger)))
  })

  it.effect("are not asked for before the records, nor in time to come", () =>
    Effect.gen(function* () {
      yield* now
      const stocks = yield* Stocks
      const { requests } = yield* Many.dailyPreview(stocks, { from: "2003-01-01", to: "2003-09-12" })
      assert.strictEqual(requests, 3)
      assert.deepStrictEqual(yield* rowsOf({ from: new Date("2024-03-13"), to: "2030-01-01" }), [
        "A 03-13T04",
        "B 03-13T04",
        "A 03-14T04",
        "B 03-14T04",
      ])
      assert.deepStrictEqual(yield* rowsOf({ from: "2024-03-16", to: "2024-03-01" }), [])
    }).pipe(Effect.provide(market())),
  )

  it.effect("fail with the day that failed, after the days before it", () =>
    Effect.gen(function* () {
      yield* now
      const stocks = yield* Stocks
      const rows: Array<Many.Row<{ readonly timestamp: number }>> = []
      const error = yield* Many.daily(stocks, range).pipe(
        Stream.runForEach((row) => Effect.sync(() => void rows.push(row))),
        Effect.flip,
      )
      assert.deepInclude(error, { _tag: "DayFailed", date: "2024-03-08", endpoint: "stocks.dailyMarketSummary" })
      assert.include(error.message, "2024-03-08: stocks.dailyMarketSummary: not found")
      assert.deepStrictEqual(summary(rows), ["A 03-07T05", "B 03-07T05"])
    }).pipe(Effect.provide(market("2024-03-08"))),
  )

  it.effect("go on without a day or a ticker that fails, and tell of it once at the end, in every run", () =>
    Effect.gen(function* () {
      yield* now
      for (const [failing, by, expected] of [
        ["2024-03-08", "day", ["A 03-07T05", "B 03-07T05", "A 03-11T04", "B 03-11T04"]],
        ["A", "ticker", ["B 03-07T05"]],
      ] as const) {
        const told: Array<ReadonlyArray<TickerFailed | DayFailed>> = []
        const onFailure = (failures: ReadonlyArray<TickerFailed | DayFailed>) =>
          Effect.sync(() => void told.push([...failures]))
        const rows = Effect.map(Stocks, (stocks) =>
          Many.daily(stocks, { from: "2024-03-07", to: "2024-03-11", tickers: ["A", "B"] }, { by, onFailure }),
        ).pipe(Stream.unwrap)
        for (let run = 1; run <= 2; run++) {
          const all = yield* Effect.provide(Stream.runCollect(rows), market(failing))
          assert.deepStrictEqual(summary(all), [...expected])
          assert.deepStrictEqual(
            told.map((failures) => failures.map((one) => (one._tag === "DayFailed" ? one.date : one.ticker))),
            Array.from({ length: run }, () => [failing]),
          )
        }
      }
    }),
  )

  it.effect("come in chunks of about 1,000 rows", () =>
    Effect.gen(function* () {
      yield* now
      const stocks = yield* Stocks
      const chunks = yield* Stream.runCollect(
        Stream.chunks(Many.daily(stocks, { from: "2024-03-07", to: "2024-03-07" })),
      )
      assert.deepStrictEqual(Array.from(chunks, Chunk.size), [1024, 1024, 452])
    }).pipe(
      Effect.provide(
        Mock.layer(Stocks, {
          dailyMarketSummary: Mock.paged(
            Array.from({ length: 2500 }, (_, index) => ({ ...bar(0), ticker: `T${index}` })),
          ),
        }),
      ),
    ),
  )

  it.effect("are asked for by day where the tickers do not fit, and refused where they must be asked for", () =>
    Effect.gen(function* () {
      yield* now
      const stocks = yield* Stocks
      const request = { ...range, tickers: ["A", "B"] }
      const preview = yield* Many.dailyPreview(stocks, request, { memory: 1000 })
      assert.deepInclude(preview, { by: "day", requestsBy: { day: 4, ticker: Infinity } })
      const error = yield* Effect.flip(Many.dailyPreview(stocks, request, { memory: 1000, by: "ticker" }))
      assert.strictEqual(error._tag, "TooManyTickers")
    }).pipe(Effect.provide(market())),
  )

  it.effect("are refused for days that are none", () =>
    Effect.gen(function* () {
      const stocks = yield* Stocks
      const error = yield* Effect.flip(Many.dailyPreview(stocks, { from: "2024-13-01", to: "2024-03-12" }))
      assert.match(error.message, /stocks\.bars: "from" must be a date as "yyyy-mm-dd"/)
      const none = yield* Effect.flip(Many.dailyPreview(stocks, range, { concurrency: 0 }))
      assert.match(none.message, /"concurrency" must be a whole number from 1 to 4096/)
    }).pipe(Effect.provide(market())),
  )
})
