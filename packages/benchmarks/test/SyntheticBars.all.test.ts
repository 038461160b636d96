import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { inTurns } from "@candela/support/turns"
import * as SyntheticBars from "../src/SyntheticBars.js"
import { parse } from "./bars.js"

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
