/** Converts values of a query between DuckDB and JavaScript. */
import type {
  DuckDBPreparedStatement,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBType,
  DuckDBValue,
  DuckDBValueConverter,
} from "@duckdb/node-api"
import * as DateTime from "effect/DateTime"
import type { Param, Params, Value } from "../model/sql.js"
import type { DuckDB } from "../../database/library.js"

/** Converts to a `number` where it is exact. */
const integer = (value: bigint): number | bigint => {
  const number = Number(value)
  // protects: Integers beyond a number's are exact.
  // mutant: "are exact in rows": Number.isSafeInteger(number) ? number : value → number
  return Number.isSafeInteger(number) ? number : value
}

/** Makes a converter of results to `Value`. */
export const converter = (duckdb: DuckDB): DuckDBValueConverter<Value> => {
  const { DuckDBTypeId: Type, JSDuckDBValueConverter: others } = duckdb
  return (value, type, convert) => {
    if (value === null) return null
    switch (type.typeId) {
      case Type.BIGINT:
      case Type.UBIGINT:
      case Type.HUGEINT:
      case Type.UHUGEINT:
      case Type.BIGNUM:
        return integer(value as bigint)
      case Type.TIMESTAMP:
      case Type.TIMESTAMP_TZ:
        return Number((value as DuckDBTimestampValue | DuckDBTimestampTZValue).micros) / 1000
      case Type.TIMESTAMP_S:
        return Number((value as DuckDBTimestampSecondsValue).seconds) * 1000
      case Type.TIMESTAMP_MS:
        return Number((value as DuckDBTimestampMillisecondsValue).millis)
      case Type.TIMESTAMP_NS:
        return (value as DuckDBTimestampNanosecondsValue).nanos
      case Type.DATE:
      case Type.TIME:
      case Type.TIME_NS:
      case Type.TIME_TZ:
      case Type.INTERVAL:
        return String(value)
      default:
        return others(value, type, convert as never) as Value
    }
  }
}

type Item = Exclude<Param, ReadonlyArray<unknown>>

const isList = (value: Param): value is ReadonlyArray<Item> => Array.isArray(value)

const isOf = (values: ReadonlyArray<unknown>, type: "number" | "bigint") =>
  values.every((value) => typeof value === type)

/** Returns the type of a parameter, where DuckDB would infer another one. */
const typeOf = (duckdb: DuckDB, value: Param): DuckDBType | undefined => {
  // Other whole numbers would be inferred as integers that may not fit.
  if (typeof value === "number") return Number.isSafeInteger(value) && !Object.is(value, -0) ? undefined : duckdb.DOUBLE
  if (typeof value === "bigint") return BigInt.asIntN(64, value) === value ? duckdb.BIGINT : duckdb.HUGEINT
  if (!isList(value)) return undefined
  if (value.length === 0) return duckdb.LIST(duckdb.SQLNULL)
  if (isOf(value, "number")) return duckdb.LIST(duckdb.DOUBLE)
  return isOf(value, "bigint") ? duckdb.LIST(duckdb.BIGINT) : undefined
}

const valueOf = (duckdb: DuckDB, value: Param): DuckDBValue => {
  if (isList(value)) return duckdb.listValue(value.map((item) => valueOf(duckdb, item)))
  if (value instanceof Date || DateTime.isDateTime(value)) {
    const millis = value instanceof Date ? value.getTime() : DateTime.toEpochMillis(value)
    return new duckdb.DuckDBTimestampTZValue(BigInt(millis) * 1000n)
  }
  // The library truncates a text at a null character.
  if (typeof value === "string" && value.includes("\0")) throw new TypeError("a text with a null character")
  return value
}

/**
 * Binds parameters to a statement. Throws for a value without an SQL type, and for a parameter that
 * the statement does not name.
 */
export const bind = (duckdb: DuckDB, statement: DuckDBPreparedStatement, params: Params): void => {
  if (statement.parameterCount === 0) return
  const byIndex = Array.isArray(params)
    ? (params as ReadonlyArray<Param>).map((value, index) => [index + 1, value] as const)
    : Object.entries(params).map(([name, value]) => [statement.parameterIndex(name), value as Param] as const)
  for (const [index, value] of byIndex) {
    statement.bindValue(index, valueOf(duckdb, value), typeOf(duckdb, value))
  }
}
