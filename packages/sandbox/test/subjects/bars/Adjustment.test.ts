import { aggregate, type BaseBar, combine } from "@candela/sandbox/subjects/bars/BaseBar"
import { adjust, ratioAt, type Split } from "@candela/sandbox/subjects/bars/Adjustment"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { assertForAll } from "../../forAll.js"
import { runs } from "@candela/support/seeded"

const bar = (t: number, more: Partial<BaseBar> = {}): BaseBar => ({
  t,
  o: 100,
  h: 110,
  l: 90,
  c: 105,
  v: 1_000,
  vw: 101,
  n: 10,
  ...more,
})

describe("splits", () => {
  const fourForOne: Split = { start: 1_000, from: 1, to: 4 }
  const oneForTen: Split = { start: 2_000, from: 10, to: 1 }

  it("divide the prices and multiply the volume of what was traded before; transactions stay", () => {
    assert.deepStrictEqual(adjust([bar(999)], [fourForOne]), [
      { t: 999, o: 25, h: 27.5, l: 22.5, c: 26.25, v: 4_000, vw: 25.25, n: 10 },
    ])
  })

  it("leave what was traded from their execution on", () => {
    assert.deepStrictEqual(adjust([bar(1_000)], [fourForOne]), [bar(1_000)])
    assert.deepStrictEqual(adjust([bar(1_000)], []), [bar(1_000)])
  })

  it("multiply: all that come after a bar count", () => {
    assert.deepStrictEqual(ratioAt([fourForOne, oneForTen], 0), { from: 10, to: 4 })
    assert.deepStrictEqual(ratioAt([fourForOne, oneForTen], 1_500), { from: 10, to: 1 })
    assert.deepStrictEqual(ratioAt([fourForOne, oneForTen], 2_000), { from: 1, to: 1 })
  })

  it("leave an average price that is not known unknown", () => {
    assert.isNull(adjust([bar(0, { vw: null })], [fourForOne])[0]!.vw)
  })
})

describe("putting bars together", () => {
  it("one bar stays as it is, with the start of its window", () => {
    assert.deepStrictEqual(combine([bar(60_000, { vw: 0.1 + 0.2, n: null })], 0, 4), bar(0, { vw: 0.1 + 0.2, n: null }))
  })

  it("takes the first open, the highest high, the lowest low, the last close, and the sums", () => {
    const bars = [
      bar(0),
      bar(1, { o: 1, h: 120, l: 95, c: 2, v: 3_000, vw: 105, n: 5 }),
      bar(2, { l: 80, v: 0, vw: 7 }),
    ]
    assert.deepStrictEqual(combine(bars, 0, 4), { t: 0, o: 100, h: 120, l: 80, c: 105, v: 4_000, vw: 104, n: 25 })
  })

  it("weighs only what has a volume and an average, and counts only what is known", () => {
    const unknown = bar(1, { v: 9_000, vw: null, n: null })
    assert.deepStrictEqual(combine([bar(0), unknown], 0, 4), bar(0, { v: 10_000 }))
    assert.deepStrictEqual(combine([unknown, unknown], 0, 4), bar(0, { v: 18_000, vw: null, n: null }))
    assert.isNull(combine([bar(0, { v: 0 }), bar(1, { v: 0 })], 0, 4).vw)
  })

  it("gives a bar for each window that holds one, and none for the others", () => {
    const minutes = [0, 1, 4, 5, 14].map((minute) => bar(minute * 60_000))
    const starts = aggregate({ multiplier: 5, timespan: "minute", zone: "UTC" }, minutes, 4).map(({ t, v }) => [
      t / 60_000,
      v,
    ])
    assert.deepStrictEqual(starts, [
      [0, 3_000],
      [5, 1_000],
      [10, 1_000],
    ])
  })

  it("keeps all volume, in whatever windows", () =>
    assertForAll(
      FastCheck.tuple(
        FastCheck.uniqueArray(FastCheck.nat(5_000), { minLength: 1 }),
        FastCheck.integer({ min: 1, max: 2_000 }),
      ),
      ([minutes, multiplier]) => {
        const bars = minutes.sort((one, other) => one - other).map((minute) => bar(minute * 60_000))
        const windows = aggregate({ multiplier, timespan: "minute", zone: "UTC" }, bars, 4)
        assert.strictEqual(combine(windows, 0, 4).v, bars.length * 1_000)
        assert.strictEqual(combine(windows, 0, 4).n, bars.length * 10)
      },
      { seed: 2, numRuns: runs(300) },
    ))
})
