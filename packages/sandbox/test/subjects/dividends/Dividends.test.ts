import * as Calendar from "@candela/market/Calendar"
import * as Dividends from "@candela/sandbox/subjects/dividends/Dividends"
import { payouts } from "@candela/sandbox/subjects/companies/payouts"
import { profiles } from "@candela/sandbox/subjects/companies/profiles"
import { Store } from "@candela/sandbox/store/Store"
import type { Dividend } from "@candela/stocks/Dividends"
import { assert, describe, it, layer } from "@effect/vitest"
import { Array, Effect } from "effect"
import { Tables } from "../../contract/support.js"

/** A dividend as the generator writes it: only the frequency may lack. */
type Stored = Required<Omit<Dividend, "frequency">> & Pick<Dividend, "frequency">

/** All dividends by ticker, in the order of their ex-dates. */
const dividends = Effect.flatMap(Store, (store) =>
  Effect.map(store.query(`SELECT ${Dividends.table.select} FROM dividends ORDER BY ticker, ex_dividend_date`), (rows) =>
    Array.groupBy(rows.map(Dividends.table.read) as ReadonlyArray<Stored>, ({ ticker }) => ticker),
  ),
)

const closesOf = (ticker: string) =>
  Effect.flatMap(Store, (store) =>
    store.query<{ readonly date: string; readonly c: number }>(
      "SELECT date, c FROM day_bars WHERE ticker = $1 ORDER BY date",
      [ticker],
    ),
  )

/** The split of a stock: none has more than one. */
const splitOf = (ticker: string) => {
  const { split } = profiles.find((profile) => profile.ticker === ticker)!
  return split ?? { date: "0001-01-01", from: 1, to: 1 }
}

describe("the dividends of the data set", () => {
  layer(Tables)((it) => {
    it.effect(
      "keep the worth of what a holder has: a price before an ex-date, adjusted, is the price less the dividend, adjusted as of the day",
      () =>
        Effect.gen(function* () {
          let compared = 0
          for (const [ticker, rows] of Object.entries(yield* dividends)) {
            const closes = yield* closesOf(ticker)
            const lastDay = closes.at(-1)!.date
            const split = splitOf(ticker)
            for (const [index, row] of rows.entries()) {
              const factor = row.historical_adjustment_factor
              const later = rows[index + 1]?.historical_adjustment_factor ?? 1
              if (row.ex_dividend_date > lastDay) {
                assert.strictEqual(factor, 1, "a price of today is not adjusted")
                continue
              }
              const before = closes.findLast(({ date }) => date < row.ex_dividend_date)!
              const splitBetween = before.date < split.date && split.date <= row.ex_dividend_date
              const price = splitBetween ? (before.c * split.from) / split.to : before.c
              assert.closeTo(
                (price - row.cash_amount) * later,
                price * factor,
                price * 1.1e-6,
                `${ticker} ${row.ex_dividend_date}`,
              )
              compared++
            }
          }
          assert.isAbove(compared, 150)
        }),
    )

    it.effect("are told on the basis of today's shares, too: they follow the split that came after them", () =>
      Effect.gen(function* () {
        const sides = { before: 0, after: 0 }
        for (const [ticker, rows] of Object.entries(yield* dividends)) {
          const { date, from, to } = splitOf(ticker)
          for (const { cash_amount, ex_dividend_date, split_adjusted_cash_amount } of rows) {
            const isBefore = ex_dividend_date < date
            assert.closeTo(split_adjusted_cash_amount, isBefore ? (cash_amount * from) / to : cash_amount, 5.1e-5)
            if (to !== from) sides[isBefore ? "before" : "after"]++
          }
        }
        assert.isAbove(sides.before, 5)
        assert.isAbove(sides.after, 10)
      }),
    )

    it.effect("are declared before the ex-date, and paid after the record date, on days of trading", () =>
      Effect.gen(function* () {
        for (const row of Object.values(yield* dividends).flat()) {
          const { declaration_date: declared, ex_dividend_date: exDate, pay_date: paid, record_date: record } = row
          for (const date of [declared, exDate, record, paid]) assert.isDefined(Calendar.session(date), date)
          assert.isTrue(declared < exDate && exDate <= record && record < paid, row.id)
          // A trade is settled on the next day since 2024-05-28, two days later before.
          assert.strictEqual(record === exDate, exDate >= "2024-05-28", row.id)
        }
      }),
    )

    it.effect("are of every kind; some stocks pay none", () =>
      Effect.gen(function* () {
        const byTicker = yield* dividends
        const rows = Object.values(byTicker).flat()
        const kinds = (of: (row: Stored) => unknown) => [...new Set(rows.map(of))].sort()
        assert.deepStrictEqual(
          kinds((row) => row.distribution_type),
          ["irregular", "recurring", "special", "supplemental", "unknown"],
        )
        assert.deepStrictEqual(
          kinds((row) => row.frequency),
          [0, 12, 2, 4, undefined],
        )
        assert.strictEqual(rows.filter((row) => row.distribution_type === "special").length, 1)
        for (const ticker of ["AMZN", "BRK.A", "RIVN", "TSLA"]) assert.notProperty(byTicker, ticker)
        for (const { cash_amount } of rows) assert.isAbove(cash_amount, 0)
        assert.strictEqual(new Set(rows.map(({ id }) => id)).size, rows.length)
      }),
    )
  })
})

describe("the payments of a stock", () => {
  it("do not depend on the range that is asked for", () => {
    for (const profile of profiles) {
      const all = payouts(profile, "2022-01-01", "2025-12-31")
      for (const [from, to] of [
        ["2023-12-28", "2024-02-15"],
        ["2024-03-05", "2024-03-05"],
        ["2022-01-01", "2022-12-31"],
      ] as const) {
        assert.deepStrictEqual(
          payouts(profile, from, to),
          all.filter(({ exDate }) => exDate >= from && exDate <= to),
        )
      }
    }
  })
})
