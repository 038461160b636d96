import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { inOneGo } from "../src/internal/inOneGo.js"
import { turn } from "./support/turns.js"

describe("inOneGo", () => {
  it.effect("gives what the effect gives", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* inOneGo(Effect.succeed(1)), 1)
      assert.deepStrictEqual(yield* Effect.exit(inOneGo(Effect.fail("no"))), Exit.fail("no"))
    }),
  )

  it.effect("lets a race end when it is interrupted, at whichever step", () =>
    Effect.gen(function* () {
      for (let operations = 11; operations <= 24; operations++) {
        for (let yields = 0; yields <= 8; yields++) {
          const race = yield* Effect.forkDaemon(
            Effect.withMaxOpsBeforeYield(inOneGo(Effect.raceFirst(Effect.never, Effect.never)), operations),
          )
          for (let step = 0; step < yields; step++) yield* Effect.yieldNow()
          yield* Fiber.interruptFork(race)
          yield* Effect.repeatN(turn, 4)
          assert.isNotNull(race.unsafePoll(), `${operations} operations, interrupted after ${yields} yields`)
        }
      }
    }),
  )
})
