/**
 * Rows as NDJSON: one JSON object per line, with the names of the rows' fields. It needs no
 * library, and {@link encode} and {@link decode} run on any platform with `fetch`.
 *
 * ```ts
 * stocks.news.stream(request).pipe(Stream.run(NdJson.file("news.ndjson", Stocks.endpoints.news)))
 * NdJson.read("news.ndjson", Stocks.endpoints.news) // Stream<NewsArticle, FileError, FileSystem>
 * ```
 *
 * Written values are read back unchanged:
 *
 * - Instants are numbers, in the unit of the row: milliseconds or nanoseconds since the epoch.
 *   64-bit integers keep all digits, which `JSON.parse` would round; reading does not. Reading also
 *   takes date-times of ISO 8601, in UTC unless they have an offset.
 * - Missing values have no key. Reading also accepts `null` for them.
 * - `NaN` and infinite numbers, which JSON does not have, are rejected.
 *
 * Lines end with LF, and reading takes CR LF too. NDJSON has no metadata: the file contains neither
 * the request nor units.
 *
 * @module
 */
import type * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as FileSystem from "@effect/platform/FileSystem"
import type * as Sink from "effect/Sink"
import type * as Stream from "effect/Stream"
import type { FileError } from "./FileError.js"
import { format } from "./internal/json/format.js"
import { records } from "./internal/json/records.js"
import * as EncodedFile from "./internal/encodedFile.js"
import { decode as decodeText } from "./internal/text/decode.js"
import { encode as encodeText } from "./internal/text/encode.js"
import * as TextFile from "./internal/text/file.js"
import type { ReadOptions, Selected } from "./ReadOptions.js"
import type { Row, RowOrColumns } from "./Rows.js"
import type { Written } from "./Written.js"

/**
 * A sink that writes rows, or chunks in columns, to a file. The file is complete when the stream has ended; if it
 * fails or is interrupted, nothing is written, and an existing file stays. The stream's own errors pass through.
 */
export const file = <E extends Endpoint.AnyRows>(
  path: string,
  endpoint: E,
): Sink.Sink<Written, RowOrColumns<E>, never, FileError, FileSystem.FileSystem> =>
  EncodedFile.sink<E>(path, encode(endpoint))

/** Encodes rows, or chunks in columns, to bytes in UTF-8. The same rows yield the same bytes. */
export const encode = <E extends Endpoint.AnyRows>(
  endpoint: E,
): (<Err, R>(self: Stream.Stream<RowOrColumns<E>, Err, R>) => Stream.Stream<Uint8Array, Err | FileError, R>) =>
  encodeText(endpoint, format)

/**
 * Decodes bytes to rows. Keys may have any order, and unknown ones are ignored. Fails with a `FileError` that names
 * line and column: `"schema"` if a required key is missing (it names the nearest one) or a value is of another
 * type, `"format"` if the text is damaged. An optional key can be missing on every line: then no row has it.
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
