import { crypto, forex, stocks } from "@candela/market/Market"
import { dateOf, dayMillis } from "@candela/market/TimeZone"
import * as PreviousDay from "@candela/sandbox/subjects/bars/PreviousDay"
import { sessions } from "@candela/market/Calendar"
import { Store } from "@candela/sandbox/store/Store"
import { assert, layer } from "@effect/vitest"
import { Effect, FastCheck, Layer } from "effect"
import { type DayRow, write } from "./tables.js"
import { runs } from "@candela/support/seeded"

/** An instant in New York during daylight-saving time: the end of June and July 2025. */
const newYork = (date: string, time: string) => Date.parse(`${date}T${time}:00-04:00`)

const dayAt = (t: number, price: number): DayRow => ({
  t,
  o: price,
  h: price + 2,
  l: price - 1,
  c: price + 1,
  v: 100,
  vw: price + 0.5,
  n: 10,
})

const day = (date: string, price: number) => dayAt(newYork(date, "00:00"), price)

/** Days of two weeks: July 3 closes early, July 4 is a holiday, and the row of Saturday 28 June is imported. */
const weekdays = sessions("2025-06-23", "2025-07-11").map(({ date }) => date)
const tradedDates = [...weekdays, "2025-06-28"].sort()

const History = Layer.effectDiscard(
  write([
    { ticker: "KEPT", days: tradedDates.map((date, index) => day(date, 10 + index)) },
    { ticker: "GONE", days: [day("2025-06-26", 10), day("2025-06-27", 11)] },
  ]).pipe(
    Effect.zipRight(
      Effect.flatMap(Store, (store) =>
        store.run("UPDATE tickers SET delisted_date = DATE '2025-06-30', active = false WHERE ticker = 'GONE'"),
      ),
    ),
  ),
).pipe(Layer.provideMerge(Store.layer({})))

const hours = 3_600_000

layer(History)("the previous day of a stock", (it) => {
  const dateAsked = (request: Partial<PreviousDay.PreviousDayRequest> & { readonly now: number }) =>
    Effect.map(
      PreviousDay.read({ market: stocks, ticker: "KEPT", adjusted: true, visible: request.now, ...request }),
      (bar) => (bar === undefined ? undefined : dateOf("America/New_York", bar.timestamp)),
    )

  it.effect("is a day once all of it is seen, and the day before until then", () =>
    Effect.gen(function* () {
      const at = (date: string, time: string, delay: number) =>
        dateAsked({ now: newYork(date, time), visible: newYork(date, time) - delay })
      // A plan of ten minutes sees the end of 30 June ten minutes after 20:00, and it is the
      // previous day from midnight on.
      assert.strictEqual(yield* at("2025-06-30", "20:10", hours / 6), "2025-06-28")
      assert.strictEqual(yield* at("2025-07-01", "00:05", hours / 6), "2025-06-30")
      assert.strictEqual(yield* at("2025-07-01", "03:59", 8 * hours), "2025-06-28")
      assert.strictEqual(yield* at("2025-07-01", "04:00", 8 * hours), "2025-06-30")
      // Trading ended at 17:00 on 3 July.
      assert.strictEqual(yield* at("2025-07-04", "00:59", 8 * hours), "2025-07-02")
      assert.strictEqual(yield* at("2025-07-04", "01:00", 8 * hours), "2025-07-03")
    }),
  )

  it.effect.prop(
    "is the last day before the present day of which nothing is hidden, whatever the clock and the delay",
    {
      now: FastCheck.integer({ min: newYork("2025-06-20", "00:00"), max: newYork("2025-07-14", "00:00") }),
      delay: FastCheck.oneof(
        FastCheck.constantFrom(0, hours / 6, 8 * hours),
        FastCheck.integer({ min: 0, max: 24 * hours }),
      ),
    },
    ({ delay, now }) =>
      Effect.gen(function* () {
        const visible = now - delay
        const isWhole = (date: string) =>
          date < dateOf("America/New_York", now) &&
          newYork(date, date === "2025-07-03" ? "17:00" : date === "2025-06-28" ? "24:00" : "20:00") <= visible
        assert.strictEqual(yield* dateAsked({ now, visible }), tradedDates.filter(isWhole).at(-1))
      }),
    { fastCheck: { seed: 39, numRuns: runs(300) } },
  )

  it.effect("is nothing for a stock that no longer trades, from the day on which it does not", () =>
    Effect.gen(function* () {
      const ticker = "GONE"
      assert.strictEqual(yield* dateAsked({ ticker, now: newYork("2025-06-29", "12:00") }), "2025-06-27")
      assert.isUndefined(yield* dateAsked({ ticker, now: newYork("2025-06-30", "00:00") }))
      assert.isUndefined(yield* dateAsked({ ticker, now: newYork("2025-07-10", "12:00") }))
    }),
  )

  it.effect("is nothing where it lies before the history that may be seen", () =>
    Effect.gen(function* () {
      const now = newYork("2025-07-20", "12:00")
      const last = newYork("2025-07-11", "00:00")
      assert.strictEqual(yield* dateAsked({ now, history: last }), "2025-07-11")
      assert.isUndefined(yield* dateAsked({ now, history: last + 1 }))
    }),
  )
})

/** UTC days: crypto pairs trade on each, currencies not on Saturdays. */
const dates = Array.from({ length: 21 }, (_, index) =>
  new Date(Date.UTC(2025, 5, 15 + index)).toISOString().slice(0, 10),
)
const weekdayOf = (date: string) => new Date(date).getUTCDay()
const traded = { "C:EURUSD": dates.filter((date) => weekdayOf(date) !== 6), "X:BTCUSD": dates }

const Pairs = Layer.effectDiscard(
  write(
    Object.entries(traded).map(([ticker, dates]) => ({
      ticker,
      of: ticker.startsWith("C:") ? forex : crypto,
      market: ticker.startsWith("C:") ? "fx" : "crypto",
      days: dates.map((date, index) => dayAt(Date.parse(date), 1 + index)),
    })),
  ),
).pipe(Layer.provideMerge(Store.layer({})))

layer(Pairs)("the previous day of a pair", (it) => {
  it.effect.prop(
    "is the last UTC day before the present one that has ended for the plan, whatever the clock, the delay and the history",
    {
      pair: FastCheck.constantFrom(
        { ticker: "C:EURUSD", market: forex } as const,
        {
          ticker: "X:BTCUSD",
          market: crypto,
        } as const,
      ),
      now: FastCheck.integer({ min: Date.parse("2025-06-15"), max: Date.parse("2025-07-06") }),
      delay: FastCheck.oneof(
        FastCheck.constantFrom(0, hours / 6, 8 * hours),
        FastCheck.integer({ min: 0, max: 50 * hours }),
      ),
      history: FastCheck.option(FastCheck.integer({ min: Date.parse("2025-06-15"), max: Date.parse("2025-07-06") }), {
        nil: undefined,
      }),
    },
    ({ delay, history, now, pair }) =>
      Effect.gen(function* () {
        const visible = now - delay
        const expected = traded[pair.ticker].filter((date) => {
          const begin = Date.parse(date)
          return begin + dayMillis <= visible && begin >= (history ?? 0)
        })
        const found = yield* PreviousDay.read({ ...pair, adjusted: true, now, visible, history })
        assert.strictEqual(found && new Date(found.timestamp).toISOString().slice(0, 10), expected.at(-1))
      }),
    { fastCheck: { seed: 27, numRuns: runs(300) } },
  )
})
