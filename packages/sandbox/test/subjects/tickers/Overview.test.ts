import { midnight } from "@candela/market/TimeZone"
import { all } from "@candela/sandbox/dataset/all"
import * as Bars from "@candela/sandbox/subjects/bars/StoredBars"
import * as Generator from "@candela/sandbox/generate/Generator"
import { figures } from "@candela/sandbox/subjects/tickers/TickerDetails"
import * as Tickers from "@candela/sandbox/subjects/tickers/Tickers"
import { Store } from "@candela/sandbox/store/Store"
import { overview } from "@candela/sandbox/subjects/tickers/Overview"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"

const zone = "America/New_York"

const bar = { ticker: "T", o: 1, h: 100, l: 1, v: 1, vw: 1, n: 1 }

const day = (date: string, c: number): Bars.DayBar => ({
  ...bar,
  date,
  t: midnight(zone, date),
  c,
  session_open: null,
  session_high: null,
  session_low: null,
  session_close: null,
  pre_market: null,
  after_hours: null,
})

const filed = (period_end: string, filing_date: string, shares: number) => ({
  ticker: "T",
  share_class_shares_outstanding: shares,
  weighted_shares_outstanding: 2 * shares,
  period_end,
  filing_date,
})

/** T was listed as Old on 2024-01-10, renamed on 2024-02-01 and delisted on 2024-06-03. */
const rows = Effect.gen(function* () {
  const store = yield* Store
  yield* Generator.createTables(store, all)
  const facts = { synthetic: true, list_date: "2024-01-10", former_name: "Old", renamed_date: "2024-02-01" }
  yield* Tickers.table.append(store, [
    {
      ...Tickers.imported("T", "New"),
      ...facts,
      delisted_utc: "2024-06-03T00:00:00Z",
      delisted_date: "2024-06-03",
      last_updated_utc: "2024-06-03T00:00:00Z",
    },
    Tickers.imported("U", "U"),
  ])
  yield* figures.append(store, [filed("2023-12-31", "2024-02-20", 10), filed("2024-03-31", "2024-05-02", 20)])
  yield* Bars.dayBars.append(store, [
    day("2024-01-10", 5),
    day("2024-01-12", 6),
    day("2024-04-01", 7),
    day("2024-05-31", 8),
  ])
  yield* Bars.minuteBars.append(
    store,
    ["09:30", "09:31", "09:32"].map((time, index) => ({
      ...bar,
      t: Date.parse(`2024-05-31T${time}:00-04:00`),
      c: 8.1 + index,
    })),
  )
})

const noon = (date: string) => Date.parse(`${date}T12:00:00-04:00`)

describe("the overview of a ticker", () => {
  layer(Layer.tap(Store.layer({}), (context) => Effect.provide(rows, context)))((it) => {
    const on = (date: string | undefined, now = noon("2024-12-31")) => overview({ ticker: "T", date, now })

    it.effect("is there from the day on which it was listed", () =>
      Effect.gen(function* () {
        assert.isUndefined(yield* on("2024-01-09"))
        for (const date of [undefined, "2024-01-10", "9999-12-31"]) {
          assert.isUndefined(yield* on(date, noon("2024-01-09")))
        }
        assert.strictEqual((yield* on("2024-01-10"))!.list_date, "2024-01-10")
        assert.isUndefined(yield* overview({ ticker: "t", now: noon("2024-12-31") }))
        assert.notProperty(yield* overview({ ticker: "U", date: "0001-01-01", now: noon("2024-12-31") }), "list_date")
      }),
    )

    it.effect("has the figures of the last period that is over, though it was filed later, but not before", () =>
      Effect.gen(function* () {
        const sharesOn = (date: string | undefined, now?: number) =>
          Effect.map(on(date, now), (found) => found!.share_class_shares_outstanding)
        assert.strictEqual(yield* sharesOn("2024-01-10"), 10)
        assert.strictEqual(yield* sharesOn("2024-03-30"), 10)
        assert.strictEqual(yield* sharesOn("2024-03-31"), 20)
        assert.isUndefined(yield* sharesOn(undefined, noon("2024-02-19")))
        assert.strictEqual(yield* sharesOn(undefined, noon("2024-02-20")), 10)
        assert.strictEqual(yield* sharesOn("2024-04-15", noon("2024-05-01")), 10)
        assert.strictEqual(yield* sharesOn("2024-04-15", noon("2024-05-02")), 20)
      }),
    )

    it.effect("has the latest close times the weighted shares, on the day of now the close so far", () =>
      Effect.gen(function* () {
        const worthOn = (date: string | undefined, now?: number) =>
          Effect.map(on(date, now), (found) => found!.market_cap)
        assert.strictEqual(yield* worthOn("2024-01-10"), 5 * 20)
        assert.strictEqual(yield* worthOn("2024-01-11"), 5 * 20)
        assert.strictEqual(yield* worthOn("2024-03-31"), 6 * 40)
        assert.strictEqual(yield* worthOn("2024-05-31"), 8 * 40)
        const at = (time: string) => worthOn(undefined, Date.parse(`2024-05-31T${time}-04:00`))
        assert.strictEqual(yield* at("09:30:30"), 7 * 40)
        // A minute counts when it is over; 8.1 and 9.1 times 40.
        assert.strictEqual(yield* at("09:31:00"), 324)
        assert.strictEqual(yield* at("09:32:30"), 364)
        assert.strictEqual(yield* worthOn("9999-12-31", Date.parse("2024-05-31T09:32:30-04:00")), 364)
        assert.strictEqual(yield* worthOn("2024-05-30", Date.parse("2024-05-31T09:32:30-04:00")), 7 * 40)
      }),
    )
  })
})
