import * as Columns from "@candela/core/Columns"
import { Bar } from "@candela/market/Bar"
import * as Vwap from "@candela/market/Vwap"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"

describe("the volume-weighted average price of columns", () => {
  const bar = (volume: number, close: number, vwap?: number) => ({
    volume,
    close,
    open: 0,
    high: 0,
    low: 0,
    timestamp: 0,
    ...(vwap === undefined ? {} : { vwap }),
  })
  const of = (...bars: ReadonlyArray<Bar>) => Vwap.ofColumns(Columns.fromRows(Bar, bars))

  it("weighs each bar's own average, or its close, by its volume", () => {
    assert.strictEqual(of(bar(10, 99, 1), bar(30, 2)), (10 * 1 + 30 * 2) / 40)
  })

  it("is a price between the lowest and the highest", () => {
    const price = fc.double({ min: 0.01, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: 0.001, max: 1e9, noNaN: true }), price), { minLength: 1 }),
        (bars) => {
          const found = of(...bars.map(([volume, close]) => bar(volume, close)))!
          const prices = bars.map(([, price]) => price)
          assert.isAtLeast(found, Math.min(...prices) * (1 - 1e-9))
          assert.isAtMost(found, Math.max(...prices) * (1 + 1e-9))
        },
      ),
      { seed: 5 },
    )
  })

  it("is undefined where nothing was traded", () => {
    assert.isUndefined(of())
    assert.isUndefined(of(bar(0, 5)))
  })
})
