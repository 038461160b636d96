/**
 * Parquet files: small, by column, readable by every data tool. It needs the packages
 * `parquet-wasm` and `apache-arrow`, and Node.
 *
 * ```ts
 * stocks.bars.columns(request).pipe(Stream.run(Parquet.file("aapl.parquet", Stocks.endpoints.bars)))
 * Parquet.read("aapl.parquet", Stocks.endpoints.bars) // a stream of bars
 * ```
 *
 * Files have row groups of 131,072 rows, compressed by Zstandard, which a worker thread encodes while
 * the next page is fetched. Types are those of the module `Arrow`: instants in milliseconds are
 * timestamps in UTC, **instants in nanoseconds timestamps without a time zone**, which DuckDB and
 * Polars read exactly. Files of other programs are read by the meaning of their columns, as in `Arrow`.
 *
 * The origin of the rows is stored in the file as JSON under the key `candela`:
 * `SELECT value FROM parquet_kv_metadata('aapl.parquet')` shows it in DuckDB.
 *
 * @module
 */
import { type Columns, withAdjusted } from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as FileSystem from "@effect/platform/FileSystem"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type * as Sink from "effect/Sink"
import * as Stream from "effect/Stream"
import { FileError } from "./FileError.js"
import * as FileSchema from "./FileSchema.js"
import * as IpcWriter from "./internal/arrow/ipcWriter.js"
import * as ArrowLibrary from "./internal/arrow/library.js"
import { RowReader } from "./internal/arrow/read.js"
import * as ArrowSchema from "./internal/arrow/schema.js"
import { BatchBuilder } from "./internal/arrow/write.js"
import * as Adjusted from "./internal/adjusted.js"
import { attempt, attemptToRead } from "./internal/attempt.js"
import * as EncodedFile from "./internal/encodedFile.js"
import { named } from "./internal/fault.js"
import * as Metadata from "./internal/Metadata.js"
import * as Encoders from "./internal/parquet/encoder.js"
import * as ParquetLibrary from "./internal/parquet/library.js"
import * as Properties from "./internal/parquet/properties.js"
import * as Reader from "./internal/parquet/reader.js"
import { SmallFiles } from "./internal/parquet/small.js"
import * as RowGroups from "./internal/rowGroups.js"
import * as TextFile from "./internal/text/file.js"
import * as Origin from "./Origin.js"
import type { ReadOptions, Selected } from "./ReadOptions.js"
import type { Row, RowOrColumns } from "./Rows.js"
import type { Written } from "./Written.js"

/** Options of writing. */
export interface Options extends Origin.WriteOptions {
  /** Whether to encode in a worker thread (default), if one can be started. The bytes are the same. */
  readonly worker?: boolean | undefined
}

/** Options of reading. */
export interface ColumnsOptions<Name extends string = string> extends ReadOptions<Name> {
  /**
   * Maximum memory of reading the file, bytes, estimated before anything is decoded: a small file may hold
   * millions of rows. Default 2 GiB. A file that needs more fails with a `FileError` of the reason `"format"`.
   */
  readonly maxMemory?: number | undefined
}

/**
 * Encodes rows, or rows in columns. The same rows, request and time yield the same bytes. Fails with a
 * `FileError` with the reason `"value"` for a fractional number in an integer column, an invalid date, or
 * bars of which some are adjusted for splits and others are not, and `"library"` without one of the packages.
 */
export const encode =
  <E extends Endpoint.AnyRows>(endpoint: E, options: Options = {}) =>
  <Err, R>(self: Stream.Stream<RowOrColumns<E>, Err, R>): Stream.Stream<Uint8Array, Err | FileError, R> =>
    Stream.unwrapScoped(
      // The libraries and the worker are loaded while the first rows are fetched.
      Effect.zipWith(
        Effect.forkScoped(ArrowLibrary.load("Parquet")),
        Encoders.start(options.worker ?? true),
        (loading, start) =>
          Adjusted.peek(self, (adjusted, rows) =>
            Stream.unwrap(
              Effect.gen(function* () {
                const columns = FileSchema.of(endpoint)
                const properties = Properties.of(columns, yield* Metadata.of(endpoint, options, adjusted))
                const encoder = start(properties)
                const prepared = yield* Effect.cached(
                  Effect.map(Fiber.join(loading), (arrow) => {
                    const schema = ArrowSchema.of(arrow, columns, "")
                    return {
                      batches: new BatchBuilder(arrow, columns, schema),
                      writers: IpcWriter.streams(arrow, schema),
                    }
                  }),
                )
                const parts = RowGroups.of(endpoint, Properties.PART, (chunk, before) =>
                  Effect.flatMap(prepared, ({ batches, writers }) =>
                    attempt(() => {
                      const writer = writers(encoder.allocate)
                      return writer.write(batches.of(chunk, before, writer.dictionaries()))
                    }),
                  ).pipe(Effect.flatMap((ipc) => encoder.encode(ipc, false))),
                )
                const rest = Effect.flatMap(prepared, ({ writers }) => encoder.encode(writers().finish(), true))
                return Stream.flattenIterables(Stream.concat(parts(rows), Stream.fromEffect(rest)))
              }),
            ),
          ),
      ),
    )

