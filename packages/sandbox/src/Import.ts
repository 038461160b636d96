/**
 * A user's own data: daily or minute bars of a CSV or Parquet file, served under a ticker.
 *
 * @module
 */
import { midnight } from "@candela/market/TimeZone"
import { FileSystem } from "@effect/platform"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Effect, Schema, Stream } from "effect"
import { aggregateDays } from "./internal/aggregateDays.js"
import * as Checks from "./internal/import/checks.js"
import type { CsvRecord } from "./internal/import/csv.js"
import { CsvProblem, makeReader } from "./internal/import/csv.js"
import { Store, type StoreError } from "./Store.js"

/** A file could not be imported; nothing of it was kept. */
export class ImportError extends Schema.TaggedError<ImportError>("@candela/sandbox/ImportError")("ImportError", {
  /** The file at fault. */
  file: Schema.String,
  /** The row at fault: in CSV the line (the header is 1, as a spreadsheet counts), in Parquet the row from 1 on. */
  row: Schema.optionalWith(Schema.Number, { exact: true }),
  /** The file's column at fault. */
  column: Schema.optionalWith(Schema.String, { exact: true }),
  /** What stands there. */
  value: Schema.optionalWith(Schema.String, { exact: true }),
  /** What is wrong, and what would be right. */
  detail: Schema.String,
}) {
  override get message() {
    const row = this.row === undefined ? "" : `, row ${this.row}`
    const column = this.column === undefined ? "" : `, column ${JSON.stringify(this.column)}`
    const value = this.value === undefined ? "" : `${JSON.stringify(this.value)} `
    return `${this.file}${row}${column}: ${value}${this.detail}. Nothing of the file was imported.`
  }
}

/** The names that the file's columns have. */
export type Columns = {
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  /** Shares traded; without it the volume is 0. */
  readonly volume?: string | undefined
  /** Volume-weighted average price; without it a bar has none. */
  readonly vwap?: string | undefined
  /** Number of transactions; without it a bar has none. */
  readonly transactions?: string | undefined
} & (
  | {
      /** Dates: `2024-01-31`, `20240131`, `01/31/2024`, `Jan 31 2024`, or epoch milliseconds. */
      readonly date: string
    }
  | {
      /** Times: `2024-01-31 09:30` (New York), `2024-01-31T09:30:00-05:00`, or epoch milliseconds. */
      readonly timestamp: string
    }
)

/** What to import. */
export interface Options {
  /** A file whose name ends in `.csv` (comma-separated, UTF-8, with a header) or `.parquet`. */
  readonly file: string
  /** The ticker that the bars are served under. Synthetic bars of the same ticker give way; imported ones stay where the file has none. */
  readonly ticker: string
  /** The ticker's name (default the ticker itself). */
  readonly name?: string | undefined
  /** Daily bars, or minute bars; those give the daily bars of their days too. */
  readonly timespan: "day" | "minute"
  /** The names of the file's columns. */
  readonly columns: Columns
}

/** What was imported. */
export interface Imported {
  /** The ticker that the bars are served under. */
  readonly ticker: string
  /** What the file's bars are of. */
  readonly timespan: "day" | "minute"
  /** How many bars the file held. */
  readonly rows: number
  /** The start of the first bar, in epoch milliseconds: for a day, midnight in New York. */
  readonly first: number
  /** The start of the last bar. */
  readonly last: number
}

/** A name for each column that is wanted: our names, in the order of the table of texts. */
const wantedColumns = (columns: Columns): ReadonlyArray<readonly [column: string, name: string | undefined]> => [
  ["time", "date" in columns ? columns.date : columns.timestamp],
  ...Checks.numbers.map((column) => [column, columns[column]] as const),
]

/** Checks that each column wanted is in the file, once. */
const checkColumns = (options: Options, found: ReadonlyArray<string>) =>
  Effect.forEach(wantedColumns(options.columns), ([, name]) => {
    const count = name === undefined ? 1 : found.filter((column) => column === name).length
    return count === 1
      ? Effect.void
      : new ImportError({
          file: options.file,
          column: name!,
          detail: count === 0 ? `is not in the file, which has ${found.join(", ")}` : "is in the file more than once",
        })
  })

/** How the file's fields become the columns of the table of texts. */
interface Header {
  readonly width: number
  readonly places: ReadonlyArray<number | undefined>
}

const readHeader = (options: Options, { fields }: CsvRecord) => {
  const found = fields.map((field) => field.trim())
  const places = wantedColumns(options.columns).map(([, name]) =>
    name === undefined ? undefined : found.indexOf(name),
  )
  return Effect.as(checkColumns(options, found), { width: found.length, places } satisfies Header)
}

