import * as Dataset from "@candela/sandbox/dataset/Dataset"
import type { Random } from "@candela/sandbox/numbers/random"
import * as random from "@candela/sandbox/numbers/random"
import { isForexOpen, tradingDay } from "@candela/sandbox/subjects/pairs/hours"
import { make } from "@candela/sandbox/subjects/pairs/prices"
import { forexPairs } from "@candela/sandbox/subjects/pairs/profiles"
import { addQuotes, emptyQuotes } from "@candela/sandbox/subjects/pairs/quotes"
import { Store } from "@candela/sandbox/store/Store"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Tables } from "../../contract/support.js"

const chance = (key: string, index: number): Random => random.make(Dataset.defaultSeed, key, index)

interface Counted {
  readonly rows: number
}

const count = (sql: string) =>
  Effect.gen(function* () {
    const { query } = yield* Store
    const [{ rows }] = (yield* query<Counted>(`SELECT count(*)::DOUBLE AS rows FROM ${sql}`)) as [Counted]
    return rows
  })

describe("the quotes of the data set", () => {
  layer(Tables)((it) => {
    it.effect("are those of all pairs, at most 300,000, and more of EUR/USD than a page holds", () =>
      Effect.gen(function* () {
        assert.isBelow(yield* count("forex_quotes"), 300_000)
        assert.strictEqual(yield* count("(SELECT DISTINCT ticker FROM forex_quotes)"), forexPairs.length)
        assert.isAbove(yield* count("forex_quotes WHERE ticker = 'C:EURUSD'"), 50_000)
      }),
    )

    it.effect(
      "are of 2024-03-04 to 2024-03-08 and of the last five days with trading, in the hours of trading, before the present",
      () =>
        Effect.gen(function* () {
          const { query } = yield* Store
          const dates = yield* query<{ readonly date: string }>(
            "SELECT DISTINCT make_timestamp(participant_timestamp // 1000)::DATE::VARCHAR AS date FROM forex_quotes ORDER BY date",
          )
          assert.deepStrictEqual(
            dates.map(({ date }) => date),
            [
              ...["2024-03-04", "2024-03-05", "2024-03-06", "2024-03-07", "2024-03-08"],
              ...["2025-06-25", "2025-06-26", "2025-06-27", "2025-06-29", "2025-06-30"],
            ],
          )
          const hours = yield* query<{ readonly hour: bigint }>(
            "SELECT DISTINCT participant_timestamp // 3600000000000 AS hour FROM forex_quotes",
          )
          assert.isTrue(hours.every(({ hour }) => isForexOpen(Number(hour) * 3_600_000)))
          assert.strictEqual(yield* count(`forex_quotes WHERE participant_timestamp >= ${Dataset.defaultNow}000000`), 0)
        }),
    )

    it.effect("have true nanoseconds, of which some are the same", () =>
      Effect.gen(function* () {
        const rows = yield* count("forex_quotes")
        assert.isAbove(yield* count("forex_quotes WHERE participant_timestamp % 1000 <> 0"), rows * 0.99)
        const distinct = yield* count("(SELECT DISTINCT ticker, participant_timestamp FROM forex_quotes)")
        assert.isBelow(distinct, rows)
        assert.strictEqual(
          yield* count("(SELECT DISTINCT ticker, participant_timestamp, sequence FROM forex_quotes)"),
          rows,
        )
      }),
    )

    it.effect("bid less than they ask, around a price that the minute's bar shows", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* count("forex_quotes WHERE NOT (bid_price > 0 AND bid_price < ask_price)"), 0)
        // A minute with one trade shows the price of its end alone.
        const within = `forex_quotes JOIN minute_bars ON minute_bars.ticker = forex_quotes.ticker
          AND t = participant_timestamp // 60000000000 * 60000 WHERE n > 1`
        assert.isAbove(yield* count(within), 50_000)
        const middle = "round((bid_price + ask_price) / 2, 8)"
        assert.strictEqual(yield* count(`${within} AND NOT (${middle} BETWEEN l AND h)`), 0)
      }),
    )
  })

  it("of a day do not depend on when the day is looked at", () => {
    const pair = forexPairs[0]!
    const day = tradingDay("forex", 19_786)!
    const quotesBy = (now: number) => {
      const quotes = emptyQuotes()
      addQuotes(quotes, pair, day, { now, priceAt: make(chance), random: chance("quotes", day.day) })
      return quotes
    }
    const whole = quotesBy(day.to)
    const half = quotesBy(day.from + 43_200_000)
    const { length } = half.ticker
    assert.isAbove(length, 2000)
    assert.isBelow(length, whole.ticker.length)
    assert.deepStrictEqual(half.participant_timestamp, whole.participant_timestamp.slice(0, length))
    assert.deepStrictEqual(half.bid_price, whole.bid_price.slice(0, length))
  })
})
