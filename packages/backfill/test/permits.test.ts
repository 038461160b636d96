import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Fiber } from "effect"
import * as Permits from "../src/internal/engine/permits.js"
import { runs } from "@candela/support/seeded"

describe("permits", () => {
  it.effect.prop(
    "are held by so many at a time, come in the order of those that wait, and none is lost by an interruption at any moment",
    {
      count: fc.integer({ min: 1, max: 4 }),
      tasks: fc.array(fc.record({ steps: fc.nat(4), interruptedAfter: fc.option(fc.nat(12), { nil: undefined }) }), {
        maxLength: 24,
      }),
    },
    ({ count, tasks }) =>
      Effect.gen(function* () {
        const permits = Permits.make(count)
        const begun: Array<number> = []
        let [held, most] = [0, 0]
        const pause = (steps: number) => Effect.replicateEffect(Effect.yieldNow(), steps, { discard: true })
        const fibers = yield* Effect.forEach(tasks, ({ steps }, index) =>
          Effect.fork(
            permits(
              Effect.acquireUseRelease(
                Effect.sync(() => {
                  begun.push(index)
                  most = Math.max(most, ++held)
                }),
                () => pause(steps),
                () => Effect.sync(() => void held--),
              ),
            ),
          ),
        )
        yield* Effect.forEach(
          tasks,
          ({ interruptedAfter }, index) =>
            interruptedAfter === undefined
              ? Effect.void
              : Effect.zipRight(pause(interruptedAfter), Fiber.interruptFork(fibers[index]!)),
          { concurrency: "unbounded", discard: true },
        )
        yield* Effect.forEach(fibers, Fiber.await, { discard: true })
        assert.isAtMost(most, count)
        assert.deepStrictEqual(
          begun,
          [...begun].sort((one, other) => one - other),
        )
        // All of them are free again: so many hold one at the same time.
        const arrived = yield* Effect.makeLatch()
        let together = 0
        const all = Effect.suspend(() => (++together === count ? arrived.open : arrived.await))
        yield* Effect.replicateEffect(permits(all), count, { concurrency: "unbounded" })
      }),
    { fastCheck: { numRuns: runs(200) }, timeout: 30_000 },
  )
})
