/** Row groups of a Parquet file. */
import type { RecordBatch, Schema } from "apache-arrow"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { openAsBlob } from "node:fs"
import type { ParquetFile } from "parquet-wasm"
import { FileError } from "../../FileError.js"
import type { Arrow } from "../arrow/library.js"
import { KEY } from "../arrow/schema.js"
import * as Library from "./library.js"

/** A file that is open. */
export interface Reader {
  readonly schema: Schema
  /** The text under our key; `undefined` in files of other programs. */
  readonly metadata: string | undefined
  /** The rows with the named columns, a row group in memory at a time. */
  readonly batches: (columns: ReadonlyArray<string>) => Stream.Stream<RecordBatch, FileError>
}

const damaged = (error: unknown) =>
  new FileError({
    reason: "format",
    detail: `this is no whole Parquet file (${error instanceof Error ? error.message : String(error)}). Write it or download it again.`,
  })

const refused = (error: unknown) =>
  new FileError({
    reason: "read",
    detail: `could not be read (${error instanceof Error ? error.message : String(error)}). Check the path.`,
  })

/** Opens a file, until the end of the scope. */
export const open = (arrow: Arrow, path: string): Effect.Effect<Reader, FileError, Scope.Scope> =>
  Effect.gen(function* () {
    const { ParquetFile } = yield* Library.load
    const blob = yield* Effect.tryPromise({ try: () => openAsBlob(path), catch: refused })
    const file = yield* Effect.acquireRelease(
      Effect.tryPromise({ try: () => ParquetFile.fromFile(blob), catch: damaged }),
      (file) => Effect.sync(() => file.free()),
    )
    const { groups, metadata } = metadataOf(file)
    const batchesOf = (ipc: Uint8Array) => arrow.tableFromIPC(ipc)
    const { schema } = yield* Effect.try({ try: () => batchesOf(file.schema().intoIPCStream()), catch: damaged })
    const group = (index: number, columns: ReadonlyArray<string>) =>
      Effect.tryPromise({
        try: async () => {
          const table = await file.read({ rowGroups: [index], columns: [...columns] })
          return batchesOf(table.intoIPCStream()).batches
        },
        catch: damaged,
      })
    return {
      schema,
      metadata,
      batches: (columns) =>
        Stream.range(0, groups - 1).pipe(
          Stream.rechunk(1),
          Stream.mapEffect((index) => group(index, columns)),
          Stream.flattenIterables,
        ),
    }
  })

const metadataOf = (file: ParquetFile) => {
  const metadata = file.metadata()
  const own = metadata.fileMetadata()
  const found = { groups: metadata.numRowGroups(), metadata: own.keyValueMetadata().get(KEY) as string | undefined }
  own.free()
  metadata.free()
  return found
}
