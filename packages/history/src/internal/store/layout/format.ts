/**
 * Interface of a store's file format.
 *
 * @module
 */
import type { Columns } from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type { FileError } from "@candela/files/FileError"
import type { FileSystem } from "@effect/platform/FileSystem"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"

/** Rows of any endpoint, as columns. */
export type Piece = Columns<unknown>

/** Metadata of a file, identical for identical rows. */
export interface About {
  /** Request for these rows, without a key. */
  readonly request: object
  /** Timestamp of the last row, epoch milliseconds. With the time of writing, equal rows would give unequal files. */
  readonly time: number
}

/** File format. */
export interface Format {
  /** File name extension, without a dot. */
  readonly extension: string
  /** Maximum number of rows of a file of which a period may have several. */
  readonly rowsOfPart: number
  /** Encodes a file. Identical rows give identical bytes, regardless of their division into pieces. */
  readonly encode: (
    endpoint: Endpoint.AnyRows,
    about: About,
  ) => (pieces: ReadonlyArray<Piece>) => Effect.Effect<Uint8Array, FileError>
  /** Reads the number of rows from a file's metadata. */
  readonly count: (path: string) => Effect.Effect<number, FileError, FileSystem>
  /** Streams the rows of a file, with only the given columns if there are any. */
  readonly read: (
    path: string,
    endpoint: Endpoint.AnyRows,
    columns?: ReadonlyArray<string>,
  ) => Stream.Stream<Piece, FileError, FileSystem>
}

/** Reader of small files of a folder, beside the format. Whatever it fails for, the format reads. */
export interface Engine {
  /** Reads all rows of files, one after the other, with only the given columns if there are any. */
  readonly read: (
    paths: ReadonlyArray<string>,
    endpoint: Endpoint.AnyRows,
    columns?: ReadonlyArray<string>,
  ) => Effect.Effect<Piece, unknown>
}
