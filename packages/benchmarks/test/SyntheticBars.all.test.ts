import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { inTurns } from "../../core/test/support/turns.js"
import * as SyntheticBars from "../src/SyntheticBars.js"

interface Bar {
  readonly v: number
  readonly vw: number
  readonly o: number
  readonly c: number
  readonly h: number
  readonly l: number
  readonly t: number
  readonly n: number
}

const textOf = (bars: SyntheticBars.SyntheticBars, start: number, end: number): string =>
  Buffer.concat(bars.slice(start, end)).toString("latin1")

const parse = (bars: SyntheticBars.SyntheticBars, start: number, end: number): ReadonlyArray<Bar> =>
  JSON.parse(`[${textOf(bars, start, end)}]`) as ReadonlyArray<Bar>

describe("SyntheticBars", () => {
  it.effect("goes on minute by minute past its first million, in the same bars at later times", () =>
    Effect.gen(function* () {
      const bars = yield* inTurns(SyntheticBars.making(2_000_100))
      const across = parse(bars, 999_900, 1_000_100)
      assert.deepStrictEqual(
        across.map((bar) => bar.t),
        across.map((_, index) => SyntheticBars.timestampAt(999_900 + index)),
      )
      const first = parse(bars, 50, 60)
      const last = parse(bars, 2_000_050, 2_000_060)
      assert.deepStrictEqual(
        last,
        first.map((bar) => ({ ...bar, t: bar.t + 2_000_000 * 60_000 })),
      )
      const block = yield* inTurns(SyntheticBars.making(1_000_000))
      assert.strictEqual(bars.volume, 2 * block.volume + SyntheticBars.make(100).volume)
    }),
  )
})
