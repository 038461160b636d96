import { stocks } from "@candela/market/Market"
import * as Bars from "@candela/sandbox/subjects/bars/Bars"
import type { BaseBar } from "@candela/sandbox/subjects/bars/BaseBar"
import { Store } from "@candela/sandbox/store/Store"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { write } from "./tables.js"

/** An instant in New York during standard time: 2024-03-04 and the days after it. */
const newYork = (date: string, time: string) => Date.parse(`${date}T${time}:00-05:00`)

/** A bar whose prices tell which one it is: it opens at `price`, and closes a dollar higher. */
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

const minutes = [
  bar(newYork("2024-03-04", "04:00"), 10),
  bar(newYork("2024-03-04", "09:30"), 20),
  bar(newYork("2024-03-04", "09:31"), 30, { v: 300 }),
  bar(newYork("2024-03-04", "09:45"), 40),
  bar(newYork("2024-03-04", "19:59"), 50, { vw: null, n: null }),
  bar(newYork("2024-03-05", "09:30"), 60),
  bar(newYork("2024-03-05", "10:00"), 70),
  bar(newYork("2024-03-06", "09:30"), 80),
]

const day = (date: string, price: number) => bar(newYork(date, "00:00"), price, { v: 1_000 })

const days = [
  day("2024-02-29", 5),
  day("2024-03-01", 7),
  day("2024-03-04", 10),
  day("2024-03-05", 60),
  // A row of the day of `now`, and one after it: neither is over.
  day("2024-03-06", 999),
  day("2024-03-07", 999),
]

const Tables = Layer.effectDiscard(
  write([
    { ticker: "AAPL", minutes, days },
    { ticker: "OTCM", otc: true, days: [day("2024-03-04", 1)] },
    {
      ticker: "NVDA",
      minutes: [bar(newYork("2024-03-04", "15:59"), 400), bar(newYork("2024-03-05", "09:30"), 100)],
      days: [day("2024-03-04", 400), day("2024-03-05", 100)],
      splits: [
        { ticker: "NVDA", date: "2024-03-05", from: 1, to: 4 },
        { ticker: "NVDA", date: "2024-03-08", from: 1, to: 10 },
      ],
    },
  ]),
).pipe(Layer.provideMerge(Store.layer({})))

const now = newYork("2024-03-06", "16:00")

const ask = (request: Partial<Bars.BarPageRequest>) =>
  Bars.page({
    ticker: "AAPL",
    market: stocks,
    multiplier: 1,
    timespan: "minute",
    from: "2024-03-04",
    to: "2024-03-06",
    adjusted: true,
    sort: "asc",
    limit: 5_000,
    now,
    ...request,
  }).pipe(
    Effect.map((page) => ({ ...page, results: JSON.parse(page.results) as ReadonlyArray<Record<string, number>> })),
  )

const opens = (page: { readonly results: ReadonlyArray<Record<string, number>> }) => page.results.map((row) => row["o"])

