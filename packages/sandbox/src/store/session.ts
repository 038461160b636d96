import {
  BIGINT,
  DOUBLE,
  type DuckDBConnection,
  type DuckDBMaterializedResult,
  type DuckDBPreparedStatement,
  type DuckDBType,
} from "@duckdb/node-api"

type Value = string | number | bigint | boolean | null

/** Parameters by position or by name. */
type Parameters = ReadonlyArray<Value> | Readonly<Record<string, Value>>

/** Connection of the database, with its prepared queries. */
export interface StoreSession {
  readonly connection: DuckDBConnection
  /** Runs a query. Queries with parameters are prepared and kept. */
  readonly query: (sql: string, parameters?: Parameters) => Promise<DuckDBMaterializedResult>
  /** Runs a statement, or several separated by `;`. */
  readonly run: (sql: string, parameters?: Parameters) => Promise<DuckDBMaterializedResult>
}

/** Maximum number of kept queries; the least recently used one is dropped first. */
const mostKept = 50

type Bindings<A> = Record<string, A>

/**
 * Explicit type of a value that the database would mistake: it takes every `bigint` for one of 128
 * bits, and 1e300 for an integer of 64.
 */
const typeOf = (value: Value): DuckDBType | undefined => {
  if (typeof value === "bigint") return BigInt.asIntN(64, value) === value ? BIGINT : undefined
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? DOUBLE : undefined
}

const typesOf = (parameters: Parameters): Bindings<DuckDBType> => {
  const types = Array.isArray(parameters)
    ? (parameters as ReadonlyArray<Value>).map(typeOf)
    : Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, typeOf(value)]))
  return types as Bindings<DuckDBType>
}

/** Session on a connection. Its prepared queries end with the connection. */
export const make = (connection: DuckDBConnection): StoreSession => {
  // A map keeps insertion order: the first entry is dropped.
  const kept = new Map<string, DuckDBPreparedStatement>()

  const prepare = async (sql: string) => {
    const statement = kept.get(sql) ?? (await connection.prepare(sql))
    kept.delete(sql)
    kept.set(sql, statement)
    const [oldest] = kept
    if (kept.size > mostKept) {
      kept.delete(oldest![0])
      oldest![1].destroySync()
    }
    return statement
  }

  const run: StoreSession["run"] = (sql, parameters) =>
    parameters === undefined
      ? connection.run(sql)
      : connection.run(sql, parameters as Bindings<Value>, typesOf(parameters))

  return {
    connection,
    run,
    query: async (sql, parameters) => {
      if (parameters === undefined) return run(sql)
      const statement = await prepare(sql)
      // Otherwise an omitted parameter would keep its last value.
      statement.clearBindings()
      statement.bind(parameters as Bindings<Value>, typesOf(parameters))
      return statement.run()
    },
  }
}
