/** Tests that run long give the event loop its turns: the runner hears from a worker only between them, and gives it up after a minute of silence. */
import { Effect, FastCheck } from "effect"

/** One turn of the event loop. */
export const turn: Effect.Effect<void> = Effect.async((resume) => {
  setImmediate(() => resume(Effect.void))
})

/** Runs a step for each value, each in a turn of its own. */
export const eachInTurn = <A>(values: Iterable<A>, step: (value: A) => void): Effect.Effect<void> =>
  Effect.gen(function* () {
    for (const value of values) {
      yield* turn
      step(value)
    }
  })

/** So many cases of a property run in one turn. */
const SLICE = 10

/** Asserts a property on `numRuns` cases, a few in each turn. */
export const assertInTurns = <Values>(
  property: FastCheck.IProperty<Values>,
  { numRuns, seed }: { readonly numRuns: number; readonly seed: number },
): Effect.Effect<void> =>
  eachInTurn(
    Array.from({ length: Math.ceil(numRuns / SLICE) }, (_, slice) => seed + slice),
    (seed) => FastCheck.assert(property, { seed, numRuns: SLICE }),
  )
