/**
 * A user's own data: daily or minute bars of a CSV or Parquet file, served under a ticker.
 *
 * @module
 */
import { midnight } from "@candela/market/TimeZone"
import { Effect } from "effect"
import { ImportError } from "./ImportError.js"
import { aggregateDays } from "../subjects/bars/aggregateDays.js"
import { all } from "../dataset/all.js"
import { tablesOf } from "../generate/Generator.js"
import * as Tickers from "../subjects/tickers/Tickers.js"
import * as Checks from "./checks.js"
import type { MappedColumns, Mapping } from "./columns.js"
import { readCsv, readParquet, requireRegularFile } from "./read.js"
import * as Market from "@candela/market/Market"
import { quote } from "../store/Table.js"
import { Store, type StoreError } from "../store/Store.js"

export { ImportError }

/**
 * Names of the file's columns. A column that is not named here is found by our name in any letter
 * case: `Open` is `open`. Other columns are not read.
 */
export type Columns = {
  readonly open?: string | undefined
  readonly high?: string | undefined
  readonly low?: string | undefined
  readonly close?: string | undefined
  /** Shares traded; a file without it gives a volume of 0. */
  readonly volume?: string | undefined
  /** Volume-weighted average price; without it a bar has none. */
  readonly vwap?: string | undefined
  /** Number of transactions; without it a bar has none. */
  readonly transactions?: string | undefined
} & (
  | {
      /** Dates: `2024-01-31`, `20240131`, `01/31/2024`, `Jan 31 2024`, or epoch milliseconds. */
      readonly date?: string | undefined
      readonly timestamp?: undefined
    }
  | {
      /**
       * Times: `2024-01-31 09:30` (New York for stocks, UTC for pairs),
       * `2024-01-31T09:30:00-05:00`, or epoch milliseconds.
       */
      readonly timestamp?: string | undefined
      readonly date?: undefined
    }
)

/** Options of an import. */
export interface Options {
  /** A file whose name ends in `.csv` (comma-separated, UTF-8, with a header) or `.parquet`. */
  readonly file: string
  /**
   * Ticker under which the bars are served. They replace synthetic bars of the same ticker;
   * imported ones stay where the file has none.
   */
  readonly ticker: string
  /** The ticker's name (default the ticker itself). */
  readonly name?: string | undefined
  /** Timespan of the bars. Minute bars also give the daily bars of their days. */
  readonly timespan: "day" | "minute"
  /**
   * Names of the file's columns, where they differ from ours: the time is `date` in daily and
   * `timestamp` in minute bars.
   */
  readonly columns?: Columns | undefined
}

/** Result of an import. */
export interface Imported {
  /** The file. */
  readonly file: string
  /** Ticker under which the bars are served. */
  readonly ticker: string
  /** Timespan of the file's bars. */
  readonly timespan: "day" | "minute"
  /** Number of bars in the file. */
  readonly rows: number
  /**
   * Start of the first bar, epoch milliseconds; for a day, the midnight of its market: New York's
   * for stocks, UTC for pairs.
   */
  readonly first: number
  /** Start of the last bar, epoch milliseconds. */
  readonly last: number
  /** The file's columns by our names: `{ date: "Date", open: "Open", ... }`. */
  readonly columns: Readonly<Record<string, string>>
  /** The file's other columns, which were not read. */
  readonly unmapped: ReadonlyArray<string>
}

/** Our name of the time column. */
const timeColumn = ({ columns, timespan }: Options) =>
  columns?.date !== undefined
    ? "date"
    : columns?.timestamp !== undefined || timespan === "minute"
      ? "timestamp"
      : "date"

const check = (statements: Store.Statements, options: Options, mapping: Mapping) =>
  Effect.gen(function* () {
    const { file, timespan } = options
    // Invalid times are found first: only valid ones can be duplicates.
    for (const sql of [Checks.firstBroken(timespan), Checks.firstTwice]) {
      const [problem] = yield* statements.query<Checks.Problem>(sql)
      if (problem === undefined) continue
      return yield* new ImportError({
        file,
        row: problem.row,
        column: mapping[problem.column === "time" ? timeColumn(options) : problem.column] ?? problem.column,
        ...(problem.value === null ? {} : { value: problem.value }),
        detail: problem.detail,
      })
    }
    const rows = yield* statements.query("FROM import_rows LIMIT 1")
    if (rows.length === 0) return yield* new ImportError({ file, detail: "the file has no rows" })
  })

/** Statements that delete a ticker's rows from every table with rows of one ticker or of several. */
const ofTicker: ReadonlyArray<string> = tablesOf(all).flatMap(({ columns, name }) =>
  columns.flatMap((column) => {
    if (column.name === "ticker") return [`DELETE FROM ${quote(name)} WHERE ticker = $1`]
    return column.name === "tickers" ? [`DELETE FROM ${quote(name)} WHERE list_contains(tickers, $1)`] : []
  }),
)

