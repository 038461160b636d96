/** Row groups of a Parquet file. */
import * as FileSystem from "@effect/platform/FileSystem"
import type { RecordBatch, Schema, Table } from "apache-arrow"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { FileError } from "../../FileError.js"
import type { Arrow } from "../arrow/library.js"
import { KEY } from "../arrow/schema.js"
import { decode, messageOf } from "./decoding.js"
import { type Cut, Footer, MAGIC, type ColumnChunk, TAIL } from "./footer.js"
import * as Library from "./library.js"
import * as Pages from "./pages.js"

/** Some columns of a file. */
export interface Selection {
  /** Fields of the columns, in the order of the file. */
  readonly schema: Schema
  /** Rows: one row group in memory at a time, and nothing of the other columns. */
  readonly batches: Stream.Stream<RecordBatch, FileError>
}

/** An open file. */
export interface Reader {
  /** Number of rows. */
  readonly rows: number
  /** Names of the columns. */
  readonly names: ReadonlyArray<string>
  /** Text under our key; `undefined` in files of other programs. */
  readonly metadata: string | undefined
  /** Selects columns by name. If the file has none of them, its first one provides the number of rows. */
  readonly select: (names: ReadonlyArray<string>) => Effect.Effect<Selection, FileError>
}

const damaged = (error: unknown) =>
  new FileError({
    reason: "format",
    detail: `this is no whole Parquet file (${messageOf(error)}). Write it or download it again.`,
  })

