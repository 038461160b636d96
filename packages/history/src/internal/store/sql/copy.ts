/**
 * Writes bars to a file by DuckDB's `COPY`: no row passes through JavaScript. The rows are those of `Read.read`.
 *
 * @module
 */
import * as FileSchema from "@candela/files/FileSchema"
import * as Calendar from "@candela/market/Calendar"
import * as TimeZone from "@candela/market/TimeZone"
import * as Effect from "effect/Effect"
import * as Database from "../../../Database.js"
import type { SqlError } from "../../../SqlError.js"
import type { StoreError } from "../../../StoreError.js"
import { type TickerBarsEndpoint, withTicker } from "../../../TickerBar.js"
import { identifier, literal } from "../../database/types.js"
import { isWholeDay } from "../../stretches.js"
import * as Checked from "../commit/checked.js"
import * as Durable from "../commit/durable.js"
import type { Place } from "../commit/place.js"
import type { Interval } from "../layout/intervals.js"
import type { Entry } from "../layout/manifest.js"
import { calendarOf, isBars, type Source } from "../layout/source.js"
import * as Partition from "../partition/partition.js"
import * as Read from "../read/read.js"
import * as Views from "./views.js"

/** A file with its entry in the manifest. */
interface File {
  readonly entry: Entry
  /** Absolute path. */
  readonly path: string
}

/** What is copied. */
export interface Copied {
  readonly selection: Read.Selection
  readonly wanted: Read.Wanted
  readonly endpoint: TickerBarsEndpoint
  readonly format: "parquet" | "csv"
  /** Text of the file's metadata; CSV has none. */
  readonly metadata: string
}

/** Number of rows of a row group, as `Parquet` writes them. */
const GROUP = 131_072

const list = (parts: ReadonlyArray<string>) => parts.join(", ")

/** Literal of a number that DuckDB reads to the last bit: without an exponent it would be a decimal. */
const exact = (value: number): string => value.toExponential()

const instant = (millis: number): string => `make_timestamptz(${millis * 1000})`

/** The last millisecond whose nanoseconds are 64 bits: in the year 2262. */
const lastMilli = 9_223_372_036_854

/** Condition for the rows of an interval: instants of bars are milliseconds, of trades and quotes nanoseconds. */
const within = ({ isInParts, timeColumn }: Source, [from, until]: Interval): string => {
  const of = (millis: number) =>
    isInParts ? `make_timestamp_ns(${Math.max(-lastMilli, Math.min(millis, lastMilli))}000000)` : instant(millis)
  return `${identifier(timeColumn)} >= ${of(from)} AND ${identifier(timeColumn)} < ${of(until)}`
}

/** Text of a number as the module `Csv` of the files writes it, of an expression without a cost. */
const numberText = (of: string): string => {
  const [sign, digits] = [`if(${of} < 0, '-', '')`, `replace(split_part(abs(${of})::VARCHAR, 'e', 1), '.', '')`]
  const exponent = `split_part(${of}::VARCHAR, 'e', 2)::INTEGER`
  return `CASE
    WHEN ${of} = trunc(${of}) AND abs(${of}) < 1e15 AND ${of} <> 0 THEN ${of}::BIGINT::VARCHAR
    WHEN abs(${of}) >= 1e-4 AND abs(${of}) < 1e15 THEN ${of}::VARCHAR
    WHEN ${of} = 0 THEN if(signbit(${of}), '-0', '0')
    WHEN isnan(${of}) THEN 'NaN'
    WHEN isinf(${of}) THEN ${sign} || 'Infinity'
    WHEN NOT contains(${of}::VARCHAR, 'e') THEN regexp_replace(${of}::VARCHAR, '\\.0$', '')
    WHEN ${exponent} >= 21 THEN ${of}::VARCHAR
    WHEN ${exponent} > 0 THEN ${sign} || rpad(${digits}, ${exponent} + 1, '0')
    WHEN ${exponent} < -6 AND length(${digits}) - ${exponent} > 9 THEN regexp_replace(${of}::VARCHAR, 'e-0', 'e-')
    ELSE ${sign} || '0.' || repeat('0', -${exponent} - 1) || ${digits}
  END`
}

