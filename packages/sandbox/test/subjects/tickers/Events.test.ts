import { dateOfDay, dayNumber } from "@candela/market/TimeZone"
import { Reference } from "@candela/reference/Reference"
import * as DailySummary from "@candela/sandbox/subjects/bars/DailySummary"
import * as Dataset from "@candela/sandbox/dataset/Dataset"
import { eventsOf } from "@candela/sandbox/subjects/tickers/Events"
import * as PointInTime from "@candela/sandbox/subjects/tickers/PointInTime"
import { Store } from "@candela/sandbox/store/Store"
import { runs } from "@candela/support/seeded"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, FastCheck } from "effect"
import { Tables } from "../../contract/support.js"

const tickersOf = (id: string) =>
  Effect.map(eventsOf(id, Dataset.defaultNow), (found) =>
    found?.events?.map(({ date, ticker_change }) => [date, ticker_change?.ticker]),
  )

interface Held {
  readonly ticker: string
  readonly name: string
  readonly active: boolean
  readonly composite_figi: string
}

const heldOn = (day: string) =>
  Effect.flatMap(Store, ({ query }) =>
    query<Held>(
      `SELECT ticker, name, active, composite_figi FROM (${PointInTime.tickersOn("$1")}) WHERE composite_figi IS NOT NULL`,
      [day],
    ),
  )

describe("the events of tickers", () => {
  layer(Tables)((it) => {
    it.effect("are all tickers of a company, the latest first, by any of its ids", () =>
      Effect.gen(function* () {
        const meta = [
          ["2022-06-09", "META"],
          ["2012-05-18", "FB"],
        ]
        assert.deepStrictEqual(yield* tickersOf("META"), meta)
        assert.deepStrictEqual(yield* tickersOf("FB"), meta)
        const { cik, composite_figi, name } = (yield* eventsOf("META", Dataset.defaultNow))!
        assert.deepStrictEqual([name, cik], ["Meta Platforms, Inc. Class A", "0001326801"])
        assert.deepStrictEqual(yield* tickersOf(composite_figi!), meta)
        const [{ cusip }] = (yield* (yield* Store).query("SELECT cusip FROM tickers WHERE ticker = 'META'")) as [
          { readonly cusip: string },
        ]
        assert.deepStrictEqual(yield* tickersOf(cusip), meta)
        // One that never changed its ticker has an event, too; older ones that of the records' first day.
        assert.deepStrictEqual(yield* tickersOf("AAPL"), [["2003-09-10", "AAPL"]])
        assert.isUndefined(yield* tickersOf("aapl"))
        assert.isUndefined(yield* tickersOf("X:BTCUSD"))
      }),
    )

    it.effect("are those of the company that has a ticker now, not of the one that had it before", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* tickersOf("DOC"), [
          ["2024-03-04", "DOC"],
          ["2003-09-10", "PEAK"],
        ])
        const before = (yield* heldOn("2024-03-01")).find(({ ticker }) => ticker === "DOC")!
        assert.strictEqual(before.name, "Physicians Realty Trust")
        assert.deepStrictEqual(yield* tickersOf(before.composite_figi), [["2013-07-19", "DOC"]])
      }),
    )

    it.effect(
      "agree with the list of tickers on each day: a ticker is one company on each day, and a company has one",
      () =>
        Effect.gen(function* () {
          const store = yield* Store
          const check = (day: string) =>
            Effect.gen(function* () {
              const held = yield* heldOn(day)
              assert.strictEqual(new Set(held.map(({ ticker }) => ticker)).size, held.length, day)
              const active = held.filter((company) => company.active)
              assert.strictEqual(new Set(active.map(({ composite_figi }) => composite_figi)).size, active.length, day)
              for (const { composite_figi, ticker } of active.filter(({ ticker }) =>
                /^(META|FB|DOC|PEAK)$/.test(ticker),
              )) {
                const events = (yield* tickersOf(composite_figi))!
                assert.strictEqual(events.find(([date]) => date! <= day)?.[1], ticker, day)
              }
            })
          yield* Effect.forEach(["2022-06-08", "2022-06-09", "2024-03-01", "2024-03-03", "2024-03-04"], check)
          yield* Effect.promise(() =>
            FastCheck.assert(
              FastCheck.asyncProperty(
                FastCheck.integer({ min: dayNumber("2013-08-01"), max: dayNumber("2025-06-30") }),
                (day) => Effect.runPromise(Effect.provideService(check(dateOfDay(day)), Store, store)),
              ),
              { numRuns: runs(80) },
            ),
          )
        }),
    )

    it.effect("end the bars of the old ticker on its last day, and begin those of the new one on its first", () =>
      Effect.gen(function* () {
        const { query } = yield* Store
        const days = (ticker: string, from: string, to: string) =>
          Effect.map(
            query<{ readonly date: string; readonly c: number; readonly session_open: number }>(
              "SELECT date, c, session_open FROM day_bars WHERE ticker = $1 AND date BETWEEN $2 AND $3 ORDER BY date",
              [ticker, from, to],
            ),
            (rows) => rows,
          )
        const peak = yield* days("PEAK", "2023-07-03", "2025-06-30")
        assert.deepStrictEqual([peak[0]!.date, peak.at(-1)!.date], ["2023-07-03", "2024-03-01"])
        const doc = yield* days("DOC", "2024-02-29", "2024-03-05")
        assert.deepStrictEqual(
          doc.map(({ date }) => date),
          ["2024-02-29", "2024-03-01", "2024-03-04", "2024-03-05"],
        )
        // A day's summary has each ticker once.
        const summary = yield* DailySummary.summary({
          ...{
            of: DailySummary.markets.stocks,
            adjusted: true,
            date: "2024-03-01",
            includeOtc: true,
            now: Dataset.defaultNow,
          },
        })
        const tickers = summary.map(({ ticker }) => ticker)
        assert.includeMembers(tickers, ["DOC", "PEAK"])
        assert.strictEqual(new Set(tickers).size, tickers.length)
        // The price goes on under the new ticker; that of the company before was another one.
        assert.closeTo(doc[2]!.session_open / peak.at(-1)!.c, 1, 0.05)
        assert.isBelow(doc[1]!.c, 0.9 * peak.at(-1)!.c)
      }),
    )
  })
})

describe("the types of tickers", () => {
  layer(Tables)((it) => {
    it.effect("are those that the list of tickers can be filtered by, each once, and all that its rows have", () =>
      Effect.gen(function* () {
        const { query } = yield* Store
        const codes = (yield* query<{ readonly code: string }>("SELECT code FROM ticker_types")).map(({ code }) => code)
        const { kind } = Reference.endpoints.tickers.params.type
        assert.sameMembers(codes, [...(kind as unknown as { readonly values: ReadonlyArray<string> }).values])
        const rows = yield* query<{ readonly type: string }>("SELECT DISTINCT type FROM tickers WHERE type IS NOT NULL")
        assert.includeMembers(
          codes,
          rows.map(({ type }) => type),
        )
      }),
    )
  })
})
