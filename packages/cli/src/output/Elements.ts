/**
 * Elements of a stream of rows: single rows, or chunks of them in columns.
 *
 * @module
 */
import * as Columns from "@candela/core/Columns"
import * as Chunk from "effect/Chunk"
import * as Stream from "effect/Stream"

/** Whether an element is a chunk in columns. No endpoint has a field of this name with a function. */
export const isColumns = (element: unknown): element is Columns.Columns<unknown> =>
  typeof (element as { readonly toRows?: unknown }).toRows === "function"

/** Number of rows of an element. */
export const lengthOf = (element: unknown): number => (isColumns(element) ? element.length : 1)

/** Rows of a chunk of elements. */
export const ofChunk = (elements: Chunk.Chunk<unknown>): Chunk.Chunk<unknown> =>
  Chunk.some(elements, isColumns)
    ? Chunk.flatMap(elements, (element) =>
        isColumns(element) ? Chunk.unsafeFromArray(element.toRows()) : Chunk.of(element),
      )
    : elements

/** Rows of elements, one by one. */
export const rows = <Err, R>(stream: Stream.Stream<unknown, Err, R>): Stream.Stream<unknown, Err, R> =>
  Stream.mapChunks(stream, ofChunk)

/** First rows of elements, up to `limit`; all without one. Later elements are not pulled. */
export const take =
  (limit: number | undefined) =>
  <Err, R>(stream: Stream.Stream<unknown, Err, R>): Stream.Stream<unknown, Err, R> =>
    limit === undefined
      ? stream
      : Stream.suspend(() => {
          let left = limit
          const first = (element: unknown) => {
            const kept =
              isColumns(element) && element.length > left
                ? Columns.slice(element as Columns.Columns<object>, 0, left)
                : element
            left -= lengthOf(kept)
            return kept
          }
          return limit <= 0
            ? Stream.empty
            : stream.pipe(
                Stream.map(first),
                Stream.takeUntil(() => left <= 0),
              )
        })

/** Counter of passing rows. */
export class Counter {
  /** Number of rows so far. */
  rows = 0

  /** Returns the same stream, counted. */
  readonly count = <A, Err, R>(stream: Stream.Stream<A, Err, R>): Stream.Stream<A, Err, R> =>
    Stream.mapChunks(stream, (elements) => {
      for (const element of elements) this.rows += lengthOf(element)
      return elements
    })
}
