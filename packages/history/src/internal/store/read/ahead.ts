/**
 * Sequential streams that are started ahead of their turn.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import type * as Take from "effect/Take"

/**
 * Concatenates the streams of the inputs, in order. While the consumer reads one, at most two after
 * it run, until each has two untaken chunks.
 */
export const ahead = <In, A, E>(
  inputs: ReadonlyArray<In>,
  of: (input: In) => Stream.Stream<A, E>,
): Stream.Stream<A, E> =>
  Stream.unwrapScoped(
    Effect.map(Effect.scope, (scope) => {
      const begin = (input: In) =>
        Effect.tap(Queue.bounded<Take.Take<A, E>>(1), (queue) =>
          // A stream's resources are released at its own end: a queue of `Stream.toQueue` would
          // keep them until all streams have ended.
          Effect.forkIn(Effect.interruptible(Stream.runIntoQueue(of(input), queue)), scope),
        )
      return Stream.rechunk(Stream.fromIterable(inputs), 1).pipe(
        Stream.mapEffect(begin),
        Stream.bufferChunks({ capacity: 1 }),
        Stream.flatMap((queue) => Stream.flattenTake(Stream.fromQueue(queue))),
      )
    }),
  )
