/** What mocks are given, as a stream. */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Stream from "effect/Stream"

/** Rows, a stream of them, or an effect that returns either. */
export type Given<Row, E> =
  | Stream.Stream<Row, E>
  | Iterable<Row>
  | Effect.Effect<Stream.Stream<Row, E> | Iterable<Row>, E>

export const toStream = <Row, E>(answer: Given<Row, E> | Row): Stream.Stream<Row, E> => {
  // Effects carry the type id of streams, too.
  if (Effect.isEffect(answer)) {
    return Stream.unwrap(Effect.map(answer as Effect.Effect<Given<Row, E>, E>, (rows) => toStream<Row, E>(rows)))
  }
  if (Predicate.hasProperty(answer, Stream.StreamTypeId)) return answer as Stream.Stream<Row, E>
  // To the compiler an effect of a row is a stream of one row.
  return Predicate.isIterable(answer) ? Stream.fromIterable(answer as Iterable<Row>) : Stream.make(answer as Row)
}
