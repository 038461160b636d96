import type { ForexSnapshot } from "@candela/forex/Snapshots"
import * as ForexQuotes from "@candela/sandbox/subjects/pairs/ForexQuotes"
import { WrittenJson } from "@candela/sandbox/json/JsonWriter"
import { round } from "@candela/sandbox/numbers/Rounding"
import * as ForexSnapshots from "@candela/sandbox/subjects/snapshots/ForexSnapshots"
import { Store } from "@candela/sandbox/store/Store"
import * as Subscription from "@candela/sandbox/access/Subscription"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { write } from "../bars/tables.js"
import { Tables } from "../../contract/support.js"

const { advanced, business, starter } = Subscription.plans
const at = (text: string) => Date.parse(text)

const see = (visible: number, subscription: Subscription.Subscription, ...tickers: ReadonlyArray<string>) =>
  ForexSnapshots.snapshots.several(tickers, { visible, subscription })

const zeros = {
  day: { open: 0, high: 0, low: 0, close: 0, volume: 0, vwap: 0 },
  min: { open: 0, high: 0, low: 0, close: 0, volume: 0, vwap: 0, transactions: 0, timestamp: 0 },
  prevDay: { open: 0, high: 0, low: 0, close: 0, volume: 0, vwap: 0 },
  lastQuote: { ask: 0, bid: 0, timestamp: 0, exchange: 0 },
  change: { todaysChange: 0, todaysChangePerc: 0 },
}

const pairs = ["C:AUDNZD", "C:EURUSD", "C:USDJPY"]

describe("the snapshot of a pair", () => {
  layer(Tables)((it) => {
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
                const shown = {
                  ask,
                  bid,
                  timestamp: Number(nanos / 1_000_000n),
                  exchange: 48,
                  // The number 0, as in recorded answers.
                  id: new WrittenJson("0") as unknown as string,
                }
                assert.deepStrictEqual(lastQuote, plan.quotes ? shown : zeros.lastQuote)
                assert.strictEqual(updated, plan.quotes && nanos > minuteEnd ? nanos : minuteEnd)
                assert.isTrue(updated! <= BigInt(visible) * 1_000_000n)
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
      assert.strictEqual(snapshot!.lastQuote!.bid, 1.18)
    }).pipe(Effect.provide(Store.layer({}))),
  )
})