const csvOf = ({ name, type }: FileSchema.Column): string => {
  const column = identifier(name)
  switch (type._tag) {
    case "Number":
      return `${numberText(column)} AS ${column}`
    case "Timestamp":
      return `epoch_ms(${column}) AS ${column}`
    default:
      return column
  }
}

/** Expression of an item for each ticker. A ticker is constant in a file: finding it costs nothing for a row. */
const byTicker = (items: ReadonlyArray<readonly [ticker: string, sql: string]>): string => {
  const [[ticker, sql] = ["", "NULL"]] = items
  if (items.length < 2) return `CASE WHEN ticker = ${literal(ticker)} THEN ${sql} END`
  const half = items.length >> 1
  return `CASE WHEN ticker < ${literal(items[half]![0])} THEN ${byTicker(items.slice(0, half))} ELSE ${byTicker(items.slice(half))} END`
}

/** Adjusts rows, whose order stays: no join keeps it. */
const adjusted = (rows: string, { tickers }: Read.Selection): string => {
  const all = tickers.flatMap(({ adjustment: { steps } }) => steps)
  if (all.length === 0) return rows
  let index = 0
  const found = tickers
    .filter(({ adjustment }) => adjustment.steps.length > 0)
    .map(({ adjustment: { steps }, bars: { source } }) => {
      const cases = steps.map(({ until }) => `WHEN "timestamp" < ${instant(until)} THEN ${++index}`)
      return [source.ticker!, `CASE ${cases.join(" ")} END`] as const
    })
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const valueOf = (name: "from" | "to" | "factor") =>
    `([${list(all.map((step) => exact(step[name])))}]::DOUBLE[])[step] AS ${identifier(name)}`
  const stepped = `SELECT *, ${byTicker(found)} AS step FROM (${rows})`
  return Views.adjustedBy(
    `SELECT *, ${valueOf("from")}, ${valueOf("to")}, ${valueOf("factor")} FROM (${stepped})`,
    "step",
  )
}

/** A day of UTC, to which parts of the day are cut: each row looks up those of its day. */
const DAY = 86_400_000

/**
 * Condition for the bars that begin in parts of the day. As in `Sessions.only`, a bar that begins at midnight while the
 * market is closed spans a day and has no part: the query fails.
 */
const ofSession = (calendar: Calendar.Calendar, parts: ReadonlyArray<string>, first: number, last: number): string => {
  const firstDay = Math.floor(first / DAY)
  const days = Array.from({ length: Math.floor(last / DAY) - firstDay + 1 }, (_, index) => firstDay + index)
  const pieces = days.map((): Array<readonly [from: number, to: number]> => [])
  for (let at = firstDay * DAY; at <= last;) {
    const stretch = Calendar.stretchAt(calendar, at)
    const to = Math.min(stretch.to, (Math.floor(at / DAY) + 1) * DAY)
    if (parts.includes(stretch.part)) pieces[Math.floor(at / DAY) - firstDay]!.push([at, to])
    at = to
  }
  const midnights = days.flatMap((day) => {
    const { zone } = calendar.market
    const midnight = TimeZone.startOfDay(zone, TimeZone.dayOf(zone, (day + 1) * DAY - 1))
    return isWholeDay(calendar, Calendar.stretchAt(calendar, midnight), midnight) ? midnight : 0
  })
  const ofDay = (values: ReadonlyArray<number>) => `([${list(values.map(String))}]::BIGINT[])[day]`
  const most = Math.max(...pieces.map(({ length }) => length))
  const within = Array.from({ length: most }, (_, index) => {
    const [from, to] = [0, 1].map((end) => ofDay(pieces.map((all) => all[index]?.[end as 0 | 1] ?? 0)))
    return `(instant >= ${from} AND instant < ${to})`
  })
  return `CASE WHEN ${within.length === 0 ? "false" : within.join(" OR ")} THEN true
    WHEN instant = ${ofDay(midnights)} THEN error('a bar of a whole day') ELSE false END`
}

