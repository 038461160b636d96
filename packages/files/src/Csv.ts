/**
 * Rows as CSV (RFC 4180): a header with the names of the columns, then a line for each row. It
 * needs no library, and {@link encode} and {@link decode} run on any platform with `fetch`.
 *
 * ```ts
 * stocks.bars.columns(request).pipe(Stream.run(Csv.file("aapl.csv", Stocks.endpoints.bars)))
 * Csv.read("aapl.csv", Stocks.endpoints.bars) // Stream<Bar, FileError, FileSystem>
 * ```
 *
 * Written values are read back unchanged:
 *
 * - Numbers are the shortest decimals that parse to the same number.
 * - Instants are integers, in the unit of the row: milliseconds or nanoseconds since the epoch.
 *   Reading also takes date-times of ISO 8601, in UTC unless they have an offset.
 * - Dates are `yyyy-mm-dd`, booleans `true` and `false`.
 * - Objects and lists are JSON.
 * - An empty field means that the row lacks the value. An empty text is `""`, in quotes.
 *
 * Lines end with CR LF unless an option says LF, and reading takes both. CSV has no metadata: the
 * file contains neither the request nor units.
 *
 * @module
 */
import type * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as FileSystem from "@effect/platform/FileSystem"
import type * as Sink from "effect/Sink"
import type * as Stream from "effect/Stream"
import type { FileError } from "./FileError.js"
import { format, guarded as guard } from "./internal/csv/format.js"
import { records } from "./internal/csv/records.js"
import * as EncodedFile from "./internal/encodedFile.js"
import { decode as decodeText } from "./internal/text/decode.js"
import { encode as encodeText } from "./internal/text/encode.js"
import * as TextFile from "./internal/text/file.js"
import type { ReadOptions, Selected } from "./ReadOptions.js"
import type { Row, RowOrColumns } from "./Rows.js"
import type { Written } from "./Written.js"

/** Options of writing. */
export interface WriteOptions {
  /** End of a line. Default CR LF, as RFC 4180 has it; programs on Unix expect LF. */
  readonly lineEnd?: "\n" | "\r\n" | undefined
  /**
   * Whether Excel opens the file: it begins with a byte-order mark, without which Excel takes UTF-8
   * for another encoding, and texts that it would run as a formula are {@link guarded}. Such texts
   * are read back with the apostrophe. Default false.
   */
  readonly isForExcel?: boolean | undefined
}

/** The mark at the beginning of a file for Excel, U+FEFF. */
export const byteOrderMark = "\ufeff"

/**
 * Returns a text with an apostrophe before it if spreadsheets would run it as a formula: one that
 * begins with `=`, `+`, `-`, `@`, a tab or CR.
 */
export const guarded: (text: string) => string = guard

/**
 * A sink that writes rows, or chunks in columns, to a file. The file is complete when the stream has ended; if it
 * fails or is interrupted, nothing is written, and an existing file stays. The stream's own errors pass through.
 */
export const file = <E extends Endpoint.AnyRows>(
  path: string,
  endpoint: E,
  options: WriteOptions = {},
): Sink.Sink<Written, RowOrColumns<E>, never, FileError, FileSystem.FileSystem> =>
  EncodedFile.sink<E>(path, encode(endpoint, options))

/**
 * Encodes rows, or chunks in columns, to bytes in UTF-8. The same rows yield the same bytes.
 * Without rows only the header is written.
 */
export const encode = <E extends Endpoint.AnyRows>(
  endpoint: E,
  { isForExcel = false, lineEnd = "\r\n" }: WriteOptions = {},
): (<Err, R>(self: Stream.Stream<RowOrColumns<E>, Err, R>) => Stream.Stream<Uint8Array, Err | FileError, R>) =>
  encodeText(endpoint, format({ isForExcel, lineEnd }))

/**
 * Decodes bytes to rows. Columns may have any order, and unknown ones are ignored. Fails with a
 * `FileError` that names line and column: `"schema"` if a column is missing (it names the nearest
 * one) or of another type, `"format"` if the text is damaged.
 */
export const decode =
  <E extends Endpoint.AnyRows>(endpoint: E) =>
  <Err, R>(bytes: Stream.Stream<Uint8Array, Err, R>): Stream.Stream<Row<E>, Err | FileError, R> =>
    TextFile.rows(endpoint, decodeColumns(endpoint)(bytes))

/** Decodes bytes to rows in columns, in chunks as the bytes arrive. Errors are those of {@link decode}. */
export const decodeColumns = <E extends Endpoint.AnyRows, Name extends string = string>(
  endpoint: E,
  options: ReadOptions<Name> = {},
): (<Err, R>(
  bytes: Stream.Stream<Uint8Array, Err, R>,
) => Stream.Stream<Columns.Columns<Selected<E, Name>>, Err | FileError, R>) =>
  decodeText(endpoint, records, options.columns)

/** Reads the rows of a file. Errors are those of {@link decode}. */
export const read = <E extends Endpoint.AnyRows>(
  path: string,
  endpoint: E,
): Stream.Stream<Row<E>, FileError, FileSystem.FileSystem> => TextFile.rows(endpoint, columns(path, endpoint))

/**
 * Reads the rows of a file in columns, in chunks of some thousand rows, one in memory at a time.
 * Errors are those of {@link decode}.
 */
export const columns = <E extends Endpoint.AnyRows, Name extends string = string>(
  path: string,
  endpoint: E,
  options: ReadOptions<Name> = {},
): Stream.Stream<Columns.Columns<Selected<E, Name>>, FileError, FileSystem.FileSystem> =>
  TextFile.read(path, decodeColumns(endpoint, options))
