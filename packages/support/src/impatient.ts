import { Cause, Effect, Exit, Fiber, type Option, Stream } from "effect"
import { turn } from "./turns.js"

/** A wait that needs no clock: so many steps of the scheduler, and then so many turns of the event loop. */
export interface Steps {
  readonly yields: number
  readonly turns: number
}

/** Waits for these steps. */
export const steps = ({ turns, yields }: Steps): Effect.Effect<void> =>
  Effect.gen(function* () {
    for (let step = 0; step < yields; step++) yield* Effect.yieldNow()
    for (let step = 0; step < turns; step++) yield* turn
  })

/** What a consumer received. */
export interface Pulled<A, E> {
  readonly elements: ReadonlyArray<A>
  /** How many pulls were interrupted before they had a result. */
  readonly interruptions: number
  /** Why the stream failed, or nothing if it ended. */
  readonly failure: Option.Option<Cause.Cause<E>>
}

/**
 * Pulls a stream to its end, and interrupts and repeats pulls: one after each of these waits, unless the
 * pull is done by then. Later pulls are not interrupted. An interrupted pull is repeated after the pause.
 */
export const impatient = <A, E>(
  stream: Stream.Stream<A, E>,
  waits: ReadonlyArray<Effect.Effect<void>>,
  pause: Effect.Effect<void> = Effect.void,
): Effect.Effect<Pulled<A, E>> =>
  Effect.scoped(
    Effect.gen(function* () {
      const pull = yield* Stream.toPull(stream)
      const elements: Array<A> = []
      let interruptions = 0
      for (let index = 0; index < waits.length + 10_000; index++) {
        const fiber = yield* Effect.fork(pull)
        const wait = waits[index]
        if (wait !== undefined) {
          yield* wait
          yield* Fiber.interrupt(fiber)
        }
        const exit = yield* Fiber.await(fiber)
        if (Exit.isSuccess(exit)) elements.push(...exit.value)
        else if (Cause.isInterruptedOnly(exit.cause)) {
          interruptions++
          yield* pause
        } else return { elements, interruptions, failure: Cause.flipCauseOption(exit.cause) }
      }
      return yield* Effect.dieMessage(`the stream does not end after ${elements.length} elements`)
    }),
  )
