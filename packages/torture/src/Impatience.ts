/** A consumer that interrupts and repeats its pulls. */
import { Cause, Effect, Exit, Fiber, type Random, Stream } from "effect"

/** Rows and errors that a consumer received. */
export interface Pulled<A, E> {
  readonly elements: ReadonlyArray<A>
  /** Number of pulls that were interrupted before their result. */
  readonly interruptions: number
  /** Why the stream failed; absent where it came to its end. */
  readonly failure: Cause.Cause<E> | undefined
}

const turn: Effect.Effect<void> = Effect.async((resume) => {
  setImmediate(() => resume(Effect.void))
})

/** Some steps of the scheduler and turns of the event loop, or some milliseconds. */
const wait = (random: Random.Random): Effect.Effect<void> =>
  Effect.gen(function* () {
    if (yield* random.nextBoolean) return yield* Effect.sleep(yield* random.nextIntBetween(0, 30))
    yield* Effect.repeatN(Effect.yieldNow(), yield* random.nextIntBetween(0, 60))
    yield* Effect.repeatN(turn, yield* random.nextIntBetween(0, 5))
  })

/** Timeout of a stream; none takes nearly as long. */
const patience = "3 minutes"

/**
 * Pulls a stream to its end; a stream without end is a defect. Of the first pulls, `times` are
 * interrupted, each after a wait, unless they are done by then; an interrupted pull is repeated.
 */
export const pull = <A, E>(
  stream: Stream.Stream<A, E>,
  times: number,
  random: Random.Random,
): Effect.Effect<Pulled<A, E>> =>
  Effect.scoped(
    Effect.gen(function* () {
      const next = yield* Stream.toPull(stream)
      const elements: Array<A> = []
      let interruptions = 0
      for (let pulls = 0; ; pulls++) {
        const fiber = yield* Effect.fork(next)
        if (pulls < times) yield* Effect.zipRight(wait(random), Fiber.interrupt(fiber))
        const exit = yield* Fiber.await(fiber)
        if (Exit.isSuccess(exit)) for (const element of exit.value) elements.push(element)
        else if (Cause.isInterruptedOnly(exit.cause)) interruptions += 1
        else {
          const failure = Cause.flipCauseOption(exit.cause)
          return { elements, interruptions, failure: failure._tag === "Some" ? failure.value : undefined }
        }
      }
    }).pipe(
      Effect.timeoutFail({ duration: patience, onTimeout: () => new Error(`a stream did not end within ${patience}`) }),
      Effect.orDie,
    ),
  )
