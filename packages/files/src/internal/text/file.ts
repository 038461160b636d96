/** A text format in files. */
import * as Adjusted from "@candela/core/internal/Adjusted"
import type * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as PlatformError from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { FileError } from "../../FileError.js"
import { named } from "../fault.js"
import * as Record from "../record.js"
import type { Row } from "../rows.js"

/** Number of bytes read at a time, and number of such chunks read ahead. */
const [CHUNK, AHEAD] = [256 * 1024, 2]

const unreadable = (path: string) => (error: PlatformError.PlatformError) =>
  new FileError({ reason: "read", path, detail: `could not read the file (${error.message}).` })

/** Decodes the content of a file while it is read. */
export const read = <A>(
  path: string,
  decode: <E>(bytes: Stream.Stream<Uint8Array, E>) => Stream.Stream<A, E | FileError>,
): Stream.Stream<A, FileError, FileSystem.FileSystem> =>
  Stream.unwrap(
    Effect.map(FileSystem.FileSystem, (fs) =>
      fs
        .stream(path, { chunkSize: CHUNK, bufferSize: AHEAD })
        .pipe(Stream.mapError(unreadable(path)), decode, Stream.mapError(named(path))),
    ),
  )

/** Streams the rows of chunks. */
export const rows = <E extends Endpoint.AnyRows, Err, R>(
  endpoint: E,
  chunks: Stream.Stream<Columns.Columns<Row<E>>, Err, R>,
): Stream.Stream<Row<E>, Err, R> => {
  const { toRows } = Record.of(endpoint)
  return Stream.mapConcatChunk(chunks, (chunk) => Adjusted.toChunk(toRows(chunk)))
}
