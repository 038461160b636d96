/**
 * Order of the rows of a history.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { StoreError } from "../../../StoreError.js"
import type { Place } from "../commit/place.js"
import type { Piece } from "../layout/format.js"
import * as Partition from "../partition/partition.js"
import type { Source } from "../layout/source.js"

/** Returns the instant of the first row that does not ascend; `undefined` if all do. */
const disorderIn = (source: Source, piece: Piece, before: number): number | undefined => {
  const instantAt = source.instants(piece)
  let last = before
  for (let index = 0; index < piece.length; index++) {
    const instant = instantAt(index)
    // protects: Rows that do not ascend are refused.
    // mutant: "are refused unless they ascend, within a page": never
    if (!(instant > last)) return instant
    last = instant
  }
  return undefined
}

/**
 * Bars must ascend: their files are searched by time. The order of trades and quotes, several of which may share an
 * instant, is checked by the client, to the nanosecond.
 */
export const ascending =
  (place: Place, source: Source) =>
  <E, R>(rows: Stream.Stream<Piece, E, R>): Stream.Stream<Piece, E | StoreError, R> =>
    source.endpoint.kind !== "history" || source.isInParts
      ? rows
      : Stream.mapAccumEffect(rows, -Infinity, (last, piece) => {
          const disorder = disorderIn(source, piece, last)
          return disorder === undefined
            ? Effect.succeed([piece.length === 0 ? last : source.instants(piece)(piece.length - 1), piece] as const)
            : new StoreError({
                reason: "rows",
                path: Partition.folderOf(place, source).path,
                detail: `the service gave a row of ${new Date(disorder).toISOString()} twice, or after a later one. Nothing of its file was written. Sync again, and if it stays so, tell the service.`,
              })
        })