layer(Tables)("custom bars", (it) => {
  it.effect("a minute is the stored row", () =>
    Effect.gen(function* () {
      const page = yield* ask({ to: "2024-03-04" })
      assert.deepStrictEqual(page.results[0], {
        v: 100,
        vw: 10.5,
        o: 10,
        c: 11,
        h: 12,
        l: 9,
        t: newYork("2024-03-04", "04:00"),
        n: 10,
      })
      assert.deepStrictEqual(page.results[4], { v: 100, o: 50, c: 51, h: 52, l: 49, t: newYork("2024-03-04", "19:59") })
      assert.deepInclude(page, { resultsCount: 5, queryCount: 5, next: undefined })
    }),
  )

  it.effect("a day is the stored row, and the day of now is its minutes so far", () =>
    Effect.gen(function* () {
      const page = yield* ask({ timespan: "day", to: "2024-12-31" })
      assert.deepStrictEqual(
        page.results.map(({ o, t, v }) => ({ o, t, v })),
        [
          { o: 10, t: newYork("2024-03-04", "00:00"), v: 1_000 },
          { o: 60, t: newYork("2024-03-05", "00:00"), v: 1_000 },
          { o: 80, t: newYork("2024-03-06", "00:00"), v: 100 },
        ],
      )
      assert.deepStrictEqual(opens(yield* ask({ timespan: "day", to: "2024-12-31", sort: "desc" })), [80, 60, 10])
      assert.deepStrictEqual(opens(yield* ask({ timespan: "day", sort: "desc", limit: 1 })), [80])
    }),
  )

  it.effect("nothing at or after now is seen: a minute counts when it is over, a day's row when the day is", () =>
    Effect.gen(function* () {
      const before = newYork("2024-03-05", "10:01") - 1
      assert.deepStrictEqual(opens(yield* ask({ now: before })), [10, 20, 30, 40, 50, 60])
      assert.deepStrictEqual(opens(yield* ask({ now: before + 1 })), [10, 20, 30, 40, 50, 60, 70])
      assert.deepStrictEqual(opens(yield* ask({ now: before, timespan: "day" })), [10, 60])
      assert.deepStrictEqual((yield* ask({ now: before, timespan: "day" })).results[1]!["v"], 100)
      assert.deepStrictEqual(opens(yield* ask({ now: newYork("2024-03-05", "04:00"), timespan: "day" })), [10])
      assert.deepStrictEqual(opens(yield* ask({ now: newYork("2024-03-05", "00:00") - 1, timespan: "day" })), [10])
    }),
  )

  it.effect("a range that begins or ends inside a window is stretched to all of it", () =>
    Effect.gen(function* () {
      const inside = newYork("2024-03-04", "09:31")
      const whole = yield* ask({ timespan: "hour", from: "2024-03-04", to: "2024-03-04" })
      const stretched = yield* ask({ timespan: "hour", from: inside, to: inside })
      assert.deepStrictEqual(stretched.results, [whole.results[1]!])
      assert.deepStrictEqual(stretched.results[0], {
        v: 500,
        vw: (100 * 20.5 + 300 * 30.5 + 100 * 40.5) / 500,
        o: 20,
        c: 41,
        h: 42,
        l: 19,
        t: newYork("2024-03-04", "09:00"),
        n: 30,
      })
      assert.strictEqual(stretched.queryCount, 3)
      const year = yield* ask({ timespan: "year", from: "2024-06-01", to: "2024-06-01" })
      assert.deepStrictEqual(opens(year), [5])
      assert.strictEqual(year.queryCount, 5)
    }),
  )

  it.effect("from and to are inclusive, as dates to the end of the day, as milliseconds exactly", () =>
    Effect.gen(function* () {
      const second = newYork("2024-03-05", "09:30")
      assert.deepStrictEqual(opens(yield* ask({ from: "2024-03-05", to: "2024-03-05" })), [60, 70])
      assert.deepStrictEqual(opens(yield* ask({ from: second, to: second })), [60])
      assert.deepStrictEqual(opens(yield* ask({ from: second, to: "2024-03-05" })), [60, 70])
      assert.deepStrictEqual(opens(yield* ask({ from: "2024-03-05", to: second - 1 })), [])
      assert.deepStrictEqual(opens(yield* ask({ from: "2024-03-06", to: "2024-03-05" })), [])
      assert.deepStrictEqual(
        opens(yield* ask({ from: "0001-01-01", to: "9999-12-31", timespan: "day" })),
        [5, 7, 10, 60, 80],
      )
    }),
  )

  it.effect("limit counts minutes: a bar that it cuts goes to the next page, whole", () =>
    Effect.gen(function* () {
      // The hours hold 1, 3, 1, 1, 1 and 1 minutes.
      const first = yield* ask({ timespan: "hour", limit: 3 })
      assert.deepStrictEqual(opens(first), [10])
      assert.strictEqual(first.queryCount, 1)
      assert.deepStrictEqual(first.next, { from: newYork("2024-03-04", "09:00") })
      const second = yield* ask({ timespan: "hour", limit: 3, ...first.next })
      assert.deepStrictEqual(opens(second), [20])
      assert.strictEqual(second.queryCount, 3)
      assert.deepStrictEqual(second.next, { from: newYork("2024-03-04", "19:00") })
      const third = yield* ask({ timespan: "hour", limit: 4, ...second.next })
      assert.deepStrictEqual(opens(third), [50, 60, 70, 80])
    }),
  )

  it.effect("a page completes at least one bar, however small limit is", () =>
    Effect.gen(function* () {
      const page = yield* ask({ timespan: "hour", from: newYork("2024-03-04", "09:00"), limit: 1 })
      assert.deepStrictEqual(opens(page), [20])
      assert.deepInclude(page, { resultsCount: 1, queryCount: 3 })
      assert.deepStrictEqual(page.next, { from: newYork("2024-03-04", "19:00") })
    }),
  )

  it.effect("descending pages move the end of the range", () =>
    Effect.gen(function* () {
      const first = yield* ask({ timespan: "hour", sort: "desc", limit: 4 })
      assert.deepStrictEqual(opens(first), [80, 70, 60, 50])
      assert.deepStrictEqual(first.next, { to: newYork("2024-03-04", "10:00") - 1 })
      const second = yield* ask({ timespan: "hour", sort: "desc", limit: 2, ...first.next })
      assert.deepStrictEqual(opens(second), [20])
      assert.deepStrictEqual(second.next, { to: newYork("2024-03-04", "05:00") - 1 })
      const third = yield* ask({ timespan: "hour", sort: "desc", limit: 2, ...second.next })
      assert.deepStrictEqual(opens(third), [10])
      assert.isUndefined(third.next)
    }),
  )

  it.effect("there is no next page when the total is a multiple of the limit", () =>
    Effect.gen(function* () {
      assert.isUndefined((yield* ask({ limit: 8 })).next)
      assert.isDefined((yield* ask({ limit: 7 })).next)
      const last = yield* ask({ limit: 4, from: newYork("2024-03-04", "19:59") })
      assert.strictEqual(last.resultsCount, 4)
      assert.isUndefined(last.next)
    }),
  )

  it.effect("the next page begins where rows are, past days without trading", () =>
    Effect.gen(function* () {
      const page = yield* ask({ timespan: "day", from: "2024-02-01", limit: 2 })
      assert.deepStrictEqual(opens(page), [5, 7])
      assert.deepStrictEqual(page.next, { from: newYork("2024-03-04", "00:00") })
    }),
  )

  it.effect("second bars add up to their minutes", () =>
    Effect.gen(function* () {
      const seconds = yield* ask({ timespan: "second", to: "2024-03-04" })
      const again = yield* ask({ timespan: "second", to: "2024-03-04", sort: "desc", limit: 50_000 })
      assert.deepStrictEqual([...again.results].reverse(), seconds.results)
      for (const { c, h, l, n, o, t, v } of minutes.slice(0, 5)) {
        const own = seconds.results.filter((second) => second["t"]! >= t && second["t"]! < t + 60_000)
        const sum = (key: string) => own.reduce((total, second) => total + second[key]!, 0)
        assert.strictEqual(own[0]!["o"], o)
        assert.strictEqual(Math.max(...own.map((second) => second["h"]!)), h)
        assert.strictEqual(Math.min(...own.map((second) => second["l"]!)), l)
        assert.strictEqual(own.at(-1)!["c"], c)
        assert.strictEqual(sum("v"), v)
        if (n !== null) assert.strictEqual(sum("n"), n)
      }
      assert.strictEqual(seconds.queryCount, seconds.resultsCount)
    }),
  )

  it.effect("adjusted prices are divided by the splits that came after, and raw ones are not", () =>
    Effect.gen(function* () {
      const request = { ticker: "NVDA", timespan: "day" as const }
      const prices = (page: { readonly results: ReadonlyArray<Record<string, number>> }) =>
        page.results.map(({ c, h, l, n, o, v, vw }) => [o, h, l, c, v, vw, n])
      assert.deepStrictEqual(prices(yield* ask({ ...request, adjusted: false })), [
        [400, 402, 399, 401, 1_000, 400.5, 10],
        [100, 102, 99, 101, 1_000, 100.5, 10],
      ])
      assert.deepStrictEqual(prices(yield* ask(request)), [
        [100, 100.5, 99.75, 100.25, 4_000, 100.125, 10],
        [100, 102, 99, 101, 1_000, 100.5, 10],
      ])
      // The second split is not in force before its day.
      const later = { now: newYork("2024-03-08", "00:00"), timespan: "day" as const, ticker: "NVDA" }
      assert.deepStrictEqual(opens(yield* ask(later)), [10, 10])
      assert.deepStrictEqual(opens(yield* ask({ ...later, now: later.now - 1 })), [100, 100])
    }),
  )

  it.effect("a bar across a split is made of adjusted days", () =>
    Effect.gen(function* () {
      const [week] = (yield* ask({ ticker: "NVDA", timespan: "week" })).results
      assert.deepStrictEqual(week, {
        v: 5_000,
        vw: (4_000 * 100.125 + 1_000 * 100.5) / 5_000,
        o: 100,
        c: 101,
        h: 102,
        l: 99,
        t: newYork("2024-03-03", "00:00"),
        n: 20,
      })
    }),
  )

  it.effect("an unknown ticker has no bars, and tickers are case-sensitive", () =>
    Effect.gen(function* () {
      for (const ticker of ["NONE", "aapl"]) {
        for (const timespan of ["second", "minute", "day"] as const) {
          const page = yield* ask({ ticker, timespan })
          assert.deepStrictEqual(page, { results: [], resultsCount: 0, queryCount: 0, next: undefined })
        }
      }
    }),
  )

  it.effect("a ticker traded over the counter says so, and only that one", () =>
    Effect.gen(function* () {
      const page = yield* ask({ ticker: "OTCM", timespan: "day" })
      assert.deepStrictEqual(
        page.results.map((row) => row["otc"]),
        [true] as never,
      )
      assert.notProperty((yield* ask({})).results[0], "otc")
    }),
  )
})