const writeRecords = (
  statements: Store.Statements,
  file: string,
  { places, width }: Header,
  records: ReadonlyArray<CsvRecord>,
) => {
  const odd = records.find(({ fields }) => fields.length !== width)
  return odd === undefined
    ? statements.append("import_texts", [
        records.map(({ line }) => line),
        ...places.map((place) => records.map(({ fields }) => (place === undefined ? null : fields[place]!))),
      ])
    : new ImportError({
        file,
        row: odd.line,
        detail: `the row has ${odd.fields.length} values where the header has ${width}`,
      })
}

/** The records of a CSV file, piece by piece. */
const csvRecords = (file: string) => {
  const reader = makeReader()
  const decoder = new TextDecoder("utf-8", { fatal: true })
  const take = (records: () => ReadonlyArray<CsvRecord>) =>
    Effect.try({
      try: records,
      catch: (cause) =>
        cause instanceof CsvProblem
          ? new ImportError({ file, row: cause.line, detail: cause.detail })
          : new ImportError({ file, detail: "the file is not UTF-8" }),
    })
  return Stream.unwrap(Effect.map(FileSystem.FileSystem, (files) => files.stream(file, { chunkSize: 1 << 20 }))).pipe(
    Stream.mapError((error) => new ImportError({ file, detail: `the file could not be read: ${error.message}` })),
    Stream.mapEffect((bytes) => take(() => reader.push(decoder.decode(bytes, { stream: true })))),
    Stream.concat(Stream.fromEffect(take(() => [...reader.push(decoder.decode()), ...reader.end()]))),
    Stream.provideLayer(NodeFileSystem.layer),
  )
}

const readCsv = (statements: Store.Statements, options: Options) =>
  Effect.gen(function* () {
    const { file } = options
    let header: Header | undefined = undefined
    yield* Stream.runForEach(csvRecords(file), (records) =>
      Effect.gen(function* () {
        const [first, ...others] = records
        if (first === undefined) return
        if (header !== undefined) return yield* writeRecords(statements, file, header, records)
        header = yield* readHeader(options, first)
        yield* writeRecords(statements, file, header, others)
      }),
    )
    if (header === undefined) {
      return yield* new ImportError({ file, detail: "the file is empty: its first line must name the columns" })
    }
  })

