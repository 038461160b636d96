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

/** Makes the format. It keeps memory from file to file. */
export const parquet = (): Format => {
  const encode = Parquet.encoder()
  return {
    extension: "parquet",
    // Those of a row group.
    rowsOfPart: 131_072,
    encode: (endpoint, about) => (pieces) => encode(endpoint, pieces as ReadonlyArray<never>, about),
    count: Parquet.count,
    read: (path, endpoint, columns) =>
      Parquet.columns(path, endpoint, { columns }) as Stream.Stream<Piece, FileError, FileSystem>,
  }
}
