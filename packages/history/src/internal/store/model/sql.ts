/** Values, rows and columns of a query. */
import type * as CoreParam from "@candela/core/declare/Param"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import type { SqlError } from "../../../SqlError.js"
import type { StoreError } from "../../../StoreError.js"

/**
 * Value of a row. Integers are numbers, or a `bigint` where a `number` would not be exact; decimals
 * are numbers. Instants are epoch milliseconds, in a nanosecond column exact epoch nanoseconds as a
 * `bigint`. Dates, times and intervals are text as DuckDB writes it (`2024-03-05`). Lists are
 * arrays, structs are objects, maps are arrays of `{ key, value }`.
 */
export type Value =
  | string
  | number
  | bigint
  | boolean
  | null
  | Uint8Array
  | ReadonlyArray<Value>
  | { readonly [key: string]: Value }

/** Row: a plain object with a value for each column. Duplicate column names become `name:1`, `name:2`. */
export type Row = Readonly<Record<string, Value>>

/**
 * Parameter of a query: `Date` and `DateTime` are instants (`TIMESTAMP WITH TIME ZONE`). Items of a
 * list have the same type.
 */
export type Param = Scalar | ReadonlyArray<Scalar>

type Scalar = string | number | bigint | boolean | null | Date | DateTime.DateTime

/** Parameters for `$1`, `$2`, ... or, by name, for `$name`. */
export type Params = ReadonlyArray<Param> | Readonly<Record<string, Param>>

/**
 * Column: numbers up to 32 bits and instants (epoch milliseconds) in a `Float64Array`; 64-bit
 * integers and exact nanoseconds in a `BigInt64Array`; booleans in a `Uint8Array` (0 or 1);
 * everything else in a plain array of {@link Value}.
 */
export type Column = Float64Array | BigInt64Array | Uint8Array | ReadonlyArray<Value | undefined>

/** Complete result as columns. */
export interface Columns {
  /** Number of rows. */
  readonly length: number
  /** One array per column. A row with null has `NaN`, `0n`, `0` or `undefined` there. */
  readonly columns: Readonly<Record<string, Column>>
  /**
   * For each column with nulls, a bitmap of the rows with a value: row `i` is bit `i % 8`, least
   * significant first, of byte `i >> 3`.
   */
  readonly present: Readonly<Record<string, Uint8Array>>
}

/** Column of a result. */
export interface ResultColumn {
  /** Name, as in {@link Row}. */
  readonly name: string
  /** Type as DuckDB writes it: `BIGINT`, `TIMESTAMP WITH TIME ZONE`, `VARCHAR[]`. */
  readonly type: string
}

/** Result of a query. */
export interface Result {
  /** Columns, even of a result without rows. */
  readonly columns: ReadonlyArray<ResultColumn>
  /** Stream of the rows. */
  readonly rows: Stream.Stream<Row, SqlError>
}

/** Queries over a store. Several may run concurrently. */
export interface Sql {
  /** All rows of a query. */
  readonly rows: (text: string, params?: Params) => Effect.Effect<ReadonlyArray<Row>, SqlError | StoreError>
  /** Streams the rows of a query, for results that do not fit in memory. */
  readonly stream: (text: string, params?: Params) => Stream.Stream<Row, SqlError | StoreError>
  /**
   * Columns of a query, known before its first row, and the stream of its rows, which can be read
   * once and while the scope is open.
   */
  readonly result: (text: string, params?: Params) => Effect.Effect<Result, SqlError | StoreError, Scope.Scope>
  /** All rows of a query as columns: many times as fast as {@link Sql.rows}. */
  readonly columns: (text: string, params?: Params) => Effect.Effect<Columns, SqlError | StoreError>
}

/** Options of `Sql.open`. */
export interface Options {
  /**
   * Day as of which the store is read: `"2024-01-31"`, a `Date` (its UTC date) or a `DateTime`. The
   * views contain only data up to the end of that day, and adjust as of it. Default: everything.
   */
  readonly asOf?: CoreParam.DateInput | undefined
  /**
   * Further files by the names of their views: `{ watchlist: "watchlist.csv" }`. Parquet, CSV
   * (`.csv`, `.tsv`) or JSON (`.json`, `.ndjson`, `.jsonl`), also compressed (`.gz`, `.zst`). Queries
   * read these files and no others of their folders; `asOf` does not concern them. Default: none.
   */
  readonly files?: Readonly<Record<string, string>> | undefined
}
