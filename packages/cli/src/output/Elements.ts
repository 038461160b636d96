/**
 * The elements of a stream of rows: rows one by one, or chunks of them in columns.
 *
 * @module
 */
import type { Columns } from "@candela/core/Columns"
import * as Chunk from "effect/Chunk"
import * as Stream from "effect/Stream"

/** Whether an element is a chunk in columns. No endpoint has a field of this name that is a function. */
export const isColumns = (element: unknown): element is Columns<unknown> =>
  typeof (element as { readonly toRows?: unknown }).toRows === "function"

/** Number of rows of an element. */
export const lengthOf = (element: unknown): number => (isColumns(element) ? element.length : 1)

/** The rows of elements, one by one. */
export const rows = <Err, R>(stream: Stream.Stream<unknown, Err, R>): Stream.Stream<unknown, Err, R> =>
  Stream.mapChunks(stream, (elements) =>
    Chunk.some(elements, isColumns)
      ? Chunk.flatMap(elements, (element) =>
          isColumns(element) ? Chunk.unsafeFromArray(element.toRows()) : Chunk.of(element),
        )
      : elements,
  )

/** Counts the rows that pass. */
export class Counter {
  /** Rows so far. */
  rows = 0

  /** The same stream, counted. */
  readonly count = <A, Err, R>(stream: Stream.Stream<A, Err, R>): Stream.Stream<A, Err, R> =>
    Stream.mapChunks(stream, (elements) => {
      for (const element of elements) this.rows += lengthOf(element)
      return elements
    })
}
