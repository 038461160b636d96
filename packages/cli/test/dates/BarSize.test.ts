import { timespans } from "@candela/market/Timespan"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as BarSize from "../../src/dates/BarSize.js"

const sizeOf = (text: string, multiplier?: number) =>
  Effect.flatMap(BarSize.parse(text), (written) => BarSize.of(written, multiplier))

describe("sizes of bars", () => {
  it.effect("a word has a multiplier of 1, a short form its own", () =>
    Effect.gen(function* () {
      for (const timespan of timespans) {
        assert.deepStrictEqual(yield* sizeOf(timespan), { timespan, multiplier: 1 })
        assert.deepStrictEqual(yield* sizeOf(timespan, 7), { timespan, multiplier: 7 })
      }
      const shorts = yield* Effect.forEach(["10s", "5m", "4h", "1d", "2w", "3mo", "1q", "1y"], (text) => sizeOf(text))
      assert.deepStrictEqual(
        shorts.map(({ multiplier, timespan }) => `${multiplier} ${timespan}`),
        ["10 second", "5 minute", "4 hour", "1 day", "2 week", "3 month", "1 quarter", "1 year"],
      )
      assert.deepStrictEqual(yield* sizeOf("5m", 5), { timespan: "minute", multiplier: 5 })
    }),
  )

  it.effect("two multipliers that differ, and any other text, are rejected", () =>
    Effect.gen(function* () {
      assert.include(String(yield* Effect.flip(sizeOf("5m", 3))), "leave --multiplier 3 out")
      for (const [text, meant] of [
        ["5min", "5m"],
        ["3M", "3mo"],
        ["0m", "one of second"],
        ["1000000m", "one of second"],
        ["minutes", "one of second"],
        ["5constructor", "one of second"],
      ]) {
        const fault = BarSize.parse(text!)
        assert(Either.isLeft(fault), text)
        assert.include(fault.left, meant!)
      }
    }),
  )
})
