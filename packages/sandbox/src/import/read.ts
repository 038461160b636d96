import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Effect, Either, Stream } from "effect"
import { resolve } from "node:path"
import { ImportError } from "./ImportError.js"
import type { Store, StoreError } from "../store/Store.js"
import { quote } from "../store/Table.js"
import { numbers } from "./checks.js"
import { mapColumns, type MappedColumns, type Mapping } from "./columns.js"
import type { CsvRecord } from "./csv.js"
import { CsvProblem, makeReader } from "./csv.js"

/** A file to read. */
export interface ImportSource {
  readonly file: string
  /** Our name of the time column. */
  readonly time: "date" | "timestamp"
  /** The file's names of our columns, where given. */
  readonly named: Readonly<Record<string, string | undefined>>
}

/** Rejects pipes and devices without opening them: they may never end, and may be readable only once. */
export const requireRegularFile = (file: string) =>
  FileSystem.FileSystem.pipe(
    Effect.flatMap((files) => files.stat(file)),
    Effect.mapError((error) => new ImportError({ file, detail: `the file could not be read: ${error.message}` })),
    Effect.filterOrFail(
      ({ type }) => type === "File",
      ({ type }) => new ImportError({ file, detail: `this is no regular file, but of the kind ${type}` }),
    ),
    Effect.provide(NodeFileSystem.layer),
  )

const mapIn = ({ file, named, time }: ImportSource, found: ReadonlyArray<string>) =>
  Either.mapLeft(mapColumns(time, named, found), (problem) => new ImportError({ file, ...problem }))

/** Columns of the table of texts, each with its name in the file: `undefined` when missing. */
const namesOf = ({ time }: ImportSource, mapping: Mapping) => [
  ["time", mapping[time]] as const,
  ...numbers.map((column) => [column, mapping[column]] as const),
]

/** Mapping of the file's fields to the columns of the table of texts. */
interface Header extends MappedColumns {
  readonly width: number
  readonly places: ReadonlyMap<string, number>
}

const readHeader = (source: ImportSource, { fields }: CsvRecord) => {
  const found = fields.map((field) => field.trim())
  return Either.map(mapIn(source, found), (mapped): Header => {
    const places = namesOf(source, mapped.mapping).flatMap(([column, name]) =>
      name === undefined ? [] : [[column, found.indexOf(name)] as const],
    )
    return { ...mapped, width: found.length, places: new Map(places) }
  })
}

const writeRecords = (
  statements: Store.Statements,
  file: string,
  { places, width }: Header,
  records: ReadonlyArray<CsvRecord>,
) => {
  const odd = records.find(({ fields }) => fields.length !== width)
  return odd === undefined
    ? statements.append("import_texts", {
        row: records.map(({ line }) => line),
        ...Object.fromEntries(
          [...places].map(([name, place]) => [name, records.map(({ fields }) => fields[place]!)] as const),
        ),
      })
    : new ImportError({
        file,
        row: odd.line,
        detail: `the row has ${odd.fields.length} values where the header has ${width}`,
      })
}

/** The records of a CSV file, piece by piece. */
const csvRecords = (file: string) => {
  const reader = makeReader()
  const decoder = new TextDecoder("utf-8", { fatal: true })
  const take = (records: () => ReadonlyArray<CsvRecord>) =>
    Effect.try({
      try: records,
      catch: (cause) =>
        cause instanceof CsvProblem
          ? new ImportError({ file, row: cause.line, detail: cause.detail })
          : new ImportError({ file, detail: "the file is not UTF-8" }),
    })
  return Stream.unwrap(Effect.map(FileSystem.FileSystem, (files) => files.stream(file, { chunkSize: 1 << 20 }))).pipe(
    Stream.mapError((error) => new ImportError({ file, detail: `the file could not be read: ${error.message}` })),
    Stream.mapEffect((bytes) => take(() => reader.push(decoder.decode(bytes, { stream: true })))),
    Stream.concat(Stream.fromEffect(take(() => [...reader.push(decoder.decode()), ...reader.end()]))),
    Stream.provideLayer(NodeFileSystem.layer),
  )
}

/** Reads a CSV file into the table of texts. */
export const readCsv = (statements: Store.Statements, source: ImportSource) =>
  Effect.gen(function* () {
    const { file } = source
    let header: Header | undefined = undefined
    yield* Stream.runForEach(csvRecords(file), (records) =>
      Effect.gen(function* () {
        const [first, ...others] = records
        if (first === undefined) return
        if (header !== undefined) return yield* writeRecords(statements, file, header, records)
        header = yield* readHeader(source, first)
        yield* writeRecords(statements, file, header, others)
      }),
    )
    return header === undefined
      ? yield* new ImportError({ file, detail: "the file is empty: its first line must name the columns" })
      : (header as Header)
  })

/**
 * Escapes a path, which the database takes for a pattern: a class of one character is that
 * character. An absolute path is no address of another system.
 */
const literalPath = (file: string) => resolve(file).replaceAll(/[*?[]/g, "[$&]")

/** Without the last option, folders named like `close=5` would count as columns. */
const parquet = "read_parquet($1, file_row_number = true, hive_partitioning = false)"

/** Reads a Parquet file into the table of texts. */
export const readParquet = (statements: Store.Statements, source: ImportSource) =>
  Effect.gen(function* () {
    const { file } = source
    const path = literalPath(file)
    const unreadable = (error: StoreError) =>
      new ImportError({ file, detail: `the file could not be read: ${error.detail}` })
    const found = yield* statements
      .query<{ readonly name: string }>(`SELECT column_name AS name FROM (DESCRIBE FROM ${parquet})`, [path])
      .pipe(Effect.mapError(unreadable))
    const mapped = yield* mapIn(
      source,
      found.map(({ name }) => name).filter((name) => name !== "file_row_number"),
    )
    const texts = namesOf(source, mapped.mapping).flatMap(([column, name]) =>
      name === undefined ? [] : [`${quote(name)}::VARCHAR AS ${column}`],
    )
    yield* statements
      .run(`INSERT INTO import_texts BY NAME SELECT file_row_number + 1 AS row, ${texts.join(", ")} FROM ${parquet}`, [
        path,
      ])
      .pipe(Effect.mapError(unreadable))
    return mapped
  })
