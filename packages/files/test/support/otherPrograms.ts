/** What DuckDB and Polars make of the files, and the files make of theirs. */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Arrow from "@candela/files/Arrow"
import * as FileSchema from "@candela/files/FileSchema"
import * as Parquet from "@candela/files/Parquet"
import * as Arbitraries from "@candela/testing/Arbitraries"
import { DuckDBInstance } from "@duckdb/node-api"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, layer } from "@effect/vitest"
import { Chunk, Context, Effect, FastCheck, Layer, Stream } from "effect"
import pl from "nodejs-polars"
import { readFileSync } from "node:fs"
import * as Record from "../../src/internal/record.js"
import { folder } from "./temporary.js"

class DuckDB extends Context.Tag("DuckDB")<DuckDB, (sql: string) => Effect.Effect<ReadonlyArray<Row>>>() {
  static readonly layer = Layer.scoped(
    DuckDB,
    Effect.map(
      Effect.acquireRelease(
        Effect.promise(async () => (await DuckDBInstance.create()).connect()),
        (connection) => Effect.sync(() => connection.closeSync()),
      ),
      (connection) => (sql) =>
        Effect.promise(async () => (await connection.runAndReadAll(sql)).getRowObjectsJson() as ReadonlyArray<Row>),
    ),
  )
}

type Row = Readonly<{ [column: string]: unknown }>

const collected = <A, E, R>(stream: Stream.Stream<A, E, R>) =>
  Effect.map(Stream.runCollect(stream), Chunk.toReadonlyArray)

/** Rows of an endpoint, of which about half have each optional field, and the records that stand for them in files. */
const sample = (endpoint: Endpoint.AnyRows) => {
  const rows = FastCheck.sample(Arbitraries.row(endpoint) as FastCheck.Arbitrary<object>, { seed: 22, numRuns: 20 })
  return { rows, records: Record.of(endpoint).fromRows(rows).toRows() as ReadonlyArray<Row> }
}

/** A value as the text that both programs give: instants as their number. */
const textOf = (value: unknown): string | null => (value === undefined ? null : String(value))

const simple = ["Number", "Integer", "Int64", "Boolean", "Text", "Word", "Date", "Timestamp"]

/** Columns whose values are no objects and no lists. */
const simpleColumns = (endpoint: Endpoint.AnyRows) =>
  FileSchema.of(endpoint).filter(({ type }) => simple.includes(type._tag))

const expected = (endpoint: Endpoint.AnyRows, records: ReadonlyArray<Row>) =>
  records.map((record) => Object.fromEntries(simpleColumns(endpoint).map(({ name }) => [name, textOf(record[name])])))

/**
 * DuckDB's expression for a value: numbers by the bits of the double, since it writes some
 * otherwise than JavaScript does.
 */
const inDuckDB = ({ name, type }: FileSchema.Column): string => {
  if (type._tag === "Timestamp") return `${type.unit === "milliseconds" ? "epoch_ms" : "epoch_ns"}("${name}")::VARCHAR`
  return type._tag === "Number" ? `"${name}"` : `"${name}"::VARCHAR`
}

const inPolars = ({ name, type }: FileSchema.Column) => {
  const column = pl.col(name)
  return type._tag === "Timestamp"
    ? column.cast(pl.Int64).cast(pl.Utf8)
    : type._tag === "Number" || type._tag === "Boolean"
      ? column
      : column.cast(pl.Utf8)
}

const shown = (records: ReadonlyArray<Row>) =>
  records.map((record) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, textOf(value ?? undefined)])),
  )

/** All formats are written to files whose names tell them apart. */
const written = (endpoint: Endpoint.AnyRows, rows: ReadonlyArray<object>) =>
  Effect.gen(function* () {
    const directory = yield* folder
    const stream = Stream.fromIterable(rows)
    yield* Stream.run(stream, Arrow.file(`${directory}/rows.arrow`, endpoint))
    yield* Stream.run(stream, Arrow.file(`${directory}/rows.arrows`, endpoint, { format: "stream" }))
    yield* Stream.run(stream, Parquet.file(`${directory}/rows.parquet`, endpoint, { worker: false }))
    return directory
  })

/** DuckDB and Polars read the rows of these endpoints, and write them so that they are read here. */
export const describeOtherPrograms = (endpoints: ReadonlyArray<Endpoint.AnyRows>): void => {
  layer(Layer.merge(NodeFileSystem.layer, DuckDB.layer))("other programs", (it) => {
    for (const endpoint of endpoints) {
      const { records, rows } = sample(endpoint)

      it.scoped(`read rows of ${endpoint.name}, value by value`, () =>
        Effect.gen(function* () {
          const directory = yield* written(endpoint, rows)
          const columns = simpleColumns(endpoint)
          const values = expected(endpoint, records)
          const sql = `SELECT ${columns.map((column) => `${inDuckDB(column)} AS "${column.name}"`).join()} FROM '${directory}/rows.parquet'`
          assert.deepStrictEqual(shown(yield* (yield* DuckDB)(sql)), values, "DuckDB reads Parquet")
          const frames = {
            "Polars reads an Arrow file": pl.readIPC(readFileSync(`${directory}/rows.arrow`)),
            "Polars reads an Arrow stream": pl.readIPCStream(readFileSync(`${directory}/rows.arrows`)),
            "Polars reads Parquet": pl.readParquet(`${directory}/rows.parquet`),
          }
          for (const [what, frame] of Object.entries(frames)) {
            assert.deepStrictEqual(shown(frame.select(...columns.map(inPolars)).toRecords()), values, what)
          }
        }),
      )

      // Objects and lists, too: whoever copies a file must have read it.
      it.scoped(`write rows of ${endpoint.name} that are read here as they were`, () =>
        Effect.gen(function* () {
          const fs = yield* FileSystem.FileSystem
          const directory = yield* written(endpoint, rows)
          const copy = `${directory}/copy`
          yield* (yield* DuckDB)(`COPY (FROM '${directory}/rows.parquet') TO '${copy}' (FORMAT parquet)`)
          assert.deepStrictEqual(yield* collected(Parquet.read(copy, endpoint)), rows, "Parquet by DuckDB")
          const frame = pl.readParquet(`${directory}/rows.parquet`)
          yield* fs.writeFile(copy, frame.writeParquet() as unknown as Uint8Array)
          assert.deepStrictEqual(yield* collected(Parquet.read(copy, endpoint)), rows, "Parquet by Polars")
          yield* fs.writeFile(copy, frame.writeIPC() as unknown as Uint8Array)
          assert.deepStrictEqual(yield* collected(Arrow.read(copy, endpoint)), rows, "an Arrow file by Polars")
          yield* fs.writeFile(copy, frame.writeIPCStream() as unknown as Uint8Array)
          assert.deepStrictEqual(yield* collected(Arrow.read(copy, endpoint)), rows, "an Arrow stream by Polars")
        }),
      )
    }
  })
}
