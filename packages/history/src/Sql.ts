/**
 * SQL over a store, executed by DuckDB (`@duckdb/node-api`, installed separately).
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
 * | `bars` | raw bars, with `market`, `timespan` (`1minute`) and `ticker` |
 * | `bars_adjusted` | the same, adjusted for splits as `Adjust.splits` does; without stocks' windows of more than a day, which can hold prices from both sides of a split |
 * | `bars_adjusted_dividends` | the same, adjusted for splits and dividends as `Adjust.both` does |
 * | `splits`, `dividends` | splits and dividends of the stocks in the store |
 * | `"stocks.ratios"` and others | lists saved by `Store.keep`, under the names of their endpoints, with the day (`kept_on`) and the name (`kept_as`) of each |
 *
 * @module
 */
import { FileSystem } from "@effect/platform/FileSystem"
import { Path } from "@effect/platform/Path"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as Database from "./Database.js"
import * as AsOf from "./internal/asOf.js"
import { join } from "./internal/sql/columns.js"
import * as Engine from "./internal/sql/engine.js"
import * as Session from "./internal/sql/session.js"
import type { Columns, Params, Result, Row } from "./internal/sql/model.js"
import type { SqlError } from "./SqlError.js"
import type { StoreError } from "./StoreError.js"

export type { Column, Columns, Param, Params, Result, ResultColumn, Row, Value } from "./internal/sql/model.js"

/** Queries over a store. Several may run concurrently. */
export interface Sql {
  /** All rows of a query. */
  readonly rows: (text: string, params?: Params) => Effect.Effect<ReadonlyArray<Row>, SqlError | StoreError>
  /** Streams the rows of a query, for results that do not fit in memory. */
  readonly stream: (text: string, params?: Params) => Stream.Stream<Row, SqlError | StoreError>
  /** Columns of a query, known before its first row, and the stream of its rows, which can be read once and while the scope is open. */
  readonly result: (text: string, params?: Params) => Effect.Effect<Result, SqlError | StoreError, Scope.Scope>
  /** All rows of a query as columns: many times as fast as {@link Sql.rows}. */
  readonly columns: (text: string, params?: Params) => Effect.Effect<Columns, SqlError | StoreError>
}

/** Options of {@link open}. */
export interface Options {
  /**
   * Day as of which the store is read: `"2024-01-31"`, a `Date` (its UTC date) or a `DateTime`. The views contain only data up to the end of that day, and
   * adjust as of it. Default: everything.
   */
  readonly asOf?: AsOf.AsOf | undefined
}

/** A sync has replaced a file since the views were made. */
const isOutdated = (error: SqlError | StoreError): boolean =>
  error._tag === "SqlError" && /No files found|No such file|Cannot open file/.test(error.detail)

/**
 * Opens SQL over the store in a folder, until the scope closes. Each view shows the store as of the first query that named it, and later if files were replaced since.
 *
 * A query is one `SELECT` in any of its forms (`WITH`, `FROM`, `VALUES`, `DESCRIBE`, `PIVOT` with `IN`), or `CREATE TABLE` or `CREATE VIEW` with such a query, in memory. It
 * reads files only in the store's folder, writes no files and has no network access. Instants are in UTC; for local ones write `timezone('America/New_York', timestamp)`.
 */
export const open = (
  folder: string,
  options: Options = {},
): Effect.Effect<Sql, SqlError | StoreError, FileSystem | Path | Scope.Scope> =>
  Effect.gen(function* () {
    const [fs, path] = yield* Effect.all([FileSystem, Path])
    const root = path.resolve(folder)
    const asOf = yield* AsOf.date(root, options.asOf)
    const database = yield* Database.open({ folder: root })
    const session = yield* Session.make(database, { fs, path, root, asOf })

    /** Runs a query on a separate connection. */
    const query = (text: string, params: Params = []) =>
      Effect.gen(function* () {
        const connection = yield* Database.connect(database)
        yield* Database.check(connection, text, { create: true })
        yield* session.prepare(text)
        return { connection, result: yield* Engine.query(database, connection, text, params) }
      })

    const result: Sql["result"] = (text, params) =>
      Effect.map(query(text, params), ({ connection, result }) => {
        const types = result.columnTypes()
        return {
          columns: result.deduplicatedColumnNames().map((name, index) => ({ name, type: String(types[index]) })),
          rows: Stream.repeatEffectChunkOption(
            Effect.flatMap(Effect.mapError(Engine.next(database, connection, text, result), Option.some), (rows) =>
              rows === undefined ? Effect.fail(Option.none()) : Effect.succeed(Chunk.unsafeFromArray(rows)),
            ),
          ),
        }
      })

    const again = <A>(self: Effect.Effect<A, SqlError | StoreError>) =>
      Effect.catchIf(self, isOutdated, () => Effect.zipRight(session.refresh, self))

    return {
      rows: (text, params) =>
        query(text, params).pipe(
          Effect.flatMap(({ connection, result }) => Engine.rest(database, connection, text, result)),
          Effect.scoped,
          again,
        ),
      stream: (text, params) => Stream.unwrapScoped(Effect.map(result(text, params), ({ rows }) => rows)),
      result,
      columns: (text, params) =>
        query(text, params).pipe(
          Effect.flatMap(({ connection, result }) =>
            Effect.map(Engine.chunks(connection, text, result), (chunks) =>
              join(database.duckdb, result.deduplicatedColumnNames(), result.columnTypes(), chunks),
            ),
          ),
          Effect.scoped,
          again,
        ),
    }
  })