/** Removes synthetic rows of the ticker: they are never mixed with real ones. */
const makeRoom = (statements: Store.Statements, { name, ticker }: Options) =>
  Effect.gen(function* () {
    const [known] = yield* statements.query<{ readonly synthetic: boolean }>(
      "SELECT synthetic FROM tickers WHERE ticker = $1",
      [ticker],
    )
    if (known?.synthetic !== false) {
      yield* Effect.forEach(ofTicker, (statement) => statements.run(statement, [ticker]))
    }
    yield* statements.run("DELETE FROM tickers WHERE ticker = $1", [ticker])
    yield* Tickers.table.append(statements, [Tickers.imported(ticker, name ?? ticker)])
  })

const bar =
  "open AS o, high AS h, low AS l, close AS c, coalesce(volume, 0) AS v, vwap AS vw, transactions::BIGINT AS n"

const keepDays = (statements: Store.Statements, ticker: string) =>
  Effect.gen(function* () {
    const rows = yield* statements.query<{ readonly date: string }>("SELECT time AS date FROM import_rows")
    const dates = rows.map(({ date }) => date)
    yield* statements.run("CREATE TEMP TABLE import_dates (date VARCHAR, t BIGINT)")
    yield* statements.append("import_dates", {
      date: dates,
      t: dates.map((date) => midnight(Market.ofTicker(ticker).zone, date)),
    })
    yield* statements.run("DELETE FROM day_bars WHERE ticker = $1 AND date IN (SELECT date FROM import_dates)", [
      ticker,
    ])
    yield* statements.run(
      `INSERT INTO day_bars BY NAME SELECT $1 AS ticker, date, t, ${bar}
       FROM import_rows JOIN import_dates ON time::VARCHAR = date ORDER BY date`,
      [ticker],
    )
  })

const keepMinutes = (statements: Store.Statements, ticker: string) =>
  Effect.gen(function* () {
    yield* statements.run("DELETE FROM minute_bars WHERE ticker = $1 AND t IN (SELECT time FROM import_rows)", [ticker])
    yield* statements.run(
      `INSERT INTO minute_bars BY NAME SELECT $1 AS ticker, time AS t, ${bar} FROM import_rows ORDER BY time`,
      [ticker],
    )
  })

/** Rebuilds the days that have minutes from them, even where the file has its own day. */
const aggregateMinutes = (statements: Store.Statements, ticker: string) =>
  Effect.gen(function* () {
    yield* statements.run("CREATE TEMP TABLE import_days AS FROM day_bars LIMIT 0")
    yield* aggregateDays(statements, { market: Market.ofTicker(ticker), tickers: [ticker], into: "import_days" })
    yield* statements.run("DELETE FROM day_bars WHERE ticker = $1 AND date IN (SELECT date FROM import_days)", [ticker])
    yield* statements.run("INSERT INTO day_bars FROM import_days ORDER BY date")
  })

const summary = (statements: Store.Statements, { file, ticker, timespan }: Options, mapped: MappedColumns) =>
  Effect.map(
    statements.query<{ readonly rows: number; readonly first: number; readonly last: number }>(
      `SELECT count(*)::DOUBLE AS rows, min(t)::DOUBLE AS first, max(t)::DOUBLE AS last
       FROM ${timespan === "day" ? "day_bars JOIN import_rows ON date = time::VARCHAR" : "minute_bars JOIN import_rows ON t = time"}
       WHERE ticker = $1`,
      [ticker],
    ),
    ([found]): Imported => ({
      file,
      ticker,
      timespan,
      ...found!,
      columns: mapped.mapping,
      unmapped: mapped.unmapped,
    }),
  )

/**
 * Imports a file of bars into a writable store, completely or not at all. Rows may be in any order;
 * prices are taken unchanged, not adjusted for splits.
 *
 * Rejected, by file, row and column: files that are not regular, invalid dates, times and numbers,
 * prices that are not above zero or outside low to high, and duplicate times.
 */
export const bars = (options: Options): Effect.Effect<Imported, ImportError | StoreError, Store> =>
  Effect.gen(function* () {
    const { file, ticker, timespan } = options
    const read = file.endsWith(".csv") ? readCsv : file.endsWith(".parquet") ? readParquet : undefined
    if (read === undefined) {
      return yield* new ImportError({ file, detail: "the file's name must end in .csv or .parquet" })
    }
    if (!/^[\w.:/-]+$/.test(ticker)) {
      return yield* new ImportError({ file, detail: `${JSON.stringify(ticker)} cannot be a ticker` })
    }
    yield* requireRegularFile(file)
    const store = yield* Store
    const readOnly = yield* store.query("FROM duckdb_databases() WHERE database_name = current_database() AND readonly")
    if (readOnly.length > 0) {
      return yield* new ImportError({ file, detail: "the data set is open for reading only: open it as writable" })
    }
    return yield* store.transaction((statements) =>
      Effect.gen(function* () {
        yield* statements.run(Checks.createTexts)
        const mapped = yield* read(statements, { file, time: timeColumn(options), named: { ...options.columns } })
        yield* statements.run(Checks.createRows(timespan, Market.ofTicker(ticker).zone))
        yield* check(statements, options, mapped.mapping)
        yield* makeRoom(statements, options)
        yield* timespan === "day" ? keepDays(statements, ticker) : keepMinutes(statements, ticker)
        yield* aggregateMinutes(statements, ticker)
        return yield* summary(statements, options, mapped)
      }),
    )
  })
