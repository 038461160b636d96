import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Option, Random, Stream } from "effect"
import { pull } from "../src/Impatience.js"

const turn: Effect.Effect<void> = Effect.async((resume) => {
  setImmediate(() => resume(Effect.void))
})

/** Numbers that take some turns of the event loop each. */
const numbers = (count: number) =>
  Stream.unfoldEffect(0, (number) =>
    Effect.as(
      Effect.repeatN(turn, 3),
      Option.liftPredicate([number, number + 1] as const, () => number < count),
    ),
  )

describe("an impatient consumer", () => {
  it.live("receives every element once, though its pulls are interrupted", () =>
    Effect.gen(function* () {
      const pulled = yield* pull(numbers(50), 200, Random.make("impatient"))
      assert.deepStrictEqual(pulled.elements, [...new Array(50).keys()])
      assert.isAbove(pulled.interruptions, 0)
      assert.isUndefined(pulled.failure)
    }),
  )

  it.live("receives what came before a failure, and the failure", () =>
    Effect.gen(function* () {
      const pulled = yield* pull(Stream.concat(numbers(3), Stream.fail("broken")), 2, Random.make("broken"))
      assert.deepStrictEqual(pulled.elements, [0, 1, 2])
      assert.deepStrictEqual(Option.getOrNull(Cause.failureOption(pulled.failure!)), "broken")
    }),
  )
})
