import { session } from "@candela/market/Calendar"
import { Store } from "@candela/sandbox/store/Store"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { connections, raw, stocksOf, stored, Tables, toBar, type Stored } from "./support.js"

const at = (text: string) => Date.parse(text)

/** What stock traded on a day, by the tables. */
const tradedOn = (date: string) =>
  Effect.flatMap(Store, (store) =>
    store.query<Stored & { readonly otc: boolean }>(
      `SELECT ticker, otc, t::DOUBLE AS t, o, h, l, c, v, vw, n::DOUBLE AS n FROM day_bars JOIN tickers USING (ticker)
       WHERE market IN ('stocks', 'otc') AND date = $1 ORDER BY ticker`,
      [date],
    ),
  )

describe("days", () => {
  layer(Layer.merge(connections["in process"], Tables), { excludeTestServices: true })((it) => {
    it.scoped("a market's day is one bar for each stock that traded, at 16:00 New York", () =>
      Effect.gen(function* () {
        const stocks = yield* stocksOf("key")
        const rows = yield* tradedOn("2024-03-14")
        const listed = rows.filter(({ otc }) => !otc)
        assert.isAbove(listed.length, 25)
        assert.isBelow(listed.length, rows.length)
        const { request_id, results, ...envelope } = yield* stocks.dailyMarketSummary({
          date: "2024-03-14",
          adjusted: false,
        })
        assert.match(request_id!, /^[0-9a-f]{32}$/)
        assert.deepStrictEqual(envelope, {
          status: "OK",
          adjusted: false,
          count: listed.length,
          queryCount: listed.length,
          resultsCount: listed.length,
        })
        const timestamp = at("2024-03-14T20:00:00Z")
        assert.deepStrictEqual(
          results,
          listed.map((row) => ({ ticker: row.ticker, ...toBar(row), timestamp })),
        )
        const all = yield* stocks.dailyMarketSummary({ date: "2024-03-14", adjusted: false, include_otc: true })
        assert.deepStrictEqual(
          all.results,
          rows.map((row) => ({ ticker: row.ticker, ...toBar(row), timestamp, ...(row.otc ? { otc: true } : {}) })),
        )
      }),
    )

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

    it.scoped("a market's day without trading has no bars, and a delisted stock has none after its last", () =>
      Effect.gen(function* () {
        const stocks = yield* stocksOf("key")
        for (const date of ["2024-03-16", "2024-03-29", "2030-01-01", "0001-01-01"]) {
          const { queryCount, results, resultsCount } = yield* stocks.dailyMarketSummary({ date })
          assert.deepStrictEqual([results.length, queryCount, resultsCount], [0, 0, 0])
        }
        const has = (date: string) =>
          Effect.map(stocks.dailyMarketSummary({ date }), ({ results }) =>
            results.some(({ ticker }) => ticker === "SPLK"),
          )
        assert.isTrue(yield* has("2024-03-15"))
        assert.isFalse(yield* has("2024-03-18"))
      }),
    )

    it.scoped("a stock's day is its regular session, what came before and after, and the whole volume", () =>
      Effect.gen(function* () {
        const stocks = yield* stocksOf("key")
        for (const date of ["2025-06-26", "2024-03-13"]) {
          const { close, midnight, open } = session(date)!
          const rows = yield* stored("minute_bars", "MSFT", midnight, midnight + 86_399_999)
          const during = rows.filter(({ t }) => t >= open && t < close)
          const before = rows.filter(({ t }) => t < open)
          const after = rows.filter(({ t }) => t >= close)
          assert.deepStrictEqual(yield* stocks.openClose({ stocksTicker: "MSFT", date, adjusted: false }), {
            status: "OK",
            from: date,
            symbol: "MSFT",
            open: during[0]!.o,
            high: Math.max(...during.map(({ h }) => h)),
            low: Math.min(...during.map(({ l }) => l)),
            close: during.at(-1)!.c,
            volume: rows.reduce((sum, { v }) => sum + v, 0),
            preMarket: before[0]!.o,
            afterHours: after.at(-1)!.c,
          })
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

    it.scoped("a stock's day says that it is over the counter, and only then", () =>
      Effect.gen(function* () {
        const stocks = yield* stocksOf("key")
        assert.isTrue((yield* stocks.openClose({ stocksTicker: "FNMA", date: "2025-06-26" })).otc)
        assert.notProperty(yield* stocks.openClose({ stocksTicker: "MSFT", date: "2025-06-26" }), "otc")
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

    it.scoped("a stock that no longer trades, or is not known, has no previous day", () =>
      Effect.gen(function* () {
        const stocks = yield* stocksOf("key")
        for (const stocksTicker of ["SPLK", "NOSUCH"]) {
          const none = yield* stocks.previousDayBar({ stocksTicker })
          assert.deepStrictEqual([none.results.length, none.queryCount, none.ticker], [0, 0, stocksTicker])
        }
      }),
    )

    it.scoped("rows have no fields beyond those of the specification", () =>
      Effect.gen(function* () {
        const bar = ["T", "c", "h", "l", "n", "o", "t", "v", "vw"]
        const rowsOf = (path: string) =>
          Effect.map(raw(path), ({ json }) => json["results"] as ReadonlyArray<Record<string, unknown>>)
        const grouped = yield* rowsOf("/v2/aggs/grouped/locale/us/market/stocks/2025-06-26?include_otc=true")
        for (const row of grouped) {
          assert.deepStrictEqual(Object.keys(row).sort(), row["T"] === "FNMA" ? [...bar, "otc"].sort() : bar)
        }
        assert.deepStrictEqual(Object.keys((yield* rowsOf("/v2/aggs/ticker/BRK.A/prev"))[0]!).sort(), bar)
        const bars = yield* rowsOf("/v2/aggs/ticker/BRK.A/range/1/day/2025-06-26/2025-06-26")
        assert.deepStrictEqual(Object.keys(bars[0]!).sort(), bar.slice(1))
        const day = (yield* raw("/v1/open-close/BRK.A/2025-06-26")).json
        assert.deepStrictEqual(Object.keys(day).sort(), [
          "afterHours",
          "close",
          "from",
          "high",
          "low",
          "open",
          "preMarket",
          "request_id",
          "status",
          "symbol",
          "volume",
        ])
      }),
    )
  })
})