const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`

const readParquet = (statements: Store.Statements, options: Options) =>
  Effect.gen(function* () {
    const { columns, file } = options
    const unreadable = (error: StoreError) =>
      new ImportError({ file, detail: `the file could not be read: ${error.detail}` })
    const found = yield* statements
      .query<{ readonly name: string }>("SELECT DISTINCT name FROM parquet_schema($1) WHERE num_children IS NULL", [
        file,
      ])
      .pipe(Effect.mapError(unreadable))
    yield* checkColumns(
      options,
      found.map(({ name }) => name),
    )
    const texts = wantedColumns(columns).map(([, name]) =>
      name === undefined ? "NULL" : `${quoteName(name)}::VARCHAR`,
    )
    yield* statements
      .run(
        `INSERT INTO import_texts SELECT file_row_number + 1, ${texts.join(", ")} FROM read_parquet($1, file_row_number = true)`,
        [file],
      )
      .pipe(Effect.mapError(unreadable))
  })

/** The file's own name of one of our columns. */
const nameOf = (columns: Columns, column: string) =>
  wantedColumns(columns).find(([ours]) => ours === column)?.[1] ?? column

const check = (statements: Store.Statements, { columns, file, timespan }: Options) =>
  Effect.gen(function* () {
    // Only what is a time can be the same time twice.
    for (const sql of [Checks.firstBroken(timespan), Checks.firstTwice]) {
      const [problem] = yield* statements.query<Checks.Problem>(sql)
      if (problem === undefined) continue
      return yield* new ImportError({
        file,
        row: problem.row,
        column: nameOf(columns, problem.column),
        ...(problem.value === null ? {} : { value: problem.value }),
        detail: problem.detail,
      })
    }
    const rows = yield* statements.query("FROM import_rows LIMIT 1")
    if (rows.length === 0) return yield* new ImportError({ file, detail: "the file has no rows" })
  })

/** Synthetic rows of the ticker are removed, never mixed with real ones. */
const makeRoom = (statements: Store.Statements, { name, ticker }: Options) =>
  Effect.gen(function* () {
    const [known] = yield* statements.query<{ readonly synthetic: boolean }>(
      "SELECT synthetic FROM tickers WHERE ticker = $1",
      [ticker],
    )
    if (known?.synthetic !== false) {
      yield* Effect.forEach(["splits", "minute_bars", "day_bars"], (table) =>
        statements.run(`DELETE FROM ${table} WHERE ticker = $1`, [ticker]),
      )
    }
    yield* statements.run(
      "INSERT OR REPLACE INTO tickers VALUES ($1, $2, 'stocks', NULL, NULL, false, true, NULL, NULL, false)",
      [ticker, name ?? ticker],
    )
  })

const bar = "open, high, low, close, coalesce(volume, 0), vwap, transactions::BIGINT"

const keepDays = (statements: Store.Statements, ticker: string) =>
  Effect.gen(function* () {
    const rows = yield* statements.query<{ readonly date: string }>("SELECT time AS date FROM import_rows")
    const dates = rows.map(({ date }) => date)
    yield* statements.run("CREATE TEMP TABLE import_dates (time DATE, t BIGINT)")
    yield* statements.append("import_dates", [dates, dates.map((date) => midnight("America/New_York", date))])
    yield* statements.run("DELETE FROM day_bars WHERE ticker = $1 AND date IN (SELECT time FROM import_rows)", [ticker])
    yield* statements.run(
      `INSERT INTO day_bars SELECT $1, time, t, ${bar}, NULL, NULL, NULL, NULL, NULL, NULL
       FROM import_rows JOIN import_dates USING (time) ORDER BY time`,
      [ticker],
    )
  })

const keepMinutes = (statements: Store.Statements, ticker: string) =>
  Effect.gen(function* () {
    yield* statements.run("DELETE FROM minute_bars WHERE ticker = $1 AND t IN (SELECT time FROM import_rows)", [ticker])
    yield* statements.run(`INSERT INTO minute_bars SELECT $1, time, ${bar} FROM import_rows ORDER BY time`, [ticker])
  })

/** The days that have minutes are made of them anew, also where the file had a day of its own. */
const aggregateMinutes = (statements: Store.Statements, ticker: string) =>
  Effect.gen(function* () {
    yield* statements.run("CREATE TEMP TABLE import_minutes AS FROM minute_bars LIMIT 0")
    yield* statements.run("INSERT INTO import_minutes FROM minute_bars WHERE ticker = $1", [ticker])
    yield* statements.run("CREATE TEMP TABLE import_days AS FROM day_bars LIMIT 0")
    yield* aggregateDays(statements, { minutes: "import_minutes", into: "import_days" })
    yield* statements.run("DELETE FROM day_bars WHERE ticker = $1 AND date IN (SELECT date FROM import_days)", [ticker])
    yield* statements.run("INSERT INTO day_bars FROM import_days ORDER BY date")
  })

const summary = (statements: Store.Statements, { ticker, timespan }: Options) =>
  Effect.map(
    statements.query<{ readonly rows: number; readonly first: number; readonly last: number }>(
      `SELECT count(*)::DOUBLE AS rows, min(t)::DOUBLE AS first, max(t)::DOUBLE AS last
       FROM ${timespan === "day" ? "day_bars JOIN import_rows ON date = time" : "minute_bars JOIN import_rows ON t = time"}
       WHERE ticker = $1`,
      [ticker],
    ),
    ([found]): Imported => ({ ticker, timespan, ...found! }),
  )

/**
 * Imports a file of bars into a store that can be written to, all of it or nothing. Its rows may stand in any order; prices are taken as they
 * are, not adjusted for splits.
 *
 * Refused, by file, row and column: a date, time or number that cannot be read, prices that are not above zero or lie outside low to high, and a
 * time that is there twice.
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
    const store = yield* Store
    const readOnly = yield* store.query("FROM duckdb_databases() WHERE database_name = current_database() AND readonly")
    if (readOnly.length > 0) {
      return yield* new ImportError({ file, detail: "the data set is open for reading only: open it as writable" })
    }
    return yield* store.transaction((statements) =>
      Effect.gen(function* () {
        yield* statements.run(Checks.createTexts)
        yield* read(statements, options)
        yield* statements.run(Checks.createRows(timespan))
        yield* check(statements, options)
        yield* makeRoom(statements, options)
        yield* timespan === "day" ? keepDays(statements, ticker) : keepMinutes(statements, ticker)
        yield* aggregateMinutes(statements, ticker)
        return yield* summary(statements, options)
      }),
    )
  })
