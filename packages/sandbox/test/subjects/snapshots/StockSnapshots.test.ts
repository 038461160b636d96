import type { BaseBar } from "@candela/sandbox/subjects/bars/BaseBar"
import * as StockSnapshots from "@candela/sandbox/subjects/snapshots/StockSnapshots"
import { Store } from "@candela/sandbox/store/Store"
import * as Subscription from "@candela/sandbox/access/Subscription"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type TickerRows, write } from "../bars/tables.js"
import { assertForAll } from "@candela/support/forAll"
import { minuteOf } from "../bars/minutes.js"
import { runs } from "@candela/support/seeded"

const at = (text: string) => Date.parse(text)
const see = (instant: string) => ({ visible: at(instant), subscription: Subscription.plans.business })

const bar = (t: string, c: number, v = 100, n = 1): BaseBar => ({ t: at(t), o: c, h: c, l: c, c, v, vw: c, n })

const { all, listed } = StockSnapshots

/** Days and minutes of a stock that closed at `before` on the first day and is at `now` on the second, 2025-06-26. */
const moved = (ticker: string, before: number, now: number, more: Partial<TickerRows> = {}): TickerRows => ({
  ticker,
  days: [bar("2025-06-25T00:00:00-04:00", before)],
  minutes: [bar("2025-06-26T10:00:00-04:00", now)],
  ...more,
})

const noon = see("2025-06-26T12:00:00-04:00")

const withStocks = <A, E>(rows: ReadonlyArray<TickerRows>, use: Effect.Effect<A, E, Store>) =>
  Effect.zipRight(write(rows), use).pipe(Effect.provide(Store.layer({})))

describe("movers", () => {
  const risen = Array.from({ length: 24 }, (_, index) => moved(`R${String(index).padStart(2, "0")}`, 100, 101 + index))
  const others = [
    moved("FALLEN", 100, 99.5),
    moved("FELL", 200, 100),
    moved("SAME", 100, 100),
    moved("TIE", 100, 124),
    moved("NEW", 100, 150, { days: [] }),
    moved("IDLE", 100, 150, { minutes: [] }),
    moved("OTC", 1, 5, { market: "otc", otc: true }),
  ]

  it.scoped("are the top 20 that moved in the direction, those of equal change by ticker", () =>
    withStocks(
      [...risen, ...others],
      Effect.gen(function* () {
        const gainers = yield* listed.movers("gainers", noon)
        const expected = risen.map(({ ticker }) => ticker).reverse()
        assert.deepStrictEqual(
          gainers.map(({ ticker }) => ticker),
          [expected[0]!, "TIE", ...expected.slice(1, 19)],
        )
        assert.deepInclude(gainers[0], { todaysChange: 24, todaysChangePerc: 24 })
        const losers = yield* listed.movers("losers", noon)
        assert.deepStrictEqual(
          losers.map(({ ticker, todaysChange, todaysChangePerc }) => [ticker, todaysChange, todaysChangePerc]),
          [
            ["FELL", -100, -50],
            ["FALLEN", -0.5, -0.5],
          ],
        )
        assert.strictEqual((yield* all.movers("gainers", noon))[0]!.ticker, "OTC")
      }),
    ),
  )

  it.scoped("and snapshots hold over-the-counter stocks only where these are included, and say so in their bars", () =>
    withStocks(
      others,
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* listed.several(["OTC"], noon), [])
        const [{ day, lastTrade, min, prevDay } = {}] = yield* all.several(["OTC"], noon)
        for (const part of [day, min, prevDay]) assert.strictEqual(part?.otc, true)
        assert.strictEqual(lastTrade!.exchange, 62)
        for (const { day, min, prevDay } of yield* listed.several(undefined, noon)) {
          for (const part of [day, min, prevDay]) assert.notProperty(part, "otc")
        }
      }),
    ),
  )
})

