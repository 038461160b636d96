/**
 * Arrow IPC files and streams, which have the layout of rows in memory: nothing is faster to write
 * and to read. It needs the package `apache-arrow`, and runs on any platform with `fetch`.
 *
 * ```ts
 * stocks.bars.columns(request).pipe(Stream.run(Arrow.file("aapl.arrow", Stocks.endpoints.bars)))
 * Arrow.read("aapl.arrow", Stocks.endpoints.bars) // a stream of bars
 * ```
 *
 * Types: instants in milliseconds are timestamps in UTC. **Instants in nanoseconds are timestamps
 * without a time zone**, in UTC too: DuckDB reads those exactly, and cuts nanoseconds with a time
 * zone to microseconds. Dates are `date32`, whole numbers and exact integers `int64`, other numbers
 * `float64`, words dictionaries, lists and objects `list` and `struct`. Missing values are null.
 *
 * Files of other programs are read by the meaning of their columns: a text may be a `large_utf8` or
 * a dictionary, a timestamp may have another unit or time zone, a number another width, and columns
 * may have any order. Unknown columns are ignored.
 *
 * @module
 */
import { type Columns, withAdjusted } from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as FileSystem from "@effect/platform/FileSystem"
import type { Schema } from "apache-arrow"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type * as Sink from "effect/Sink"
import * as Stream from "effect/Stream"
import type { FileError } from "./FileError.js"
import * as FileSchema from "./FileSchema.js"
import * as IpcReader from "./internal/arrow/ipcReader.js"
import * as IpcWriter from "./internal/arrow/ipcWriter.js"
import * as Library from "./internal/arrow/library.js"
import { RowReader } from "./internal/arrow/read.js"
import * as ArrowSchema from "./internal/arrow/schema.js"
import { BatchBuilder } from "./internal/arrow/write.js"
import * as Adjusted from "./internal/adjusted.js"
import { attempt, attemptToRead } from "./internal/attempt.js"
import * as EncodedFile from "./internal/encodedFile.js"
import { named } from "./internal/fault.js"
import * as Metadata from "./internal/Metadata.js"
import * as RowGroups from "./internal/rowGroups.js"
import * as TextFile from "./internal/text/file.js"
import type { ReadOptions, Selected } from "./ReadOptions.js"
import * as Origin from "./Origin.js"
import type { Row, RowOrColumns } from "./Rows.js"
import type { Written } from "./Written.js"

/** Options of writing. */
export interface Options extends Origin.WriteOptions {
  /** File format (default), which supports random access, or stream format, which can be read while it is sent. */
  readonly format?: "file" | "stream" | undefined
}

/** Number of rows in a batch. A batch of twice as many takes longer to make than the next page to arrive. */
const BATCH = 65_536

/**
 * Encodes rows, or rows in columns, in batches of 65,536 rows. The same rows, request and time yield the same bytes.
 * Fails with a `FileError` with the reason `"value"` for a fractional number in an integer column, an invalid date,
 * or bars of which some are adjusted for splits and others are not, and `"library"` without `apache-arrow`.
 */
export const encode =
  <E extends Endpoint.AnyRows>(endpoint: E, options: Options = {}) =>
  <Err, R>(self: Stream.Stream<RowOrColumns<E>, Err, R>): Stream.Stream<Uint8Array, Err | FileError, R> =>
    Stream.unwrapScoped(
      // The library is loaded while the first rows are fetched.
      Effect.map(Effect.forkScoped(Library.load("Arrow")), (loading) =>
        Adjusted.peek(self, (adjusted, rows) =>
          Stream.unwrap(
            Effect.gen(function* () {
              const columns = FileSchema.of(endpoint)
              const metadata = yield* Metadata.of(endpoint, options, adjusted)
              const prepared = yield* Effect.cached(
                Effect.map(Fiber.join(loading), (arrow) => {
                  const schema = ArrowSchema.of(arrow, columns, metadata)
                  const writer =
                    options.format === "stream" ? IpcWriter.streams(arrow, schema)() : IpcWriter.file(arrow, schema)
                  return { batches: new BatchBuilder(arrow, columns, schema), writer }
                }),
              )
              const body = RowGroups.of(endpoint, BATCH, (chunk, before) =>
                Effect.flatMap(prepared, ({ batches, writer }) =>
                  attempt(() => writer.write(batches.of(chunk, before, writer.dictionaries()))),
                ),
              )
              return Stream.concat(body(rows), Stream.fromEffect(Effect.map(prepared, ({ writer }) => writer.finish())))
            }),
          ),
        ),
      ),
    )

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