const tooLarge = (what: string, memory: number, maxMemory: number) => {
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6).toLocaleString("en-US")} MB`
  return new FileError({
    reason: "format",
    detail: `to read ${what} of it would take about ${megabytes(memory)} of memory, more than maxMemory allows (${megabytes(maxMemory)}). If the file is yours, write it with smaller row groups, or raise maxMemory.`,
  })
}

const refused = (error: { readonly message: string }) =>
  new FileError({ reason: "read", detail: `could not read the file (${error.message}).` })

/** Opens a file, until the end of the scope. */
export const open = (
  arrow: Arrow,
  path: string,
  maxMemory: number = defaultMemory,
): Effect.Effect<Reader, FileError, FileSystem.FileSystem | Scope.Scope> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const library = yield* Library.load
    const file = yield* Effect.mapError(fs.open(path), refused)
    const size = Number((yield* Effect.mapError(file.stat, refused)).size)

    /** Fills an array with the bytes from a position on. */
    const fill = (to: Uint8Array, start: number): Effect.Effect<void, FileError> =>
      Effect.gen(function* () {
        if (!(start >= 0 && start + to.length <= size)) return yield* damaged("a part of it is missing")
        yield* file.seek(start, "start")
        for (let at = 0; at < to.length;) {
          const count = Number(yield* Effect.mapError(file.read(to.subarray(at)), refused))
          if (count === 0) return yield* damaged("a part of it is missing")
          at += count
        }
      })

    // A small file is read in one go.
    const end = new Uint8Array(Math.min(size, END))
    yield* fill(end, size - end.length)
    const copy = (to: Uint8Array, start: number): Effect.Effect<void, FileError> => {
      const at = start - (size - end.length)
      return at >= 0 && at + to.length <= end.length
        ? Effect.sync(() => to.set(end.subarray(at, at + to.length)))
        : fill(to, start)
    }

    const tail = end.subarray(-TAIL)
    if (tail.length < TAIL || String.fromCharCode(...tail.subarray(4)) !== MAGIC)
      return yield* damaged("it has no metadata at its end")
    const length = new DataView(tail.buffer, tail.byteOffset).getUint32(0, true)
    if (length + TAIL > size) return yield* damaged("a part of it is missing")
    if (length * FOOTER_BYTE > maxMemory) return yield* tooLarge("metadata", length * FOOTER_BYTE, maxMemory)
    const own = new Uint8Array(length)
    yield* copy(own, size - TAIL - length)
    const footer = yield* Effect.try({
      // protects: Metadata of a Parquet file have no more values than the budget allows.
      // mutant: "where its metadata have more values than the budget allows": Math.floor(maxMemory / FOOTER_VALUE) →
      // 4e6
      try: () => new Footer(own, Math.floor(maxMemory / FOOTER_VALUE)),
      catch: damaged,
    })

    const tableOf = ({ footer, parts }: Cut) =>
      Effect.gen(function* () {
        const total = parts.reduce((sum, { length }) => sum + length, MAGIC.length)
        if (!(total <= size)) return yield* damaged("its metadata contradict its size")
        const bytes = new Uint8Array(total + footer.length)
        bytes.set(new TextEncoder().encode(MAGIC))
        let at = MAGIC.length
        for (const { length, start } of joined(parts)) {
          yield* copy(bytes.subarray(at, at + length), start)
          at += length
        }
        const memory = yield* Effect.try({ try: () => memoryOf(bytes, parts), catch: damaged })
        // protects: A row group is decoded only within the budget of memory.
        // mutant: "where a row group needs more memory than the budget": removed
        if (memory > maxMemory) return yield* tooLarge("a row group", memory, maxMemory)
        bytes.set(footer, at)
        return yield* Effect.try({ try: () => arrow.tableFromIPC(decode(library, bytes)), catch: damaged })
      })
    const names = yield* Effect.try({ try: () => footer.names, catch: damaged })
    const select = (wanted: ReadonlyArray<string>) =>
      Effect.gen(function* () {
        const isWanted = wanted.some((name) => names.includes(name))
          ? (name: string) => wanted.includes(name)
          : (name: string) => name === names[0]
        const group = (index: number) =>
          Effect.flatMap(Effect.try({ try: () => footer.cut(index, isWanted), catch: damaged }), tableOf)
        // The first row group also provides the types.
        let first: Table | undefined = yield* footer.length > 0
          ? group(0)
          : Effect.flatMap(Effect.try({ try: () => footer.empty(isWanted), catch: damaged }), tableOf)
        const { schema } = first
        const batchesOf = (index: number) => {
          const table = index === 0 ? first : undefined
          first = undefined
          return Effect.map(table === undefined ? group(index) : Effect.succeed(table), ({ batches }) => batches)
        }
        const batches = Stream.range(0, footer.length - 1).pipe(
          Stream.rechunk(1),
          Stream.mapEffect((index) => Effect.suspend(() => batchesOf(index))),
          Stream.flattenIterables,
        )
        return { schema, batches }
      })
    return { rows: footer.rows, names, metadata: footer.value(KEY), select }
  })

/** Joins parts that are adjacent in the file. */
const joined = (
  parts: ReadonlyArray<ColumnChunk>,
): ReadonlyArray<{ readonly start: number; readonly length: number }> => {
  const all: Array<{ readonly start: number; length: number }> = []
  for (const { length, start } of parts) {
    const last = all.at(-1)
    if (last !== undefined && last.start + last.length === start) last.length += length
    else all.push({ start, length })
  }
  return all
}

/** Bytes that decoding a row group takes, roughly. `bytes` are a file of the parts. */
const memoryOf = (bytes: Uint8Array, parts: ReadonlyArray<ColumnChunk>): number => {
  let [memory, at] = [bytes.length, MAGIC.length]
  for (const part of parts) {
    memory += Pages.memoryOf(bytes.subarray(at, at + part.length), part)
    at += part.length
  }
  return memory
}

/** Default of the option `maxMemory`, bytes: a row group of a million rows and twenty columns takes half of it. */
export const defaultMemory: number = 2 ** 31

/**
 * Memory of a value of the metadata, and share of the budget that each of their bytes is counted
 * as: most files have some kilobytes.
 */
const [FOOTER_VALUE, FOOTER_BYTE] = [1024, 16]

/** Number of bytes at the end of a file that are read with its metadata: small files completely. */
const END = 1 << 20
