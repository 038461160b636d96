import { Columns } from "@candela/core"
import { FuturesBar, Vwap } from "@candela/futures"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { runs } from "@candela/support/seeded"

/** Trades of whole prices and sizes, so that sums are exact. */
const trades = FastCheck.array(
  FastCheck.record({
    price: FastCheck.integer({ min: -100, max: 20_000 }),
    size: FastCheck.integer({ min: 1, max: 500 }),
  }),
  { minLength: 1, maxLength: 8 },
)

const barOf = (index: number, trades: ReadonlyArray<{ readonly price: number; readonly size: number }>): FuturesBar => {
  const prices = trades.map(({ price }) => price)
  return {
    ticker: "ESU5",
    open: prices[0]!,
    high: Math.max(...prices),
    low: Math.min(...prices),
    close: prices.at(-1)!,
    volume: trades.reduce((sum, { size }) => sum + size, 0),
    transactions: trades.length,
    dollar_volume: trades.reduce((sum, { price, size }) => sum + price * size, 0),
    window_start: BigInt(index) * 60_000_000_000n,
    session_end_date: "2025-06-27",
  }
}

const check = <A>(arbitrary: FastCheck.Arbitrary<A>, law: (value: A) => void) =>
  FastCheck.assert(FastCheck.property(arbitrary, law), { seed: 23, numRuns: runs(200) })

describe("the volume-weighted average price of bars", () => {
  it("is that of their trades, whatever bars these are divided into, as rows and as columns", () =>
    check(FastCheck.array(trades, { minLength: 1, maxLength: 20 }), (minutes) => {
      const all = minutes.flat()
      const units = all.flatMap(({ price, size }) => Array.from({ length: size }, () => price))
      const expected = units.reduce((sum, price) => sum + price, 0) / units.length
      const bars = minutes.map((trades, index) => barOf(index, trades))
      assert.strictEqual(Vwap.ofBars(bars), expected)
      assert.strictEqual(Vwap.ofBars([barOf(0, all)]), expected)
      assert.strictEqual(Vwap.ofBars(all.map((trade, index) => barOf(index, [trade]))), expected)
      const chunk = Columns.fromRows(FuturesBar, bars)
      assert.strictEqual(Vwap.ofColumns(chunk), expected)
      assert.strictEqual(Vwap.ofColumns(Columns.slice(chunk, 1)), Vwap.ofBars(bars.slice(1)))
    }))

  it("is nothing where nothing was traded", () => {
    assert.isUndefined(Vwap.ofBars([]))
    assert.isUndefined(Vwap.ofBars([{ dollar_volume: 0, volume: 0 }]))
    assert.isUndefined(Vwap.ofColumns(Columns.fromRows(FuturesBar, [])))
  })
})
