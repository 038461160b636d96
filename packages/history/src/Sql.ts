/**
 * SQL over a store, executed by DuckDB (`@duckdb/node-api`, installed separately).
 *
 * ```ts
 * const sql = yield* Sql.open("histories")
 * const rows = yield* sql.rows(
 *   "SELECT ticker, max(high) FROM bars_adjusted WHERE timespan = '1day' AND ticker = any($tickers) GROUP BY ALL",
 *   { tickers: ["AAPL", "MSFT"] },
 * )
 * ```
 *
 * | view | rows |
 * | --- | --- |
 * | `bars` | raw bars, with `market`, `timespan` (`1minute`) and `ticker` |
 * | `bars_adjusted` | the same, adjusted for splits as `Adjust.splits` does; no stocks' windows of more than a day |
 * | `bars_adjusted_dividends` | the same, adjusted for splits and dividends as `Adjust.both` does |
 * | `splits`, `dividends` | splits and dividends of the stocks in the store |
 * | `sessions` | trading days, 1990 to 2035: `pre_market_open`, `open`, `close`, `after_hours_close`, `early_close` |
 * | `"stocks.ratios"` and others | lists of `Store.keep`, by endpoint, with day (`kept_on`) and name (`kept_as`) |
 *
 * `session_part(market, timestamp)` returns the part of the day of a bar, as `Sessions.partAt` does: `'preMarket'`,
 * `'regular'`, `'afterHours'` or `'closed'`. It goes with every view:
 *
 * ```sql
 * SELECT * FROM bars_adjusted WHERE timespan = '1minute' AND session_part(market, timestamp) = 'regular'
 * ```
 *
 * @module
 */
import type * as Database from "./Database.js"
import { FileSystem } from "@effect/platform/FileSystem"
import { Path } from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Options, Sql } from "./internal/store/model/sql.js"
import * as Open from "./internal/store/sql/open.js"
import * as Checked from "./internal/store/commit/checked.js"
import type { StoreViews } from "./internal/store/sql/session.js"
import type { SqlError } from "./SqlError.js"
import type { StoreError } from "./StoreError.js"

export type { StoreViews } from "./internal/store/sql/session.js"
export type {
  Column,
  Columns,
  Options,
  Param,
  Params,
  Result,
  ResultColumn,
  Row,
  Sql,
  Value,
} from "./internal/store/model/sql.js"

/**
 * Opens SQL over the store in a folder, until the scope closes. Each view shows the store as of the
 * first query that named it, and later if files were replaced since.
 *
 * A query is one `SELECT` in any of its forms (`WITH`, `FROM`, `VALUES`, `DESCRIBE`, `PIVOT` with
 * `IN`), or `CREATE TABLE` or `CREATE VIEW` with such a query, in memory. It reads files only in
 * the store's folder, and those of the option `files`, writes no files and has no network access.
 * Instants are in UTC; for local ones write `timezone('America/New_York', timestamp)`.
 */
export const open = (
  folder: string,
  options: Options = {},
): Effect.Effect<Sql, SqlError | StoreError, FileSystem | Path | Scope.Scope> =>
  Effect.flatMap(Effect.all({ fs: FileSystem, path: Path }), (disk) =>
    Open.open({ ...disk, folder, checked: Checked.make() }, options),
  )

/**
 * The views of the store in a folder, in a database that was opened with this folder and may have tables of its own.
 * Each query needs {@link StoreViews.prepare} and {@link StoreViews.check} before it runs; one whose error
 * {@link isOutdated} is run again after {@link StoreViews.refresh}.
 */
export const views = (
  database: Database.Database,
  folder: string,
  options: Options = {},
): Effect.Effect<StoreViews, StoreError, FileSystem | Path> =>
  Effect.flatMap(Effect.all({ fs: FileSystem, path: Path }), (disk) =>
    Open.views(database, { ...disk, folder, checked: Checked.make() }, options),
  )

/** Whether a query failed because a sync has replaced a file since the views were made. */
export const isOutdated: (error: SqlError | StoreError) => boolean = Open.isOutdated
