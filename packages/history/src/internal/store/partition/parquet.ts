/**
 * Parquet as the format of a store.
 *
 * @module
 */
import * as Parquet from "@candela/files/Parquet"
import type { Format, Piece } from "../layout/format.js"
import type * as Stream from "effect/Stream"
import type { FileError } from "@candela/files/FileError"
import type { FileSystem } from "@effect/platform/FileSystem"

/**
 * Makes the Parquet format. Files hold a month or a year: starting an encoding worker would take
 * longer than encoding. `decoder` decodes them (default: the calling thread).
 */
export const make = (decoder?: Parquet.Decoder): Format => ({
  extension: "parquet",
  encode:
    (endpoint, { request, time }) =>
    (pieces) =>
      Parquet.encode(endpoint, { request, time, worker: false })(pieces as Stream.Stream<never>),
  count: Parquet.count,
  read: (path, endpoint, columns) =>
    Parquet.columns(path, endpoint, { columns, decoder }) as Stream.Stream<Piece, FileError, FileSystem>,
})

/** Parquet format that decodes in the calling thread. */
export const parquet: Format = make()
