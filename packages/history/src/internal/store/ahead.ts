/**
 * Streams one after the other, of which the next ones have begun.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import type * as Take from "effect/Take"

/**
 * The streams of some inputs, in their order. While the consumer has one, at most two after it run, until each has two chunks that nobody has taken.
 */
export const ahead = <In, A, E>(
  inputs: ReadonlyArray<In>,
  of: (input: In) => Stream.Stream<A, E>,
): Stream.Stream<A, E> =>
  Stream.unwrapScoped(
    Effect.map(Effect.scope, (scope) => {
      const begin = (input: In) =>
        Effect.tap(Queue.bounded<Take.Take<A, E>>(1), (queue) =>
          // What a stream holds is released at its own end: a queue of `Stream.toQueue` would hold it until the end of them all.
          Effect.forkIn(Stream.runIntoQueue(of(input), queue), scope),
        )
      return Stream.rechunk(Stream.fromIterable(inputs), 1).pipe(
        Stream.mapEffect(begin),
        Stream.bufferChunks({ capacity: 1 }),
        Stream.flatMap((queue) => Stream.flattenTake(Stream.fromQueue(queue))),
      )
    }),
  )
