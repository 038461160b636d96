import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { inOneGo } from "../src/internal/inOneGo.js"
import { turn } from "@candela/support/turns"

/** How many races go on for ever that are interrupted, each at another step. */
const endless = (race: Effect.Effect<never>) =>
  Effect.gen(function* () {
    let count = 0
    for (let operations = 11; operations <= 24; operations++) {
      for (let yields = 0; yields <= 8; yields++) {
        const fiber = yield* Effect.forkDaemon(Effect.withMaxOpsBeforeYield(race, operations))
        for (let step = 0; step < yields; step++) yield* Effect.yieldNow()
        yield* Fiber.interruptFork(fiber)
        yield* Effect.repeatN(turn, 4)
        if (fiber.unsafePoll() === null) count += 1
      }
    }
    return count
  })

describe("inOneGo", () => {
  it.effect("gives what the effect gives", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* inOneGo(Effect.succeed(1)), 1)
      assert.deepStrictEqual(yield* Effect.exit(inOneGo(Effect.fail("no"))), Exit.fail("no"))
    }),
  )

  it.effect("lets a race end when it is interrupted, at whichever step", () =>
    Effect.map(endless(inOneGo(Effect.raceFirst(Effect.never, Effect.never))), (count) => assert.strictEqual(count, 0)),
  )

  // If this fails, Effect has mended its races, and `inOneGo` can go where it is around one.
  it.effect("is needed: Effect's own race does not always end", () =>
    Effect.map(endless(Effect.raceFirst(Effect.never, Effect.never)), (count) => assert.isAbove(count, 0)),
  )
})
