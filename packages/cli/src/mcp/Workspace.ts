/**
 * Tables of a session in a DuckDB in memory, which has no access to files or to the network.
 *
 * @module
 */
import type * as FileSchema from "@candela/files/FileSchema"
import type * as duckdb from "@duckdb/node-api"
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as Rows from "./Rows.js"
import * as Statement from "./Statement.js"
import { ToolError } from "./ToolError.js"

/** A table of a session. */
export interface Kept {
  /** Name in SQL. */
  readonly name: string
  /** Number of its rows. */
  readonly rows: number
  /** Whether there were more rows than a table takes. */
  readonly cut: boolean
}

/** The rows of a query. */
export interface Result extends Rows.Table {
  /** Whether there are more rows. */
  readonly cut: boolean
}

/** The tables of a session. */
export interface Workspace {
  /** Makes a table of rows, in place of the one that has its name. It is there when all rows are. */
  readonly keep: <E, R>(
    name: string,
    columns: ReadonlyArray<FileSchema.Column>,
    rows: Stream.Stream<object, E, R>,
  ) => Effect.Effect<Kept, E | ToolError, R>
  /** Runs a query, and gives its first rows. */
  readonly query: (sql: string, rows: number) => Effect.Effect<Result, ToolError>
}

/** The most rows of a table. */
export const maxTableRows = 200_000

/** The longest time that a query may take. */
export const timeout = Duration.seconds(20)

/** The order matters: a locked configuration cannot be changed, nor be unlocked. */
const settings = [
  "SET GLOBAL TimeZone = 'UTC'",
  "SET autoinstall_known_extensions = false",
  "SET autoload_known_extensions = false",
  "SET allow_community_extensions = false",
  "SET allow_persistent_secrets = false",
  "SET memory_limit = '1GB'",
  // It would write what does not fit in memory to the folder of the process.
  "SET temp_directory = ''",
  "SET enable_external_access = false",
  "SET lock_configuration = true",
]

const refused = (error: unknown): ToolError =>
  error instanceof ToolError
    ? error
    : new ToolError({ message: `DuckDB: ${error instanceof Error ? error.message : String(error)}` })

/** Work of a connection. Interruption stops it, and waits until it has stopped. */
const interruptible = <A>(connection: DuckDBConnection, work: () => Promise<A>): Effect.Effect<A, ToolError> =>
  Effect.async((resume) => {
    const done = work().then(
      (value) => resume(Effect.succeed(value)),
      (error: unknown) => resume(Effect.fail(refused(error))),
    )
    return Effect.promise(() => {
      connection.interrupt()
      return done
    })
  })

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** A type as `from_json` takes it. */
const structureOf = (type: FileSchema.Type): unknown => {
  switch (type._tag) {
    case "Number":
      return "DOUBLE"
    case "Integer":
    case "Int64":
      return "BIGINT"
    case "Boolean":
      return "BOOLEAN"
    case "Text":
    case "Word":
      return "VARCHAR"
    case "Date":
      return "DATE"
    case "Timestamp":
      return type.unit === "nanoseconds" ? "TIMESTAMP_NS" : "TIMESTAMPTZ"
    case "Struct":
      return recordOf(type.columns)
    case "List":
      return [structureOf(type.item)]
    case "Json":
      return "JSON"
  }
}

const recordOf = (columns: ReadonlyArray<FileSchema.Column>) =>
  Object.fromEntries(columns.map(({ name, type }) => [name, structureOf(type)]))

/** Rows of a text of JSON, in columns of their types. */
const rowsOf = (columns: ReadonlyArray<FileSchema.Column>) =>
  `SELECT unnest(from_json($1::JSON, ${literal(JSON.stringify([recordOf(columns)]))}), max_depth := 2)`

/** Rows that one statement inserts. */
const rowsOfInsert = 5000

const run = (connection: DuckDBConnection, sql: string, ...texts: ReadonlyArray<string>) =>
  interruptible(connection, () => connection.run(sql, texts.length === 0 ? undefined : [...texts]))

