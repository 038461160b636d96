import { stocks } from "@candela/market/Market"
import type { BaseBar } from "@candela/sandbox/subjects/bars/BaseBar"
import * as DailySummary from "@candela/sandbox/subjects/bars/DailySummary"
import * as PreviousDay from "@candela/sandbox/subjects/bars/PreviousDay"
import { Store } from "@candela/sandbox/store/Store"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { type DayRow, write } from "./tables.js"

/** An instant in New York during daylight-saving time: the end of June and July 2025. */
const newYork = (date: string, time: string) => Date.parse(`${date}T${time}:00-04:00`)

const bar = (t: number, price: number, more: Partial<BaseBar> = {}): BaseBar => ({
  t,
  o: price,
  h: price + 2,
  l: price - 1,
  c: price + 1,
  v: 100,
  vw: price + 0.5,
  n: 10,
  ...more,
})

const day = (date: string, price: number, more: Partial<DayRow> = {}): DayRow => ({
  ...bar(newYork(date, "00:00"), price),
  ...more,
})

const Tables = Layer.effectDiscard(
  write([
    {
      ticker: "MSFT",
      minutes: [
        bar(newYork("2025-06-30", "04:00"), 30),
        bar(newYork("2025-06-30", "09:29"), 31),
        bar(newYork("2025-06-30", "09:30"), 32),
        bar(newYork("2025-06-30", "15:59"), 33),
        bar(newYork("2025-06-30", "16:00"), 34),
        bar(newYork("2025-06-30", "19:59"), 35),
        // 2025-07-03 closed at 13:00.
        bar(newYork("2025-07-03", "12:59"), 40),
        bar(newYork("2025-07-03", "13:00"), 41),
        bar(newYork("2025-07-03", "15:30"), 42),
      ],
      days: [
        day("2025-06-26", 10, { session: [11, 13, 9.5, 12], preMarket: 10.25, afterHours: 12.75 }),
        day("2025-06-27", 20),
      ],
    },
    { ticker: "AAPL", days: [day("2025-06-27", 50, { vw: null, n: null })] },
    { ticker: "OTCM", otc: true, days: [day("2025-06-27", 1)], minutes: [bar(newYork("2025-06-30", "10:00"), 2)] },
    {
      ticker: "NVDA",
      days: [day("2025-06-26", 400, { session: [400, 404, 396, 402], preMarket: 398 })],
      splits: [
        { ticker: "NVDA", date: "2025-06-27", from: 1, to: 4 },
        { ticker: "NVDA", date: "2025-07-01", from: 1, to: 10 },
      ],
    },
    {
      ticker: "C:EURUSD",
      market: "fx",
      days: [day("2025-06-27", 1)],
      minutes: [bar(newYork("2025-06-30", "10:00"), 2)],
    },
  ]),
).pipe(Layer.provideMerge(Store.layer({})))

const now = newYork("2025-06-30", "16:00")

layer(Tables)("daily market summary", (it) => {
  const ask = (request: Partial<DailySummary.SummaryRequest>) =>
    DailySummary.summary({
      of: DailySummary.markets.stocks,
      date: "2025-06-27",
      adjusted: true,
      includeOtc: false,
      now,
      ...request,
    })

  it.effect("of currencies has the pairs alone, and the last millisecond of the UTC day as its time", () =>
    Effect.gen(function* () {
      for (const [date, open] of [
        ["2025-06-27", 1],
        ["2025-06-30", 2],
      ] as const) {
        const [pair, ...rest] = yield* ask({ of: DailySummary.markets.forex, date })
        assert.deepInclude(pair, { ticker: "C:EURUSD", open, timestamp: Date.parse(`${date}T23:59:59.999Z`) })
        assert.deepStrictEqual(rest, [])
      }
      assert.deepStrictEqual(yield* ask({ of: DailySummary.markets.crypto }), [])
    }),
  )

  it.effect("has one bar for each stock that traded, in order, with the end of the session as its time", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ask({}), [
        {
          ticker: "AAPL",
          volume: 100,
          open: 50,
          close: 51,
          high: 52,
          low: 49,
          timestamp: newYork("2025-06-27", "16:00"),
        },
        {
          ticker: "MSFT",
          volume: 100,
          vwap: 20.5,
          open: 20,
          close: 21,
          high: 22,
          low: 19,
          timestamp: newYork("2025-06-27", "16:00"),
          transactions: 10,
        },
      ])
    }),
  )

  it.effect("has what is traded over the counter only when asked for, and marks it", () =>
    Effect.gen(function* () {
      const bars = yield* ask({ includeOtc: true })
      assert.deepStrictEqual(
        bars.map(({ otc, ticker }) => [ticker, otc]),
        [
          ["AAPL", undefined],
          ["MSFT", undefined],
          ["OTCM", true],
        ],
      )
    }),
  )

  it.effect("is empty on a date without trading, and on one that has not come", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ask({ date: "2025-06-28" }), [])
      assert.deepStrictEqual(yield* ask({ date: "2025-07-03" }), [])
    }),
  )

  it.effect("of the day of now is made of the minutes so far", () =>
    Effect.gen(function* () {
      const [msft, ...rest] = yield* ask({ date: "2025-06-30" })
      assert.deepStrictEqual(rest, [])
      assert.deepStrictEqual(msft, {
        ticker: "MSFT",
        volume: 400,
        vwap: 32,
        open: 30,
        close: 34,
        high: 35,
        low: 29,
        timestamp: newYork("2025-06-30", "16:00"),
        transactions: 40,
      })
      const both = yield* ask({ date: "2025-06-30", includeOtc: true })
      assert.deepStrictEqual(
        both.map(({ otc, ticker }) => [ticker, otc]),
        [
          ["MSFT", undefined],
          ["OTCM", true],
        ],
      )
      assert.deepStrictEqual(yield* ask({ date: "2025-06-30", now: newYork("2025-06-30", "04:00") }), [])
    }),
  )

  it.effect("is adjusted for the splits in force", () =>
    Effect.gen(function* () {
      const open = (bars: ReadonlyArray<DailySummary.DailyBar>) => bars.find((bar) => bar.ticker === "NVDA")
      assert.deepInclude(open(yield* ask({ date: "2025-06-26" })), {
        open: 100,
        volume: 400,
        vwap: 100.125,
        transactions: 10,
      })
      assert.deepInclude(open(yield* ask({ date: "2025-06-26", adjusted: false })), {
        open: 400,
        volume: 100,
        vwap: 400.5,
      })
      const later = { date: "2025-06-26", now: newYork("2025-07-01", "00:00") }
      assert.deepInclude(open(yield* ask(later)), { open: 10, volume: 4_000 })
    }),
  )
})