/** Reads the rows of opened batches. */
const planned = <E extends Endpoint.AnyRows, Name extends string, Err, R>(
  endpoint: E,
  wanted: ReadonlyArray<Name> | undefined,
  open: (arrow: Library.Arrow) => Effect.Effect<IpcReader.BatchStream<Err>, Err | FileError, R | Scope.Scope>,
): Stream.Stream<Columns<Selected<E, Name>>, Err | FileError, Exclude<R, Scope.Scope>> =>
  Stream.unwrapScoped(
    Effect.gen(function* () {
      const arrow = yield* Library.load("Arrow")
      const { batches, schema } = yield* open(arrow)
      const plan = yield* attemptToRead(() => RowReader.of(arrow, endpoint, schema, wanted))
      const adjusted = Origin.adjustedOf(schema.metadata.get(ArrowSchema.KEY))
      let rows = 0
      return batches.pipe(
        Stream.filter(({ numRows }) => numRows > 0),
        Stream.mapEffect((batch) =>
          attemptToRead(() => {
            const columns = plan.columns(batch, rows) as unknown as Columns<Selected<E, Name>>
            rows += columns.length
            return adjusted === undefined ? columns : withAdjusted(columns, adjusted)
          }),
        ),
      )
    }),
  )

/**
 * Decodes rows in columns, one chunk per batch: of the stream format while it arrives, of a file when it is complete.
 */
export const decodeColumns =
  <E extends Endpoint.AnyRows, Name extends string = string>(endpoint: E, options: ReadOptions<Name> = {}) =>
  <Err, R>(bytes: Stream.Stream<Uint8Array, Err, R>): Stream.Stream<Columns<Selected<E, Name>>, Err | FileError, R> =>
    planned(endpoint, options.columns, (arrow) => IpcReader.ofStream(arrow, bytes))

/**
 * Decodes rows. Fails with a `FileError`: `"format"` for bytes that are not Arrow or incomplete, `"schema"`
 * for a column that is missing or has another type, `"value"` for a value that is invalid in a row.
 */
export const decode =
  <E extends Endpoint.AnyRows>(endpoint: E) =>
  <Err, R>(bytes: Stream.Stream<Uint8Array, Err, R>): Stream.Stream<Row<E>, Err | FileError, R> =>
    TextFile.rows(endpoint, decodeColumns(endpoint)(bytes))

/**
 * Reads the rows of a file in columns, one chunk per batch; one batch is in memory at a time.
 * Errors are those of {@link decode}.
 */
export const columns = <E extends Endpoint.AnyRows, Name extends string = string>(
  path: string,
  endpoint: E,
  options: ReadOptions<Name> = {},
): Stream.Stream<Columns<Selected<E, Name>>, FileError, FileSystem.FileSystem> =>
  planned(endpoint, options.columns, (arrow) => IpcReader.ofPath(arrow, path)).pipe(Stream.mapError(named(path)))

/** Reads the rows of a file. Errors are those of {@link decode}. */
export const read = <E extends Endpoint.AnyRows>(
  path: string,
  endpoint: E,
): Stream.Stream<Row<E>, FileError, FileSystem.FileSystem> => TextFile.rows(endpoint, columns(path, endpoint))

const originOf = ({ metadata }: Schema): Option.Option<Origin.Origin> =>
  Option.fromNullable(Origin.parse(metadata.get(ArrowSchema.KEY) ?? ""))

/** Returns the origin of a file's rows from its metadata; none for a file of another program. */
export const describe = (path: string): Effect.Effect<Option.Option<Origin.Origin>, FileError, FileSystem.FileSystem> =>
  Library.load("Arrow").pipe(
    Effect.flatMap((arrow) => IpcReader.ofPath(arrow, path)),
    Effect.map(({ schema }) => originOf(schema)),
    Effect.scoped,
    Effect.mapError(named(path)),
  )
