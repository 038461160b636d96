import type { Bar } from "@candela/market/Bar"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { difference } from "../src/Minutes.js"

const bar = (timestamp: number): Bar => ({ timestamp, volume: timestamp, open: 1, close: 2, high: 3, low: 0 })
const bars = (...timestamps: ReadonlyArray<number>) => timestamps.map(bar)

describe("the difference of rows", () => {
  it("is none between the same rows", () => {
    assert.deepStrictEqual(difference(bars(1, 2, 3), bars(1, 2, 3)), { lost: 0, repeated: 0, wrong: 0 })
  })

  it("tells rows that are lost, repeated, changed, out of order or not asked for", () => {
    assert.deepStrictEqual(difference(bars(1, 3), bars(1, 2, 3)), { lost: 1, repeated: 0, wrong: 0 })
    assert.deepStrictEqual(difference(bars(1, 2, 2, 3, 1), bars(1, 2, 3)), { lost: 0, repeated: 2, wrong: 0 })
    assert.deepStrictEqual(difference([bar(1), { ...bar(2), open: 9 }], bars(1, 2)), { lost: 0, repeated: 0, wrong: 1 })
    assert.deepStrictEqual(difference(bars(2, 1), bars(1, 2)), { lost: 0, repeated: 0, wrong: 1 })
    assert.deepStrictEqual(difference(bars(1, 2, 3), bars(1, 2)), { lost: 0, repeated: 0, wrong: 1 })
  })

  it.prop(
    "is told of each row that is left out or comes twice",
    { fates: fc.array(fc.constantFrom("once" as const, "twice" as const, "never" as const), { maxLength: 50 }) },
    ({ fates }) => {
      const expected = fates.map((_, index) => bar(index))
      const times = { once: 1, twice: 2, never: 0 }
      const received = expected.flatMap((row, index) => new Array<Bar>(times[fates[index]!]).fill(row))
      const count = (fate: string) => fates.filter((one) => one === fate).length
      assert.deepStrictEqual(difference(received, expected), {
        lost: count("never"),
        repeated: count("twice"),
        wrong: 0,
      })
    },
  )
})
