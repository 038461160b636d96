import * as Rate from "@candela/sandbox/http/Rate"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, FastCheck as fc, TestClock } from "effect"
import { runs } from "@candela/support/seeded"

const second = 1_000

/** Milliseconds that pass, and then a request with a key. */
const steps = fc.array(
  fc.record({ after: fc.integer({ min: 0, max: 3 * second }), key: fc.constantFrom("a", "b", "c") }),
  { maxLength: 60 },
)

describe("Rate.make", () => {
  it.effect.prop(
    "lets a request pass exactly when the window that ends with it holds fewer than the limit of its key's",
    { steps, limit: fc.integer({ min: 1, max: 5 }), interval: fc.integer({ min: 1, max: 5 * second }) },
    ({ interval, limit, steps }) =>
      Effect.gen(function* () {
        const count = yield* Rate.make({ limit, interval })
        const passed: Record<string, Array<number>> = { a: [], b: [], c: [] }
        let now = 0
        for (const { after, key } of steps) {
          yield* TestClock.adjust(after)
          now += after
          const inWindow = passed[key]!.filter((at) => at > now - interval)
          const wait = yield* count(key)
          assert.strictEqual(wait === 0, inWindow.length < limit)
          if (wait === 0) passed[key]!.push(now)
          // The wait is as long as it must be: a request then passes, and none before.
          else assert.strictEqual(wait, inWindow.at(-limit)! + interval - now)
        }
      }).pipe(Effect.provide(TestClock.defaultTestClock)),
    { fastCheck: { seed: 5, numRuns: runs(100) } },
  )

  it.effect("refuses a limit that is no whole number of at least 1", () =>
    Effect.gen(function* () {
      for (const limit of [0, -1, 1.5, Number.NaN, Infinity]) {
        const exit = yield* Effect.exit(Rate.make({ limit, interval: "1 second" }))
        assert.include(String(exit), `limit must be a whole number of at least 1, but is ${limit}`)
      }
    }),
  )
})

describe("Rate.parse", () => {
  it("reads requests a second, minute and hour", () => {
    assert.deepStrictEqual(Rate.parse("100/s"), Either.right({ limit: 100, interval: "1 second" }))
    assert.deepStrictEqual(Rate.parse("5/min"), Either.right({ limit: 5, interval: "1 minute" }))
    assert.deepStrictEqual(Rate.parse("1000/hour"), Either.right({ limit: 1000, interval: "1 hour" }))
  })

  it("refuses what is none, and says what is", () => {
    for (const text of [
      "",
      "5",
      "5/",
      "/min",
      "0/min",
      "-5/min",
      "1.5/s",
      "1e3/s",
      "5/day",
      "5 / min",
      "05/s",
      "5/MIN",
    ]) {
      const refused = Rate.parse(text)
      assert.isTrue(Either.isLeft(refused), text)
      assert.include(Either.merge(refused), "such as 100/s, 5/min or 1000/hour")
    }
  })
})