const statement = (
  { endpoint, format, metadata, selection, wanted: { options, universe } }: Copied,
  files: ReadonlyArray<File>,
  to: string,
): string => {
  const times = selection.time.map((interval) => within(selection.tickers[0]!.bars.source, interval))
  const paths = files.map(({ path }) => path)
  const selected = `${Views.rows(["ticker"], withTicker(universe.endpoint), paths)} WHERE ${times.join(" OR ")}`
  const first = files.reduce((first, { entry }) => Math.min(first, entry.first), Infinity)
  const last = files.reduce((last, { entry }) => Math.max(last, entry.last), -Infinity)
  const rows =
    options.session === undefined
      ? selected
      : `SELECT * EXCLUDE (instant, day) FROM (
          SELECT *, epoch_ms("timestamp") AS instant, instant // ${DAY} - ${Math.floor(first / DAY) - 1} AS day FROM (${selected})
        ) WHERE ${ofSession(calendarOf(universe.market), [options.session].flat(), first, last)}`
  const columns = FileSchema.of(endpoint)
  const select = format === "csv" ? columns.map(csvOf) : columns.map(({ name }) => identifier(name))
  const form =
    format === "csv"
      ? "FORMAT csv, HEADER true"
      : `FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${GROUP}, KV_METADATA {candela: ${literal(metadata)}}`
  return `COPY (SELECT ${list(select)} FROM (${adjusted(rows, selection)})) TO ${literal(to)} (${form}, USE_TMP_FILE false)`
}

/** Whether `COPY` writes what a read gives: other reads go row by row. */
export const isPossible = (
  place: Place,
  { format, selection: { tickers, time }, wanted: { options, universe } }: Omit<Copied, "endpoint" | "metadata">,
): boolean =>
  (isBars(universe) || format === "parquet") &&
  place.local !== undefined &&
  place.format.extension === "parquet" &&
  options.order !== "time" &&
  time.length > 0 &&
  // A bar of the day of an announced split is an error of the read.
  tickers.every(({ adjustment }) => adjustment.announced === undefined) &&
  tickers.some(({ bars }) => Read.periodsOf(bars, time).length > 0)

/**
 * Copies bars to a file that exists and is replaced, whose path is absolute and without symbolic links. Returns the
 * number of rows. Fails without DuckDB, for a damaged file, and where a sync has replaced a file meanwhile.
 */
export const copy = (place: Place, copied: Copied, to: string): Effect.Effect<number, SqlError | StoreError> =>
  Effect.gen(function* () {
    const local = place.local!
    const { tickers, time } = copied.selection
    const files = tickers.flatMap(({ bars }) =>
      Read.periodsOf(bars, time).map((period): File => {
        const entry = bars.manifest.files[period]!
        return { entry, path: local.path.resolve(Partition.folderOf(place, bars.source).fileOf(entry.file)) }
      }),
    )
    // Each thread holds row groups in memory, and takes more processor time than it saves. Row groups, and with them
    // the bytes of a file, depend on the number of threads.
    const database = yield* Database.open({ folder: local.path.resolve(local.folder), files: [to], threads: 1 })
    const connection = yield* Database.connect(database)
    // protects: No row of a damaged file is exported.
    // mutant: "as by a read, where a file is damaged": removed
    yield* Effect.forEach(
      files,
      ({ entry, path }) =>
        Effect.mapError(Checked.ensure(local, path, entry), (error) =>
          error._tag === "StoreError" ? error : Durable.lost(path)(error),
        ),
      { concurrency: 4, discard: true },
    )
    const text = statement(copied, files, to)
    const result = yield* Database.work(connection, text, () => connection.runAndReadAll(text))
    return Number(result.getRowsJson()[0]![0])
  }).pipe(Effect.scoped)