layer(Tables)("previous day", (it) => {
  const ask = (ticker: string, at: number, adjusted = true) =>
    PreviousDay.read({ market: stocks, ticker, adjusted, now: at, visible: at })

  it.effect("is adjusted for the splits in force, and marks what is traded over the counter", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* ask("NVDA", now), { open: 100, volume: 400 })
      assert.deepInclude(yield* ask("NVDA", now, false), { open: 400, volume: 100 })
      assert.deepInclude(yield* ask("OTCM", now), { otc: true })
      assert.notProperty(yield* ask("MSFT", now), "otc")
    }),
  )
})

layer(Tables)("open and close", (it) => {
  const ask = (ticker: string, date: string, at = newYork("2025-07-15", "12:00"), adjusted = true) =>
    DailySummary.openClose({ ticker, date, now: at, adjusted })

  it.effect("of a day that is over are those of its regular session", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ask("MSFT", "2025-06-26"), {
        from: "2025-06-26",
        symbol: "MSFT",
        open: 11,
        high: 13,
        low: 9.5,
        close: 12,
        preMarket: 10.25,
        afterHours: 12.75,
        volume: 100,
      })
    }),
  )

  it.effect("of a day whose session is not known are those of the day", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ask("MSFT", "2025-06-27"), {
        from: "2025-06-27",
        symbol: "MSFT",
        open: 20,
        high: 22,
        low: 19,
        close: 21,
        volume: 100,
      })
      assert.deepInclude(yield* ask("OTCM", "2025-06-27"), { open: 1, otc: true })
    }),
  )

  it.effect("of the day of now are made of the minutes so far", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ask("MSFT", "2025-06-30", newYork("2025-06-30", "20:00")), {
        from: "2025-06-30",
        symbol: "MSFT",
        open: 32,
        high: 35,
        low: 31,
        close: 34,
        preMarket: 30,
        afterHours: 36,
        volume: 600,
      })
      const atTheClose = yield* ask("MSFT", "2025-06-30", now)
      assert.deepInclude(atTheClose, { close: 34, volume: 400 })
      assert.notProperty(atTheClose, "afterHours")
    }),
  )

  it.effect("know that the session ends at 13:00 on an early close", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ask("MSFT", "2025-07-03", newYork("2025-07-03", "18:00")), {
        from: "2025-07-03",
        symbol: "MSFT",
        open: 40,
        high: 42,
        low: 39,
        close: 41,
        afterHours: 43,
        volume: 300,
      })
    }),
  )

  it.effect("are nothing where a stock did not trade: before the session, on other days, and if unknown", () =>
    Effect.gen(function* () {
      assert.isUndefined(yield* ask("MSFT", "2025-06-30", newYork("2025-06-30", "09:30")))
      assert.isUndefined(yield* ask("MSFT", "2025-06-28"))
      assert.isUndefined(yield* ask("MSFT", "2025-06-27", newYork("2025-06-26", "12:00")))
      assert.isUndefined(yield* ask("NONE", "2025-06-27"))
    }),
  )

  it.effect("are adjusted for the splits in force", () =>
    Effect.gen(function* () {
      const asked = newYork("2025-06-30", "12:00")
      assert.deepInclude(yield* ask("NVDA", "2025-06-26", asked), {
        open: 100,
        high: 101,
        low: 99,
        close: 100.5,
        preMarket: 99.5,
        volume: 400,
      })
      assert.deepInclude(yield* ask("NVDA", "2025-06-26", asked, false), { open: 400, preMarket: 398, volume: 100 })
    }),
  )
})
