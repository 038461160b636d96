import { dayNumber } from "@candela/market/TimeZone"
import type { DuckDBConnection, DuckDBType, DuckDBValue } from "@duckdb/node-api"
import { DuckDBDataChunk, DuckDBDateValue, type DuckDBListType, DuckDBTypeId, listValue } from "@duckdb/node-api"
import { setImmediate } from "node:timers/promises"

type Scalar = string | number | bigint | boolean | null

type Value = Scalar | ReadonlyArray<Scalar>

/** Maximum number of rows in a chunk of the database. */
const chunkRows = 2048

const convert = (type: DuckDBType, values: ReadonlyArray<Value>): ReadonlyArray<DuckDBValue> => {
  switch (type.typeId) {
    case DuckDBTypeId.BIGINT:
      return values.map((value) => (typeof value === "number" ? BigInt(value) : value)) as ReadonlyArray<DuckDBValue>
    case DuckDBTypeId.DATE:
      return values.map((value) =>
        typeof value === "string" ? new DuckDBDateValue(dayNumber(value)) : value,
      ) as ReadonlyArray<DuckDBValue>
    case DuckDBTypeId.LIST: {
      const { valueType } = type as DuckDBListType
      return values.map((value) => (Array.isArray(value) ? listValue(convert(valueType, value)) : null))
    }
    default:
      return values as ReadonlyArray<DuckDBValue>
  }
}

const isConstant = (values: ReadonlyArray<Value>) => {
  const first = values[0]
  return values.every((value) => value === first)
}

/**
 * Appends columns to a table, many times faster than `INSERT`. The event loop turns between chunks:
 * a million rows would block it for seconds.
 */
export const append = async (
  connection: DuckDBConnection,
  table: string,
  columns: Readonly<Record<string, ReadonlyArray<Value>>>,
): Promise<void> => {
  const [first = [], ...others] = Object.values(columns)
  const rows = first.length
  if (others.some(({ length }) => length !== rows)) throw new Error(`The columns for ${table} differ in length`)
  if (rows === 0) return
  const names = (await connection.run(`FROM ${table} LIMIT 0`)).columnNames()
  const unknown = Object.keys(columns).find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Error(`There is no column ${unknown} in ${table}`)
  const appender = await connection.createAppender(table)
  const types = names.map((_, index) => appender.columnType(index))
  const constant = names.map((name) => isConstant(columns[name] ?? []))
  const chunk = DuckDBDataChunk.create(types)
  for (let start = 0; start < rows; start += chunkRows) {
    const count = Math.min(chunkRows, rows - start)
    chunk.rowCount = count
    names.forEach((name, index) => {
      // The chunk is reused, never with more rows than at first: a constant column keeps its values.
      if (start > 0 && constant[index]) return
      const values = columns[name]?.slice(start, start + count) ?? new Array<null>(count).fill(null)
      chunk.setColumnValues(index, convert(types[index]!, values))
    })
    appender.appendDataChunk(chunk)
    await setImmediate()
  }
  appender.closeSync()
}