/** A connection of its own for each piece of work: results that are not read to their end belong to it. */
const connect = (instance: DuckDBInstance): Effect.Effect<DuckDBConnection, ToolError, Scope.Scope> =>
  Effect.acquireRelease(Effect.tryPromise({ try: () => instance.connect(), catch: refused }), (connection) =>
    Effect.sync(() => connection.closeSync()),
  )

const keepIn = <E, R>(
  instance: DuckDBInstance,
  name: string,
  columns: ReadonlyArray<FileSchema.Column>,
  rows: Stream.Stream<object, E, R>,
): Effect.Effect<Kept, E | ToolError, R | Scope.Scope> =>
  Effect.gen(function* () {
    const connection = yield* connect(instance)
    yield* run(connection, "BEGIN")
    // Closing the connection takes back what is not committed.
    yield* run(connection, `CREATE OR REPLACE TABLE ${quoted(name)} AS ${rowsOf(columns)}`, "[]")
    const insert = `INSERT INTO ${quoted(name)} ${rowsOf(columns)}`
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

/** Types whose values are texts in JSON, because they may be longer than a number is exact. */
const wholeTypes: ReadonlySet<string | undefined> = new Set(["BIGINT", "UBIGINT", "HUGEINT", "UHUGEINT"])

/** A number where it is exact. */
const whole = (text: unknown): unknown => (Number.isSafeInteger(Number(text ?? NaN)) ? Number(text) : text)

const queryIn = ({ DuckDBTypeId }: DuckDB, instance: DuckDBInstance, sql: string, count: number) =>
  Effect.gen(function* () {
    const connection = yield* connect(instance)
    const answer = yield* interruptible(connection, () => connection.runAndReadAll(Statement.question, [sql]))
    const allowed = Statement.check(String(answer.getRowsJson()[0]?.[0]))
    if (Either.isLeft(allowed)) return yield* new ToolError({ message: allowed.left })
    const reader = yield* interruptible(connection, () => connection.streamAndReadUntil(sql, count + 1))
    const wholeNumbers = reader.columnTypes().map(({ typeId }) => wholeTypes.has(DuckDBTypeId[typeId]))
    const rows = reader.getRowsJson().map((row) => row.map((value, at) => (wholeNumbers[at] ? whole(value) : value)))
    return { columns: reader.deduplicatedColumnNames(), rows: rows.slice(0, count), cut: rows.length > count }
  })

type DuckDB = typeof duckdb

/** The package is CommonJS: a bundler may have its exports under `default` alone. */
const imported = async (): Promise<DuckDB> => {
  const module = (await import("@duckdb/node-api")) as unknown as DuckDB | { readonly default: DuckDB }
  return "DuckDBInstance" in module ? module : module.default
}

const open = Effect.gen(function* () {
  const library = yield* Effect.tryPromise({ try: imported, catch: refused })
  const instance = yield* Effect.acquireRelease(
    Effect.tryPromise({ try: () => library.DuckDBInstance.create(":memory:"), catch: refused }),
    (instance) => Effect.sync(() => instance.closeSync()),
  )
  const connection = yield* connect(instance)
  yield* Effect.forEach(settings, (setting) => run(connection, setting), { discard: true })
  return { library, instance }
})

/** The tables of a session. DuckDB is loaded with the first one, and closed with the scope. */
export const make: Effect.Effect<Workspace, never, Scope.Scope> = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const result = yield* Deferred.make<Effect.Effect.Success<typeof open>, ToolError>()
  // In a fiber of its own: an interrupted first caller would leave the others its interruption.
  const opening = yield* Effect.once(
    Effect.provideService(open, Scope.Scope, scope).pipe(Effect.intoDeferred(result), Effect.forkIn(scope)),
  )
  const opened = Effect.zipRight(opening, Deferred.await(result))
  const one = yield* Effect.makeSemaphore(1)
  return {
    keep: (name, columns, rows) =>
      Effect.flatMap(opened, ({ instance }) => keepIn(instance, name, columns, rows)).pipe(
        Effect.scoped,
        // Two tables of one name would conflict.
        one.withPermits(1),
      ),
    query: (sql, rows) =>
      Effect.flatMap(opened, ({ instance, library }) => queryIn(library, instance, sql, rows)).pipe(
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
