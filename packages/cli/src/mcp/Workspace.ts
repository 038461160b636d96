/**
 * Tables of a session in a DuckDB in memory, which has no access to files or to the network.
 *
 * @module
 */
import type * as FileSchema from "@candela/files/FileSchema"
import * as Database from "@candela/history/Database"
import type { SqlError } from "@candela/history/SqlError"
import type { DuckDBConnection } from "@duckdb/node-api"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as Rows from "./Rows.js"
import { ToolError } from "./ToolError.js"

/** Table of a session. */
export interface Kept {
  /** Name in SQL. */
  readonly name: string
  /** Number of rows. */
  readonly rows: number
  /** Whether there were more rows than a table holds. */
  readonly cut: boolean
}

/** Rows of a query. */
export interface Result extends Rows.Table {
  /** Whether there are more rows. */
  readonly cut: boolean
}

/** Tables of a session. */
export interface Workspace {
  /** Makes a table of rows, replacing one of the same name. It exists once all rows are written. */
  readonly keep: <E, R>(
    name: string,
    columns: ReadonlyArray<FileSchema.Column>,
    rows: Stream.Stream<object, E, R>,
  ) => Effect.Effect<Kept, E | ToolError, R>
  /** Runs a query, and returns its first rows. */
  readonly query: (sql: string, rows: number) => Effect.Effect<Result, ToolError>
}

/** Maximum number of rows of a table. */
export const maxTableRows = 200_000

/** Maximum duration of a query. */
export const timeout = Duration.seconds(20)

/** Memory limit of a session's tables and queries. */
const memory = "1GB"

const refused = ({ detail, reason }: SqlError): ToolError =>
  new ToolError({ message: reason === "query" ? `DuckDB: ${detail}` : detail })

/** Type in the notation of `from_json`: unlike a cast, it accepts rows without some of their fields. */
const structureOf = (type: FileSchema.Type): unknown => {
  switch (type._tag) {
    case "Struct":
      return recordOf(type.columns)
    case "List":
      return [structureOf(type.item)]
    default:
      return Database.typeOf(type)
  }
}

const recordOf = (columns: ReadonlyArray<FileSchema.Column>) =>
  Object.fromEntries(columns.map(({ name, type }) => [name, structureOf(type)]))

/** Rows of a JSON text, in typed columns. */
const rowsOf = (columns: ReadonlyArray<FileSchema.Column>) =>
  `SELECT unnest(from_json($1::JSON, ${Database.literal(JSON.stringify([recordOf(columns)]))}), max_depth := 2)`

/** Number of rows per insert statement. */
const rowsOfInsert = 5000

const run = (connection: DuckDBConnection, sql: string, ...texts: ReadonlyArray<string>) =>
  Effect.mapError(
    Database.work(connection, sql, () => connection.run(sql, texts.length === 0 ? undefined : [...texts])),
    refused,
  )

/** Separate connection for each piece of work. */
const connect = (database: Database.Database) => Effect.mapError(Database.connect(database), refused)

const keepIn = <E, R>(
  database: Database.Database,
  name: string,
  columns: ReadonlyArray<FileSchema.Column>,
  rows: Stream.Stream<object, E, R>,
): Effect.Effect<Kept, E | ToolError, R | Scope.Scope> =>
  Effect.gen(function* () {
    const connection = yield* connect(database)
    yield* run(connection, "BEGIN")
    // Closing the connection rolls back uncommitted changes.
    yield* run(connection, `CREATE OR REPLACE TABLE ${Database.identifier(name)} AS ${rowsOf(columns)}`, "[]")
    const insert = `INSERT INTO ${Database.identifier(name)} ${rowsOf(columns)}`
    const read = yield* rows.pipe(
      Stream.take(maxTableRows + 1),
      Stream.grouped(rowsOfInsert),
      Stream.runFoldEffect(0, (before, chunk) => {
        const all = Array.from(chunk, (row) => Rows.record(columns, row)).slice(0, maxTableRows - before)
        return Effect.as(run(connection, insert, JSON.stringify(all)), before + chunk.length)
      }),
    )
    yield* run(connection, "COMMIT")
    return { name, rows: Math.min(read, maxTableRows), cut: read > maxTableRows }
  })

/** Types whose values are texts in JSON, because they may exceed the exact range of numbers. */
const wholeTypes: ReadonlySet<string | undefined> = new Set(["BIGINT", "UBIGINT", "HUGEINT", "UHUGEINT"])

/** Converts a text to a number if that is exact. */
const whole = (text: unknown): unknown => (Number.isSafeInteger(Number(text ?? NaN)) ? Number(text) : text)

const queryIn = (database: Database.Database, sql: string, count: number) =>
  Effect.gen(function* () {
    const connection = yield* Database.connect(database)
    yield* Database.check(connection, sql)
    const reader = yield* Database.work(connection, sql, () => connection.streamAndReadUntil(sql, count + 1))
    const { DuckDBTypeId } = database.duckdb
    const wholeNumbers = reader.columnTypes().map(({ typeId }) => wholeTypes.has(DuckDBTypeId[typeId]))
    const rows = reader.getRowsJson().map((row) => row.map((value, at) => (wholeNumbers[at] ? whole(value) : value)))
    return { columns: reader.deduplicatedColumnNames(), rows: rows.slice(0, count), cut: rows.length > count }
  }).pipe(Effect.mapError(refused))

/** Makes the tables of a session. DuckDB is loaded with the first one, and closed with the scope. */
export const make: Effect.Effect<Workspace, never, Scope.Scope> = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const result = yield* Deferred.make<Database.Database, ToolError>()
  // Opened in a separate fiber: the interruption of the first caller would reach the others.
  const opening = yield* Effect.once(
    Database.open({ memory }).pipe(
      Effect.mapError(refused),
      Scope.extend(scope),
      Effect.intoDeferred(result),
      Effect.forkIn(scope),
    ),
  )
  const opened = Effect.zipRight(opening, Deferred.await(result))
  const one = yield* Effect.makeSemaphore(1)
  return {
    keep: (name, columns, rows) =>
      Effect.flatMap(opened, (database) => keepIn(database, name, columns, rows)).pipe(
        Effect.scoped,
        // Concurrent tables of the same name would conflict.
        one.withPermits(1),
      ),
    query: (sql, rows) =>
      Effect.flatMap(opened, (database) => queryIn(database, sql, rows)).pipe(
        Effect.timeoutFail({
          duration: timeout,
          onTimeout: () =>
            new ToolError({
              message: `The query was stopped after ${Duration.format(timeout)}. Ask for fewer rows, or for less work.`,
            }),
        }),
        Effect.scoped,
      ),
  }
})
