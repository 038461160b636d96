/**
 * SQL over a store, by DuckDB (`@duckdb/node-api`, which you install beside this package).
 *
 * ```ts
 * const sql = yield* Sql.open("histories")
 * const rows = yield* sql.rows(
 *   "SELECT ticker, max(high) AS high FROM bars_adjusted WHERE timespan = '1day' AND ticker = any($tickers) GROUP BY ALL",
 *   { tickers: ["AAPL", "MSFT"] },
 * )
 * ```
 *
 * | view | rows |
 * | --- | --- |
 * | `bars` | bars as they were traded, with `market`, `timespan` (`1minute`) and `ticker` |
 * | `bars_adjusted` | the same, adjusted for splits as `Adjust.splits` does; without stocks' windows of more than a day, which can hold prices of both sides of a split |
 * | `bars_adjusted_dividends` | the same, adjusted for splits and dividends as `Adjust.both` does |
 * | `splits`, `dividends` | those of the stocks in the store |
 * | `"stocks.ratios"` and others | the lists that `Store.keep` has kept, under the names of their endpoints, with the day (`kept_on`) and the name (`kept_as`) of each |
 *
 * @module
 */
import { FileSystem } from "@effect/platform/FileSystem"
import { Path } from "@effect/platform/Path"
import * as Chunk from "effect/Chunk"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as AsOf from "./internal/asOf.js"
import { join } from "./internal/sql/columns.js"
import * as Engine from "./internal/sql/engine.js"
import * as Library from "./internal/sql/library.js"
import * as Session from "./internal/sql/session.js"
import type { SqlError } from "./SqlError.js"
import type { StoreError } from "./StoreError.js"

/**
 * A value of a row. Integers are numbers, and a `bigint` where a `number` would not be exact; decimals are numbers. Instants are epoch milliseconds, those of a
 * nanosecond column exact epoch nanoseconds in a `bigint`. Dates, times and intervals are text as DuckDB writes it (`2024-03-05`). Lists are arrays, structs are
 * objects, maps are arrays of `{ key, value }`.
 */
export type Value =
  string | number | bigint | boolean | null | Uint8Array | ReadonlyArray<Value> | { readonly [key: string]: Value }

/** A row: a plain object with a value for each column. Of columns of one name, the later ones are `name:1`, `name:2`. */
export type Row = Readonly<Record<string, Value>>

/** A value of a query: `Date` and `DateTime` are instants (`TIMESTAMP WITH TIME ZONE`). Items of a list are of one type. */
export type Param = Scalar | ReadonlyArray<Scalar>

type Scalar = string | number | bigint | boolean | null | Date | DateTime.DateTime

/** Values for `$1`, `$2`, ... or, by name, for `$name`. */
export type Params = ReadonlyArray<Param> | Readonly<Record<string, Param>>

/**
 * A column: numbers up to 32 bits and instants (epoch milliseconds) in a `Float64Array`; 64-bit integers and exact nanoseconds in a `BigInt64Array`; booleans in a
 * `Uint8Array` (0 or 1); everything else in a plain array, as {@link Value} says it.
 */
export type Column = Float64Array | BigInt64Array | Uint8Array | ReadonlyArray<Value | undefined>

/** All rows of a result, as columns. */
export interface Columns {
  /** Number of rows. */
  readonly length: number
  /** One array per column. A row with null has `NaN`, `0n`, `0` or `undefined` there. */
  readonly columns: Readonly<Record<string, Column>>
  /** For each column that holds a null, a bitmap of the rows that have a value: row `i` is bit `i % 8`, least significant first, of byte `i >> 3`. */
  readonly present: Readonly<Record<string, Uint8Array>>
}

/** Queries over a store. Several may run side by side. */
export interface Sql {
  /** All rows of a query. */
  readonly rows: (text: string, params?: Params) => Effect.Effect<ReadonlyArray<Row>, SqlError | StoreError>
  /** The rows of a query as they come, for results that do not fit in memory. */
  readonly stream: (text: string, params?: Params) => Stream.Stream<Row, SqlError | StoreError>
  /** All rows of a query as columns: many times as fast as {@link Sql.rows}. */
  readonly columns: (text: string, params?: Params) => Effect.Effect<Columns, SqlError | StoreError>
}

/** Options of {@link open}. */
export interface Options {
  /**
   * The day as of which the store is read: `"2024-01-31"`, a `Date` (its UTC date) or a `DateTime`. The views hold what had happened by the end of that day, and
   * adjust as of it. Default: everything.
   */
  readonly asOf?: AsOf.AsOf | undefined
}

/** A sync has replaced a file since the views were made. */
const isOutdated = (error: SqlError | StoreError): boolean =>
  error._tag === "SqlError" && /No files found|No such file|Cannot open file/.test(error.detail)

/**
 * Opens SQL over the store in a folder, until the scope closes. A query sees each view as the store was when one named it first, and later if files were replaced since.
 *
 * A query is one or more statements, the last of which gives the rows; `SELECT`, and `CREATE` for tables and views in memory. It reads files in the store's folder alone, writes
 * none, sends nothing, and its instants are those of UTC; for local ones write `timezone('America/New_York', timestamp)`.
 */
export const open = (
  folder: string,
  options: Options = {},
): Effect.Effect<Sql, SqlError | StoreError, FileSystem | Path | Scope.Scope> =>
  Effect.gen(function* () {
    const [fs, path] = yield* Effect.all([FileSystem, Path])
    const root = path.resolve(folder)
    const asOf = yield* AsOf.date(root, options.asOf)
    const duckdb = yield* Library.load()
    const engine = yield* Engine.open(duckdb, root)
    const session = yield* Session.make(engine, { fs, path, root, asOf })

    /** The result of a query, on a connection of its own. */
    const query = (text: string, params: Params = []) =>
      Effect.gen(function* () {
        yield* session.prepare(text)
        const connection = yield* Engine.connect(engine)
        return { connection, result: yield* Engine.query(engine, connection, text, params) }
      })

    const again = <A>(self: Effect.Effect<A, SqlError | StoreError>) =>
      Effect.catchIf(self, isOutdated, () => Effect.zipRight(session.refresh, self))

    return {
      rows: (text, params) =>
        query(text, params).pipe(
          Effect.flatMap(({ connection, result }) => Engine.rest(engine, connection, text, result)),
          Effect.scoped,
          again,
        ),
      stream: (text, params) =>
        query(text, params).pipe(
          Effect.map(({ connection, result }) =>
            Stream.repeatEffectChunkOption(
              Effect.flatMap(Effect.mapError(Engine.next(engine, connection, text, result), Option.some), (rows) =>
                rows === undefined ? Effect.fail(Option.none()) : Effect.succeed(Chunk.unsafeFromArray(rows)),
              ),
            ),
          ),
          Stream.unwrapScoped,
        ),
      columns: (text, params) =>
        query(text, params).pipe(
          Effect.flatMap(({ connection, result }) =>
            Effect.map(Engine.chunks(connection, text, result), (chunks) =>
              join(duckdb, result.deduplicatedColumnNames(), result.columnTypes(), chunks),
            ),
          ),
          Effect.scoped,
          again,
        ),
    }
  })
