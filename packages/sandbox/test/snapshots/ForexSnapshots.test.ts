import type { ForexSnapshot } from "@candela/forex/Snapshots"
import { forex } from "@candela/market/Market"
import * as Bars from "@candela/sandbox/bars/Bars"
import * as ForexQuotes from "@candela/sandbox/generate/ForexQuotes"
import { round } from "@candela/sandbox/Rounding"
import * as ForexSnapshots from "@candela/sandbox/snapshots/ForexSnapshots"
import { Store } from "@candela/sandbox/Store"
import * as Subscription from "@candela/sandbox/Subscription"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { write } from "../bars/tables.js"
import { Tables } from "../contract/support.js"

const { advanced, business, starter } = Subscription.plans
const at = (text: string) => Date.parse(text)

const see = (visible: number, subscription: Subscription.Subscription, ...tickers: ReadonlyArray<string>) =>
  ForexSnapshots.snapshots.several(tickers, { visible, subscription })

const zeros = {
  day: { open: 0, high: 0, low: 0, close: 0, volume: 0 },
  min: { open: 0, high: 0, low: 0, close: 0, volume: 0, transactions: 0, timestamp: 0 },
  prevDay: { open: 0, high: 0, low: 0, close: 0, volume: 0, vwap: 0 },
  lastQuote: { ask: 0, bid: 0, timestamp: 0, exchange: 0 },
  change: { todaysChange: 0, todaysChangePerc: 0 },
}

interface WireBar {
  readonly o: number
  readonly h: number
  readonly l: number
  readonly c: number
  readonly v: number
  readonly vw: number
  readonly n: number
  readonly t: number
}

/** The service's own bars of a pair, as seen at the same instant. */
const barsOf = (ticker: string, visible: number, timespan: "day" | "minute", from: string, to: string) =>
  Effect.map(
    Bars.page({
      ticker,
      market: forex,
      now: visible,
      multiplier: 1,
      timespan,
      from,
      to,
      adjusted: true,
      sort: "asc",
      limit: 50_000,
    }),
    ({ results }) => JSON.parse(results) as ReadonlyArray<WireBar>,
  )

const prices = ({ c, h, l, o, v }: WireBar) => ({ open: o, high: h, low: l, close: c, volume: v })

const pairs = ["C:AUDNZD", "C:EURUSD", "C:USDJPY"]

/** Instants at which snapshots show a day, with the dates of that day and the one before. */
const filled: ReadonlyArray<readonly [instant: string, day: string, before: string, what: string]> = [
  ["2025-06-30T16:00:00-04:00", "2025-06-30", "2025-06-29", "on Monday afternoon"],
  ["2025-06-30T04:00:00-04:00", "2025-06-30", "2025-06-29", "on Monday at 04:00 to the second"],
  ["2025-06-27T16:59:59.999-04:00", "2025-06-27", "2025-06-26", "on Friday before the close"],
  ["2025-06-27T23:59:59.999-04:00", "2025-06-27", "2025-06-26", "on Friday night, when the UTC day is over"],
  ["2025-06-26T21:30:00-04:00", "2025-06-27", "2025-06-26", "on Thursday evening, when the next UTC day has begun"],
  ["2025-06-29T18:30:00-04:00", "2025-06-29", "2025-06-27", "on Sunday evening"],
  ["2024-03-08T05:00:00-05:00", "2024-03-08", "2024-03-07", "in winter, when New York is an hour later"],
  ["2024-03-12T05:00:00-04:00", "2024-03-12", "2024-03-11", "on a day whose quotes are not kept"],
]

/** Instants at which they do not, with the date of the last day. */
const cleared: ReadonlyArray<readonly [instant: string, before: string, what: string]> = [
  ["2025-06-30T00:00:00-04:00", "2025-06-29", "on Monday at 00:00 to the second, while the UTC day goes on"],
  ["2025-06-30T03:59:59.999-04:00", "2025-06-29", "on Monday before 04:00"],
  ["2025-06-28T00:00:00-04:00", "2025-06-27", "on Saturday at 00:00"],
  ["2025-06-28T12:00:00-04:00", "2025-06-27", "on Saturday"],
  ["2025-06-29T16:59:00-04:00", "2025-06-27", "on Sunday before the market opens"],
  ["2024-03-08T00:30:00-05:00", "2024-03-07", "in winter"],
]

