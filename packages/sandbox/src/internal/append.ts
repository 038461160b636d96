import { dayNumber } from "@candela/market/TimeZone"
import type { DuckDBConnection, DuckDBType, DuckDBValue } from "@duckdb/node-api"
import { DuckDBDataChunk, DuckDBDateValue, DuckDBTypeId } from "@duckdb/node-api"
import { setImmediate } from "node:timers/promises"

type Value = string | number | bigint | boolean | null

/** The most rows that a chunk of the database holds. */
const chunkRows = 2048

const convert = (type: DuckDBType, values: ReadonlyArray<Value>): ReadonlyArray<DuckDBValue> => {
  switch (type.typeId) {
    case DuckDBTypeId.BIGINT:
      return values.map((value) => (typeof value === "number" ? BigInt(value) : value))
    case DuckDBTypeId.DATE:
      return values.map((value) => (typeof value === "string" ? new DuckDBDateValue(dayNumber(value)) : value))
    default:
      return values
  }
}

/**
 * Writes columns to the end of a table, many times faster than `INSERT`. Whole numbers do for `BIGINT`, `yyyy-mm-dd` for `DATE`. The event loop
 * turns between chunks: a million rows would hold it for seconds.
 */
export const append = async (
  connection: DuckDBConnection,
  table: string,
  columns: ReadonlyArray<ReadonlyArray<Value>>,
): Promise<void> => {
  const appender = await connection.createAppender(table)
  const types = columns.map((_, index) => appender.columnType(index))
  const rows = columns[0]?.length ?? 0
  const chunk = DuckDBDataChunk.create(types)
  for (let start = 0; start < rows; start += chunkRows) {
    chunk.reset()
    chunk.rowCount = Math.min(chunkRows, rows - start)
    columns.forEach((column, index) =>
      chunk.setColumnValues(index, convert(types[index]!, column.slice(start, start + chunkRows))),
    )
    appender.appendDataChunk(chunk)
    await setImmediate()
  }
  appender.closeSync()
}
