/**
 * The format of a store's files, behind one interface.
 *
 * @module
 */
import type { Columns } from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/Endpoint"
import type { FileError } from "@candela/files/FileError"
import type { FileSystem } from "@effect/platform/FileSystem"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"

/** Rows of any endpoint, as columns. */
export type Piece = Columns<unknown>

/** What a file says about itself. It is the same for the same rows. */
export interface About {
  /** The request that these rows answer, without a key. */
  readonly request: object
  /** Timestamp of the last row, epoch milliseconds. The time of writing would make equal rows unequal files. */
  readonly time: number
}

/** A format of files. */
export interface Format {
  /** Ending of the names, without a dot. */
  readonly extension: string
  /** The bytes of a file: the same ones for the same rows, however they are cut into pieces. */
  readonly encode: (
    endpoint: Endpoint.AnyRows,
    about: About,
  ) => (pieces: Stream.Stream<Piece>) => Stream.Stream<Uint8Array, FileError>
  /** The number of rows of a file, as it says itself. */
  readonly count: (path: string) => Effect.Effect<number, FileError, FileSystem>
  /** The rows of a file; of columns with some names, if they are given. */
  readonly read: (
    path: string,
    endpoint: Endpoint.AnyRows,
    columns?: ReadonlyArray<string>,
  ) => Stream.Stream<Piece, FileError, FileSystem>
}
