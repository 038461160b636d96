/** Row groups of a Parquet file. */
import * as FileSystem from "@effect/platform/FileSystem"
import type { RecordBatch, Schema } from "apache-arrow"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { FileError } from "../../FileError.js"
import type { Arrow } from "../arrow/library.js"
import { KEY } from "../arrow/schema.js"
import { type Cut, Footer, MAGIC, TAIL } from "./footer.js"
import * as Library from "./library.js"

/** A file that is open. */
export interface Reader {
  readonly schema: Schema
  /** The text under our key; `undefined` in files of other programs. */
  readonly metadata: string | undefined
  /** The rows with the named columns, of which there is one at least: a row group in memory at a time, and nothing of the other columns. */
  readonly batches: (columns: ReadonlyArray<string>) => Stream.Stream<RecordBatch, FileError>
}

const damaged = (error: unknown) =>
  new FileError({
    reason: "format",
    detail: `this is no whole Parquet file (${error instanceof Error ? error.message : String(error)}). Write it or download it again.`,
  })

const refused = (error: { readonly message: string }) =>
  new FileError({ reason: "read", detail: `could not read the file (${error.message}).` })

/** Opens a file, until the end of the scope. */
export const open = (
  arrow: Arrow,
  path: string,
): Effect.Effect<Reader, FileError, FileSystem.FileSystem | Scope.Scope> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const { readParquet } = yield* Library.load
    const file = yield* Effect.mapError(fs.open(path), refused)
    const size = Number((yield* Effect.mapError(file.stat, refused)).size)

    /** Fills an array with the bytes from a place on. */
    const fill = (to: Uint8Array, start: number): Effect.Effect<void, FileError> =>
      Effect.gen(function* () {
        if (start < 0 || start + to.length > size) return yield* damaged("a part of it is missing")
        yield* file.seek(start, "start")
        for (let at = 0; at < to.length;) {
          const count = Number(yield* Effect.mapError(file.read(to.subarray(at)), refused))
          if (count === 0) return yield* damaged("a part of it is missing")
          at += count
        }
      })
    const bytesAt = (start: number, length: number) =>
      Effect.suspend(() => {
        if (start < 0 || length < 0 || start + length > size) return Effect.fail(damaged("a part of it is missing"))
        const bytes = new Uint8Array(length)
        return Effect.as(fill(bytes, start), bytes)
      })

    const tail = yield* bytesAt(size - TAIL, TAIL)
    if (String.fromCharCode(...tail.subarray(4)) !== MAGIC) return yield* damaged("it has no metadata at its end")
    const length = new DataView(tail.buffer).getUint32(0, true)
    const own = yield* bytesAt(size - TAIL - length, length)
    const footer = yield* Effect.try({ try: () => new Footer(own), catch: damaged })

    const tableOf = ({ footer, parts }: Cut) =>
      Effect.gen(function* () {
        const total = parts.reduce((sum, { length }) => sum + length, MAGIC.length)
        if (!(total <= size)) return yield* damaged("its metadata contradict its size")
        const bytes = new Uint8Array(total + footer.length)
        bytes.set(new TextEncoder().encode(MAGIC))
        let at = MAGIC.length
        for (const { length, start } of parts) {
          yield* fill(bytes.subarray(at, at + length), start)
          at += length
        }
        bytes.set(footer, at)
        return yield* Effect.try({
          try: () => arrow.tableFromIPC(readParquet(bytes, { batchSize: BATCH }).intoIPCStream()),
          catch: damaged,
        })
      })
    const { schema } = yield* Effect.flatMap(Effect.try({ try: () => footer.empty, catch: damaged }), tableOf)
    const group = (index: number, columns: ReadonlyArray<string>) =>
      Effect.try({ try: () => footer.cut(index, (name) => columns.includes(name)), catch: damaged }).pipe(
        Effect.flatMap(tableOf),
        Effect.map(({ batches }) => batches),
      )
    return {
      schema,
      metadata: footer.value(KEY),
      batches: (columns) =>
        Stream.range(0, footer.length - 1).pipe(
          Stream.rechunk(1),
          Stream.mapEffect((index) => group(index, columns)),
          Stream.flattenIterables,
        ),
    }
  })

/** Most rows of a batch: a row group of our own files is one. */
const BATCH = 131_072
