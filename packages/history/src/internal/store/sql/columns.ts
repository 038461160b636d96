/** Results of a query as typed arrays. */
import type { DuckDBDataChunk, DuckDBType, DuckDBVector } from "@duckdb/node-api"
import type { Column, Columns, Value } from "../model/sql.js"
import type { DuckDB } from "../../database/library.js"
import * as Values from "./values.js"

/** Arrays of a vector that its public type does not declare. */
interface Arrays {
  readonly items: ArrayLike<number> & { readonly buffer: ArrayBuffer; readonly byteOffset: number }
  /** Bytes of booleans. */
  readonly dataView: DataView
  /** Bits of the items that are not null, least significant first, if any is; absent for vectors of some types. */
  readonly validity?: { readonly data: BigUint64Array | null }
}

/** Copies the values of a vector into a column, from an index on. */
type Copy<C> = (column: C, vector: DuckDBVector, at: number) => void

interface Builder {
  readonly allocate: (length: number) => Column
  readonly copy: Copy<never>
}

const builder = <C extends Column>(allocate: (length: number) => C, copy: Copy<C>): Builder => ({ allocate, copy })

const arraysOf = (vector: DuckDBVector) => vector as unknown as Arrays

const numbers = builder(
  (length) => new Float64Array(length),
  (column, vector, at) => column.set(arraysOf(vector).items, at),
)

const integers = builder(
  (length) => new BigInt64Array(length),
  (column, vector, at) => column.set(arraysOf(vector).items as unknown as BigInt64Array, at),
)

const upperHalf = 2 ** 32

/** Instants of a unit: combining the two halves of each 64-bit integer is several times as fast as `Number(bigint)`. */
const instants = (millis: (value: number) => number) =>
  builder(
    (length) => new Float64Array(length),
    (column, vector, at) => {
      const { buffer, byteOffset } = arraysOf(vector).items
      const low = new Uint32Array(buffer, byteOffset, vector.itemCount * 2)
      const high = new Int32Array(buffer, byteOffset, vector.itemCount * 2)
      for (let i = 0; i < vector.itemCount; i++) column[at + i] = millis(high[2 * i + 1]! * upperHalf + low[2 * i]!)
    },
  )

const booleans = builder(
  (length) => new Uint8Array(length),
  (column, vector, at) => {
    const { buffer, byteOffset } = arraysOf(vector).dataView
    column.set(new Uint8Array(buffer, byteOffset, vector.itemCount), at)
  },
)

const anything = (duckdb: DuckDB, type: DuckDBType) => {
  const convert = Values.converter(duckdb)
  return builder(
    (length) => new Array<Value | undefined>(length).fill(undefined),
    (column, vector, at) => {
      for (let i = 0; i < vector.itemCount; i++) column[at + i] = convert(vector.getItem(i), type, convert) ?? undefined
    },
  )
}

const builderOf = (duckdb: DuckDB, type: DuckDBType): Builder => {
  const { DuckDBTypeId: Type } = duckdb
  switch (type.typeId) {
    case Type.TINYINT:
    case Type.SMALLINT:
    case Type.INTEGER:
    case Type.UTINYINT:
    case Type.USMALLINT:
    case Type.UINTEGER:
    case Type.FLOAT:
    case Type.DOUBLE:
      return numbers
    case Type.BIGINT:
    case Type.TIMESTAMP_NS:
      return integers
    case Type.TIMESTAMP:
    case Type.TIMESTAMP_TZ:
      return instants((micros) => micros / 1000)
    case Type.TIMESTAMP_MS:
      return instants((millis) => millis)
    case Type.TIMESTAMP_S:
      return instants((seconds) => seconds * 1000)
    case Type.BOOLEAN:
      return booleans
    default:
      return anything(duckdb, type)
  }
}

/** Returns the bitmap of the rows with a value, if any is null, and writes the column's marker for nulls. */
const presence = (column: Column, vectors: ReadonlyArray<DuckDBVector>, length: number): Uint8Array | undefined => {
  let bits: Uint8Array | undefined
  let at = 0
  for (const vector of vectors) {
    const { validity } = arraysOf(vector)
    const valid = validity?.data && new Uint8Array(validity.data.buffer, validity.data.byteOffset)
    if (valid === null) at += vector.itemCount
    else
      for (let i = 0; i < vector.itemCount; i++, at++) {
        if (valid === undefined ? vector.getItem(i) !== null : (valid[i >> 3]! >> (i & 7)) & 1) continue
        bits ??= new Uint8Array((length + 7) >> 3).fill(0xff)
        bits[at >> 3]! &= ~(1 << (at & 7))
        if (column instanceof Float64Array) column[at] = NaN
        else if (column instanceof BigInt64Array) column[at] = 0n
        else if (column instanceof Uint8Array) column[at] = 0
      }
  }
  // Bits past the last row are 0, as in other chunks.
  if (bits !== undefined && (length & 7) !== 0) bits[length >> 3]! &= (1 << (length & 7)) - 1
  return bits
}

/** Joins the columns of all chunks of a result. */
export const join = (
  duckdb: DuckDB,
  names: ReadonlyArray<string>,
  types: ReadonlyArray<DuckDBType>,
  chunks: ReadonlyArray<DuckDBDataChunk>,
): Columns => {
  const length = chunks.reduce((sum, chunk) => sum + chunk.rowCount, 0)
  const columns: Record<string, Column> = {}
  const present: Record<string, Uint8Array> = {}
  names.forEach((name, index) => {
    const { allocate, copy } = builderOf(duckdb, types[index]!)
    const vectors = chunks.map((chunk) => chunk.getColumnVector(index))
    const column = allocate(length)
    let at = 0
    for (const vector of vectors) {
      copy(column as never, vector, at)
      at += vector.itemCount
    }
    const bits = presence(column, vectors, length)
    columns[name] = column
    if (bits !== undefined) present[name] = bits
  })
  return { length, columns, present }
}