/** Encoder of files of rows in memory, in columns. */
export type RowsEncoder = <E extends Endpoint.AnyRows>(
  endpoint: E,
  chunks: ReadonlyArray<Columns<Row<E>>>,
  options?: Origin.WriteOptions,
) => Effect.Effect<Uint8Array, FileError>

/**
 * Makes an encoder of many files, one after the other, for each of which a worker would start longer than it encodes.
 * It keeps the memory of the largest file, up to a row group, for the next one. The same rows, request and time yield
 * the same bytes, however the rows are divided into chunks; they may differ from those of {@link encode}, and errors
 * are the same.
 */
export const encoder = (): RowsEncoder => {
  const encoders = new Map<Endpoint.AnyRows, SmallFiles<Endpoint.AnyRows>>()
  return (endpoint, chunks, options = {}) => {
    const rows = chunks.reduce((sum, { length }) => sum + length, 0)
    if (rows === 0 || rows > Properties.GROUP) {
      const stream = Stream.fromIterable(chunks) as Stream.Stream<RowOrColumns<typeof endpoint>>
      return Effect.map(Stream.runCollect(encode(endpoint, { ...options, worker: false })(stream)), (parts) =>
        joined(Chunk.toReadonlyArray(parts)),
      )
    }
    return Effect.gen(function* () {
      const metadata = yield* Metadata.of(endpoint, options, yield* Adjusted.ofColumns(chunks))
      const own =
        encoders.get(endpoint) ??
        new SmallFiles<Endpoint.AnyRows>(yield* ArrowLibrary.load("Parquet"), yield* ParquetLibrary.load, endpoint)
      encoders.set(endpoint, own)
      return yield* Effect.try({
        try: () => own.encode(chunks as never, metadata),
        catch: (error) => (error instanceof FileError ? error : Encoders.failed(String(error))),
      })
    })
  }
}

/** Joins the parts of a file. */
const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(parts.reduce((size, { length }) => size + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/**
 * A sink that writes a file of rows, or of rows in columns. The file is complete or absent: on
 * failure or interruption nothing is left, and an existing file stays.
 */
export const file = <E extends Endpoint.AnyRows>(
  path: string,
  endpoint: E,
  options: Options = {},
): Sink.Sink<Written, RowOrColumns<E>, never, FileError, FileSystem.FileSystem> =>
  EncodedFile.sink(path, encode(endpoint, options))

/**
 * Reads the rows of a file in columns, one chunk per row group (or part of it): one is in memory at a time, and
 * unwanted columns are not read. Fails with a `FileError`: `"format"` for a file that is not Parquet or incomplete,
 * `"schema"` for a column that is missing or has another type, `"value"` for a value that is invalid in a row.
 */
export const columns = <E extends Endpoint.AnyRows, Name extends string = string>(
  path: string,
  endpoint: E,
  options: ColumnsOptions<Name> = {},
): Stream.Stream<Columns<Selected<E, Name>>, FileError, FileSystem.FileSystem> =>
  Stream.unwrapScoped(
    Effect.gen(function* () {
      const arrow = yield* ArrowLibrary.load("Parquet")
      const reader = yield* Reader.open(arrow, path, options.maxMemory)
      const wanted = options.columns ?? FileSchema.of(endpoint).map(({ name }) => name)
      const { batches, schema } = yield* reader.select(wanted)
      const adjusted = Origin.adjustedOf(reader.metadata)
      const plan = yield* attemptToRead(() => RowReader.of(arrow, endpoint, schema, options.columns, reader.names))
      let rows = 0
      return Stream.mapEffect(batches, (batch) =>
        attemptToRead(() => {
          const columns = plan.columns(batch, rows) as unknown as Columns<Selected<E, Name>>
          rows += columns.length
          return adjusted === undefined ? columns : withAdjusted(columns, adjusted)
        }),
      )
    }),
  ).pipe(Stream.mapError(named(path)))

/** Reads the rows of a file. Errors are those of {@link columns}. */
export const read = <E extends Endpoint.AnyRows>(
  path: string,
  endpoint: E,
  options: Pick<ColumnsOptions, "maxMemory"> = {},
): Stream.Stream<Row<E>, FileError, FileSystem.FileSystem> => TextFile.rows(endpoint, columns(path, endpoint, options))

/** Returns the number of rows of a file from its metadata, without reading rows. */
export const count = (path: string): Effect.Effect<number, FileError, FileSystem.FileSystem> =>
  ArrowLibrary.load("Parquet").pipe(
    Effect.flatMap((arrow) => Reader.open(arrow, path)),
    Effect.map(({ rows }) => rows),
    Effect.scoped,
    Effect.mapError(named(path)),
  )

/** Returns the origin of a file's rows from its metadata; none for a file of another program. */
export const describe = (path: string): Effect.Effect<Option.Option<Origin.Origin>, FileError, FileSystem.FileSystem> =>
  ArrowLibrary.load("Parquet").pipe(
    Effect.flatMap((arrow) => Reader.open(arrow, path)),
    Effect.map(({ metadata }) => Option.fromNullable(Origin.parse(metadata ?? ""))),
    Effect.scoped,
    Effect.mapError(named(path)),
  )
