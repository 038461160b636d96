/** DuckDB and Polars as readers and writers of text files. */
import type { Type } from "@candela/files/FileSchema"
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api"
import { Effect } from "effect"

/** A connection to an empty database in memory. */
export const duckDb = Effect.acquireRelease(
  Effect.promise(async () => (await DuckDBInstance.create(":memory:")).connect()),
  (connection) => Effect.sync(() => connection.closeSync()),
)

/** The rows of a query, as objects. */
export const query = (connection: DuckDBConnection, sql: string) =>
  Effect.promise(async () => (await connection.runAndReadAll(sql)).getRowObjects())

/** The names and types of the columns of a query. */
export const typesOf = (connection: DuckDBConnection, sql: string) =>
  Effect.promise(async () => {
    const result = await connection.runAndReadAll(sql)
    const types = result.columnTypes().map(String)
    return Object.fromEntries(result.columnNames().map((name, index) => [name, types[index]!]))
  })

/** The type of a column in DuckDB, where instants are integers. */
export const duckDbType = (type: Type): string => {
  switch (type._tag) {
    case "Number":
      return "DOUBLE"
    case "Integer":
    case "Int64":
    case "Timestamp":
      return "BIGINT"
    case "Boolean":
      return "BOOLEAN"
    case "Struct":
      return `STRUCT(${type.columns.map((column) => `"${column.name}" ${duckDbType(column.type)}`).join(", ")})`
    case "List":
      return `${duckDbType(type.item)}[]`
    default:
      return "VARCHAR"
  }
}