describe("the snapshot of a stock", () => {
  it.scoped("is adjusted for a split of the day from midnight on, while it still shows the day before", () =>
    withStocks(
      [
        {
          ticker: "TWO",
          days: [bar("2025-06-24T00:00:00-04:00", 100, 1000), bar("2025-06-25T00:00:00-04:00", 110, 300)],
          minutes: [bar("2025-06-25T10:00:00-04:00", 108, 200), bar("2025-06-25T15:00:00-04:00", 110, 100)],
          splits: [{ ticker: "TWO", date: "2025-06-26", from: 1, to: 2 }],
        },
      ],
      Effect.gen(function* () {
        const shows = (instant: string) =>
          Effect.map(
            listed.one("TWO", { ...see(instant), endpoint: "x" }),
            ({ day, lastTrade, min, prevDay, ...rest }) => ({
              close: [prevDay!.close, day!.close, min!.close, lastTrade!.price],
              volume: [prevDay!.volume, day!.volume, min!.volume, min!.accumulated_volume],
              ...{ change: rest.todaysChange, percent: rest.todaysChangePerc },
            }),
          )
        const before = { close: [100, 110, 110, 110], volume: [1000, 300, 100, 300], change: 10, percent: 10 }
        assert.deepStrictEqual(yield* shows("2025-06-25T23:59:00-04:00"), before)
        const after = { close: [50, 55, 55, 55], volume: [2000, 600, 200, 600], change: 5, percent: 10 }
        assert.deepStrictEqual(yield* shows("2025-06-26T02:00:00-04:00"), after)
      }),
    ),
  )

  it.scoped(
    "names the conditions of its last trade: trades outside of the session, also of a half day; one that makes a bar is no odd lot",
    () =>
      withStocks(
        [
          {
            ticker: "HALF",
            minutes: [
              bar("2024-07-03T09:29:00-04:00", 10, 100),
              bar("2024-07-03T12:59:00-04:00", 10, 100),
              bar("2024-07-03T13:00:00-04:00", 10, 7.25),
              bar("2024-07-05T15:59:00-04:00", 10, 99),
            ],
          },
        ],
        Effect.gen(function* () {
          for (const [instant, conditions, size, decimal, accumulated] of [
            ["2024-07-03T09:30:00-04:00", [12], 100, "100", "100"],
            ["2024-07-03T13:00:00-04:00", [], 100, "100", "200"],
            ["2024-07-03T17:30:00-04:00", [12], 7, "7.25", "207.25"],
            ["2024-07-04T12:00:00-04:00", [], 0, "0", "0"],
            ["2024-07-05T16:00:00-04:00", [], 99, "99", "99"],
          ] as const) {
            const { day, lastTrade, min } = yield* listed.one("HALF", { ...see(instant), endpoint: "x" })
            assert.deepInclude(lastTrade, { conditions, size, decimal_size: decimal }, instant)
            assert.strictEqual(day!.decimal_volume, accumulated, instant)
            assert.deepInclude(min, {
              decimal_accumulated_volume: accumulated,
              accumulated_volume: Math.floor(Number(accumulated)),
            })
          }
        }),
      ),
  )

  it.scoped("without data is all zeros; an unknown stock has none", () =>
    withStocks(
      [{ ticker: "NEW" }],
      Effect.gen(function* () {
        const zeros = { open: 0, high: 0, low: 0, close: 0, volume: 0, vwap: 0 }
        assert.deepStrictEqual(yield* listed.several(undefined, noon), [
          {
            ticker: "NEW",
            day: { ...zeros, decimal_volume: "0" },
            min: {
              ...{ ...zeros, transactions: 0, timestamp: 0, decimal_volume: "0" },
              ...{ accumulated_volume: 0, decimal_accumulated_volume: "0" },
            },
            prevDay: zeros,
            lastQuote: { ask: 0, ask_size: 0, bid: 0, bid_size: 0, timestamp: 0n },
            lastTrade: { conditions: [], decimal_size: "0", id: "", price: 0, size: 0, timestamp: 0n, exchange: 0 },
            ...{ todaysChange: 0, todaysChangePerc: 0, updated: 0n },
          },
        ])
        const error = yield* Effect.flip(all.one("NONE", { ...noon, endpoint: "stocks.snapshot" }))
        assert.deepInclude(error, { _tag: "NotFound", endpoint: "stocks.snapshot" })
      }),
    ),
  )
})

const listing = { otc: false, exchange: 12, tape: 3 }

describe("the last quote of a stock", () => {
  it("is the one that the last trade met: a cent or a basis point wide, for prices of any size", () =>
    assertForAll(
      minuteOf((value) => Math.round(value * 10_000) / 10_000),
      (minute) => {
        const { lastQuote, lastTrade } = StockSnapshots.lastOf(minute, listing)
        const { ask, bid } = lastQuote
        assert.strictEqual(lastTrade.price, minute.c)
        assert.include([ask, bid], lastTrade.price)
        assert.isTrue(bid >= 0 && bid < ask)
        const tick = lastTrade.price < 1 ? 0.0001 : 0.01
        assert.isAtMost(ask - bid, Math.max(tick, lastTrade.price / 10_000 + tick / 2) + 1e-9)
        assert.isAtMost(Number(lastQuote.timestamp), Number(lastTrade.timestamp))
        for (const size of [lastQuote.ask_size, lastQuote.bid_size]) assert.isTrue(Number.isInteger(size) && size > 0)
        assert.deepStrictEqual(StockSnapshots.lastOf({ ...minute }, listing), { lastQuote, lastTrade })
      },
      { seed: 32, numRuns: runs(200) },
    ))
})
