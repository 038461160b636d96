/**
 * Long tests give the event loop its turns: a worker answers the test runner only between them, and
 * is given up after a minute of silence.
 */
import { Effect, FastCheck } from "effect"

/** One turn of the event loop. */
export const turn: Effect.Effect<void> = Effect.async((resume) => {
  setImmediate(() => resume(Effect.void))
})

/** Runs the steps of a generator, each in a turn of its own, and gives what it returns. */
export const inTurns = <A>(steps: Generator<unknown, A>): Effect.Effect<A> =>
  Effect.gen(function* () {
    for (;;) {
      yield* turn
      const { done, value } = steps.next()
      if (done === true) return value
    }
  })

/** Runs a step for each value, each in a turn of its own. */
export const eachInTurn = <A>(values: Iterable<A>, step: (value: A) => void): Effect.Effect<void> =>
  Effect.gen(function* () {
    for (const value of values) {
      yield* turn
      step(value)
    }
  })

/** Asserts that a law holds for any values, each case in a turn of its own. */
export const assertInTurns = <Values extends [unknown, ...Array<unknown>]>(
  arbitraries: { [K in keyof Values]: FastCheck.Arbitrary<Values[K]> },
  law: (...values: Values) => void,
  parameters: FastCheck.Parameters<Values>,
): Effect.Effect<void> =>
  Effect.promise(() =>
    FastCheck.assert(
      FastCheck.asyncProperty<Values>(...arbitraries, async (...values) => {
        await Effect.runPromise(turn)
        law(...values)
      }),
      parameters,
    ),
  )
