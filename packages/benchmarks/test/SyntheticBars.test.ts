import { assert, describe, it } from "@effect/vitest"
import * as SyntheticBars from "../src/SyntheticBars.js"
import { parse, textOf } from "./bars.js"

describe("SyntheticBars", () => {
  it("has one bar a minute, with the wire's keys in order, of about a hundred bytes", () => {
    const bars = SyntheticBars.make(2_000)
    const rows = parse(bars, 0, 2_000)
    assert.strictEqual(rows.length, 2_000)
    for (const [index, bar] of rows.entries()) {
      assert.deepStrictEqual(Object.keys(bar), ["v", "vw", "o", "c", "h", "l", "t", "n"])
      assert.strictEqual(bar.t, SyntheticBars.timestampAt(index))
    }
    assert.closeTo(textOf(bars, 0, 2_000).length / 2_000, 97, 4)
  })

  it("has prices that agree with each other", () => {
    for (const bar of parse(SyntheticBars.make(5_000), 0, 5_000)) {
      assert.isAtMost(bar.l, Math.min(bar.o, bar.c))
      assert.isAtLeast(bar.h, Math.max(bar.o, bar.c))
      assert.isAtLeast(bar.vw, bar.l)
      assert.isAtMost(bar.vw, bar.h)
      assert.isAbove(bar.n, 0)
    }
  })

  it("knows the sum of its volumes", () => {
    const bars = SyntheticBars.make(3_000)
    assert.strictEqual(
      bars.volume,
      parse(bars, 0, 3_000).reduce((sum, bar) => sum + bar.v, 0),
    )
  })

  it("is the same for everyone, and a longer history begins like a shorter one", () => {
    assert.strictEqual(textOf(SyntheticBars.make(1_000), 100, 900), textOf(SyntheticBars.make(4_000), 100, 900))
  })

  it("gives slices that make up the whole", () => {
    const bars = SyntheticBars.make(1_000)
    const parts = [textOf(bars, 0, 1), textOf(bars, 1, 400), textOf(bars, 400, 1_000)]
    assert.strictEqual(parts.join(","), textOf(bars, 0, 1_000))
    assert.strictEqual(textOf(bars, 400, 400), "")
    assert.strictEqual(textOf(SyntheticBars.make(0), 0, 0), "")
    assert.strictEqual(SyntheticBars.make(0).volume, 0)
  })

  it("finds the bar at or after a time", () => {
    assert.strictEqual(SyntheticBars.indexAtOrAfter(SyntheticBars.FIRST_TIMESTAMP - 1), 0)
    assert.strictEqual(SyntheticBars.indexAtOrAfter(SyntheticBars.timestampAt(7)), 7)
    assert.strictEqual(SyntheticBars.indexAtOrAfter(SyntheticBars.timestampAt(7) + 1), 8)
  })
})
