/** DuckDB over one folder: it reads files there, and nothing else of the machine. */
import type { DuckDBConnection, DuckDBInstance, DuckDBPreparedStatement, DuckDBResult } from "@duckdb/node-api"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Params, Row } from "./model.js"
import { SqlError } from "../../SqlError.js"
import type { DuckDB } from "./library.js"
import * as Values from "./values.js"

/** A database in memory. */
export interface Engine {
  readonly duckdb: DuckDB
  readonly instance: DuckDBInstance
}

/** A text as a literal of SQL. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The order matters: a locked configuration cannot be changed, nor be unlocked. */
const settings = (folder: string): ReadonlyArray<string> => [
  "SET GLOBAL TimeZone = 'UTC'",
  "SET autoinstall_known_extensions = false",
  "SET autoload_known_extensions = false",
  "SET allow_community_extensions = false",
  "SET allow_persistent_secrets = false",
  // It would write what does not fit in memory to the folder of the process.
  "SET temp_directory = ''",
  `SET allowed_directories = [${literal(`${folder}/`)}]`,
  "SET enable_external_access = false",
  "SET lock_configuration = true",
]

const refused = (text: string | undefined, error: unknown): SqlError =>
  error instanceof SqlError
    ? error
    : new SqlError({
        reason: "query",
        ...(text === undefined ? {} : { text }),
        detail: wordsOf(error),
      })

/** DuckDB's words. */
const wordsOf = (error: unknown): string => {
  const words = error instanceof Error ? error.message : String(error)
  return words === "Error in native callback" ? "the query has no statement" : words
}

/** Opens a database that may read the files of a folder. Closed with the scope. */
export const open = (duckdb: DuckDB, folder: string): Effect.Effect<Engine, SqlError, Scope.Scope> =>
  Effect.gen(function* () {
    const instance = yield* Effect.acquireRelease(
      Effect.tryPromise({
        try: () => duckdb.DuckDBInstance.create(":memory:"),
        catch: (error) => refused(undefined, error),
      }),
      (instance) => Effect.sync(() => instance.closeSync()),
    )
    const engine = { duckdb, instance }
    const connection = yield* connect(engine)
    for (const setting of settings(folder)) yield* execute(connection, setting)
    return engine
  })

/** A connection of its own, as each query needs: results that are not read to their end belong to it. */
export const connect = ({ instance }: Engine): Effect.Effect<DuckDBConnection, SqlError, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.tryPromise({ try: () => instance.connect(), catch: (error) => refused(undefined, error) }),
    (connection) => Effect.sync(() => connection.closeSync()),
  )

/** Work of a connection. Interruption stops it, and waits until it has stopped. */
const interruptible = <A>(
  connection: DuckDBConnection,
  text: string,
  work: () => Promise<A>,
): Effect.Effect<A, SqlError> =>
  Effect.async((resume) => {
    const done = work().then(
      (value) => resume(Effect.succeed(value)),
      (error: unknown) => resume(Effect.fail(refused(text, error))),
    )
    return Effect.promise(() => {
      connection.interrupt()
      return done
    })
  })

/** Runs statements of our own. */
export const execute = (connection: DuckDBConnection, text: string): Effect.Effect<void, SqlError> =>
  Effect.asVoid(interruptible(connection, text, () => connection.run(text)))

/**
 * What acts before it is known to be no query: `enable_logging` turns on a log file though settings are locked, and then ends the process because it may not write it; `EXPORT
 * DATABASE` makes its folder when it is prepared.
 */
const forbidden = /enable_logging|export\s+database/i

const notAQuery = (text: string, detail: string) => new SqlError({ reason: "statement", text, detail })

/** Queries read. CREATE is a part of PIVOT, and of a query's own views and tables, in memory. */
const check = (duckdb: DuckDB, text: string, { statementType }: DuckDBPreparedStatement): void => {
  const { SELECT, CREATE } = duckdb.StatementType
  if (statementType === SELECT || statementType === CREATE) return
  const name = duckdb.StatementType[statementType] ?? "another statement"
  throw notAQuery(
    text,
    `${name} is not a query: a store is only read by SQL. Use SELECT, or CREATE for tables in memory.`,
  )
}

const bind = (duckdb: DuckDB, text: string, statement: DuckDBPreparedStatement, params: Params) => {
  try {
    Values.bind(duckdb, statement, params)
  } catch (error) {
    const detail = `a parameter cannot be bound: ${error instanceof Error ? error.message : String(error)}`
    throw new SqlError({ reason: "parameter", text, detail })
  }
}

/** Runs a query, and gives the result of its last statement as it comes. */
export const query = (
  { duckdb }: Engine,
  connection: DuckDBConnection,
  text: string,
  params: Params,
): Effect.Effect<DuckDBResult, SqlError> =>
  interruptible(connection, text, async () => {
    const [found] = forbidden.exec(text) ?? []
    if (found !== undefined) throw notAQuery(text, `${found} is not available: a store is only read by SQL.`)
    const statements = await connection.extractStatements(text)
    // One after the other: a statement may name what the one before it creates.
    for (let index = 0; ; index++) {
      const statement = await statements.prepare(index)
      check(duckdb, text, statement)
      bind(duckdb, text, statement, params)
      if (index === statements.count - 1) return await statement.stream()
      await statement.run()
    }
  })

/** The next rows of a result; `undefined` at its end. */
export const next = (
  { duckdb }: Engine,
  connection: DuckDBConnection,
  text: string,
  result: DuckDBResult,
): Effect.Effect<ReadonlyArray<Row> | undefined, SqlError> => {
  const names = result.deduplicatedColumnNames()
  const convert = Values.converter(duckdb)
  return interruptible(connection, text, async () => {
    const chunk = await result.fetchChunk()
    if (chunk === null || chunk.rowCount === 0) return undefined
    const columns = chunk.convertColumns(convert)
    return Array.from({ length: chunk.rowCount }, (_, row) =>
      Object.fromEntries(names.map((name, column) => [name, columns[column]![row]!])),
    )
  })
}

/** All chunks of a result. */
export const chunks = (connection: DuckDBConnection, text: string, result: DuckDBResult) =>
  interruptible(connection, text, () => result.fetchAllChunks())

/** The rest of the rows of a result. */
export const rest = (
  engine: Engine,
  connection: DuckDBConnection,
  text: string,
  result: DuckDBResult,
): Effect.Effect<ReadonlyArray<Row>, SqlError> =>
  Effect.gen(function* () {
    const all: Array<Row> = []
    for (;;) {
      const rows = yield* next(engine, connection, text, result)
      if (rows === undefined) return all
      for (const row of rows) all.push(row)
    }
  })
