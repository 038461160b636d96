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

/** Parquet. Files hold a month or a year: starting an encoding worker would take longer than encoding. */
export const parquet: Format = {
  extension: "parquet",
  // Those of a row group.
  rowsOfPart: 131_072,
  encode:
    (endpoint, { request, time }) =>
    (pieces) =>
      Parquet.encode(endpoint, { request, time, worker: false })(pieces as Stream.Stream<never>),
  count: Parquet.count,
  read: (path, endpoint, columns) =>
    Parquet.columns(path, endpoint, { columns }) as Stream.Stream<Piece, FileError, FileSystem>,
}
