/** Runs queries with their parameters and reads their rows. */
import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult } from "@duckdb/node-api"
import * as Effect from "effect/Effect"
import { type Database, work } from "../../../Database.js"
import { SqlError } from "../../../SqlError.js"
import type { DuckDB } from "../../database/library.js"
import type { Params, Row } from "../model/sql.js"
import * as Values from "./values.js"

const bind = (duckdb: DuckDB, text: string, statement: DuckDBPreparedStatement, params: Params) => {
  try {
    Values.bind(duckdb, statement, params)
  } catch (error) {
    const detail = `a parameter cannot be bound: ${error instanceof Error ? error.message : String(error)}`
    throw new SqlError({ reason: "parameter", text, detail })
  }
}

/** Runs a statement and returns its streaming result. */
export const query = (
  { duckdb }: Database,
  connection: DuckDBConnection,
  text: string,
  params: Params,
): Effect.Effect<DuckDBResult, SqlError> =>
  work(connection, text, async () => {
    const statement = await connection.prepare(text)
    bind(duckdb, text, statement, params)
    return await statement.stream()
  })

/** Reads the next rows of a result; `undefined` at its end. */
export const next = (
  { duckdb }: Database,
  connection: DuckDBConnection,
  text: string,
  result: DuckDBResult,
): Effect.Effect<ReadonlyArray<Row> | undefined, SqlError> => {
  const names = result.deduplicatedColumnNames()
  const convert = Values.converter(duckdb)
  return work(connection, text, async () => {
    const chunk = await result.fetchChunk()
    if (chunk === null || chunk.rowCount === 0) return undefined
    const columns = chunk.convertColumns(convert)
    return Array.from({ length: chunk.rowCount }, (_, row) =>
      Object.fromEntries(names.map((name, column) => [name, columns[column]![row]!])),
    )
  })
}

/** Reads all chunks of a result. */
export const chunks = (connection: DuckDBConnection, text: string, result: DuckDBResult) =>
  work(connection, text, () => result.fetchAllChunks())

/** Reads the remaining rows of a result. */
export const rest = (
  database: Database,
  connection: DuckDBConnection,
  text: string,
  result: DuckDBResult,
): Effect.Effect<ReadonlyArray<Row>, SqlError> =>
  Effect.gen(function* () {
    const all: Array<Row> = []
    for (;;) {
      const rows = yield* next(database, connection, text, result)
      if (rows === undefined) return all
      for (const row of rows) all.push(row)
    }
  })