describe("the snapshot of a pair", () => {
  layer(Tables)((it) => {
    for (const [instant, day, before, what] of filled) {
      it.effect(`shows the bars of its day, its latest minute and the day before: ${what}`, () =>
        Effect.gen(function* () {
          const visible = at(instant)
          const snapshots = yield* see(visible, business, ...pairs)
          assert.deepStrictEqual(
            snapshots.map(({ ticker }) => ticker),
            pairs,
          )
          for (const snapshot of snapshots) {
            const [today] = yield* barsOf(snapshot.ticker, visible, "day", day, day)
            const [previous] = yield* barsOf(snapshot.ticker, visible, "day", before, before)
            const minute = (yield* barsOf(snapshot.ticker, visible, "minute", before, "2025-06-30")).at(-1)
            assert.deepStrictEqual(snapshot.day, prices(today!))
            assert.deepStrictEqual(snapshot.prevDay, { ...prices(previous!), vwap: previous!.vw })
            assert.deepStrictEqual(snapshot.min, {
              ...prices(minute!),
              transactions: minute!.n,
              timestamp: minute!.t,
            })
            const change = snapshot.day.close - snapshot.prevDay.close
            assert.strictEqual(snapshot.todaysChange, round(change, 8))
            assert.strictEqual(snapshot.todaysChangePerc, round((change / snapshot.prevDay.close) * 100, 4))
            assert.isAbove(Math.abs(snapshot.todaysChange), 0)
          }
        }),
      )
    }

    for (const [instant, before, what] of cleared) {
      it.effect(`is cleared, but for the day before and the last quote: ${what}`, () =>
        Effect.gen(function* () {
          const visible = at(instant)
          for (const { prevDay, ...snapshot } of yield* see(visible, business, ...pairs)) {
            const [previous] = yield* barsOf(snapshot.ticker, visible, "day", before, before)
            assert.deepStrictEqual(prevDay, { ...prices(previous!), vwap: previous!.vw })
            assert.deepInclude(snapshot, { day: zeros.day, min: zeros.min, ...zeros.change })
            assert.isAbove(snapshot.lastQuote.bid, 0)
            assert.isAbove(Number(snapshot.updated), 0)
          }
        }),
      )
    }

    it.effect(
      "has the last quote before its instant, and was updated to the nanosecond when that quote or a minute came",
      () =>
        Effect.gen(function* () {
          const store = yield* Store
          for (const instant of [
            "2025-06-30T16:00:00-04:00",
            "2025-06-28T12:00:00-04:00",
            "2025-06-26T10:11:12.345-04:00",
          ]) {
            for (const plan of [business, advanced, starter]) {
              const visible = at(instant)
              for (const { fmv, lastQuote, ticker, updated } of yield* see(visible, plan, ...pairs)) {
                const [quote] = yield* store.query<{
                  readonly bid: number
                  readonly ask: number
                  readonly nanos: bigint
                }>(
                  `SELECT bid_price AS bid, ask_price AS ask, participant_timestamp AS nanos FROM forex_quotes
                 WHERE ticker = $1 AND participant_timestamp < $2 ORDER BY participant_timestamp DESC, sequence DESC LIMIT 1`,
                  [ticker, BigInt(visible) * 1_000_000n],
                )
                const [minute] = yield* store.query<{ readonly t: bigint }>(
                  "SELECT max(t) AS t FROM minute_bars WHERE ticker = $1 AND t + 60000 <= $2",
                  [ticker, BigInt(visible)],
                )
                const { ask, bid, nanos } = quote!
                const minuteEnd = (minute!.t + 60_000n) * 1_000_000n
                const shown = { ask, bid, timestamp: Number(nanos / 1_000_000n), exchange: 48 }
                assert.deepStrictEqual(lastQuote, plan.quotes ? shown : zeros.lastQuote)
                assert.strictEqual(updated, plan.quotes && nanos > minuteEnd ? nanos : minuteEnd)
                assert.isTrue(updated <= BigInt(visible) * 1_000_000n)
                assert.strictEqual(fmv, plan === business ? round((ask + bid) / 2, 8) : undefined)
              }
            }
          }
        }),
    )
  })

  it.scoped("of a pair without data is all zeros, and an unknown pair has none", () =>
    Effect.gen(function* () {
      yield* write([{ ticker: "C:EURPLN", market: "fx" }])
      const [snapshot, ...others] = yield* see(at("2025-06-30T16:00:00-04:00"), business, "C:EURPLN", "C:EURXXX")
      assert.lengthOf(others, 0)
      const { change, ...bars } = zeros
      const expected: ForexSnapshot = { ticker: "C:EURPLN", ...bars, ...change, updated: 0n }
      assert.deepStrictEqual(snapshot, expected)
    }).pipe(Effect.provide(Store.layer({}))),
  )

  it.scoped("has the later of two quotes of one nanosecond", () =>
    Effect.gen(function* () {
      yield* write([{ ticker: "C:EURUSD", market: "fx" }])
      const store = yield* Store
      const quote = { ticker: "C:EURUSD", participant_timestamp: 1_709_553_600_000_000_001n, ask_price: 1.2 }
      yield* ForexQuotes.table.append(store, [
        { ...quote, sequence: 8, bid_price: 1.18 },
        { ...quote, sequence: 7, bid_price: 1.17 },
      ])
      const [snapshot] = yield* see(at("2024-03-04T16:00:00-05:00"), business, "C:EURUSD")
      assert.strictEqual(snapshot!.lastQuote.bid, 1.18)
    }).pipe(Effect.provide(Store.layer({}))),
  )
})
