/** Views of a store, as SQL statements. */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as FileSchema from "@candela/files/FileSchema"
import { Stocks } from "@candela/stocks/Stocks"
import { endOfWindows } from "../layout/asOf.js"
import { identifier, literal, of as typeOf } from "../../database/types.js"

const list = (parts: ReadonlyArray<string>) => parts.join(", ")

/**
 * Selects the rows of files, with the partitions from their folder names. Without files, an empty
 * relation with typed columns takes their place.
 */
export const rows = (
  partitions: ReadonlyArray<string>,
  endpoint: Endpoint.AnyRows,
  files: ReadonlyArray<string>,
): string => {
  const columns = FileSchema.of(endpoint).filter(({ name }) => !partitions.includes(name))
  if (files.length === 0) {
    const types = [
      ...partitions.map((name) => [name, "VARCHAR"]),
      ...columns.map(({ name, type }) => [name, typeOf(type)]),
    ]
    return `SELECT ${list(types.map(([name, type]) => `NULL::${type} AS ${identifier(name!)}`))} WHERE false`
  }
  const names = [...partitions, ...columns.map(({ name }) => name)].map(identifier)
  const hive = partitions.map((name) => `${identifier(name)}: VARCHAR`)
  // protects: A store of the one ticker 123 has a ticker of text.
  // mutant: "keep a ticker as text where it is alone": without , hive_types = {${list(hive)}}
  return `SELECT ${list(names)} FROM read_parquet([${list(files.map(literal))}], hive_partitioning = true, hive_types = {${list(hive)}})`
}

/** Extracts a part of a file's path; null without a match. */
const partOfPath = (pattern: string) => `nullif(regexp_extract(filename, ${literal(pattern)}, 1), '')`

/** Selects the rows of an endpoint's lists, with the day and the name under which each was saved. */
const lists = (files: ReadonlyArray<string>): string =>
  `SELECT ${partOfPath("(\\d{4}-\\d\\d-\\d\\d)[^/\\\\]*$")}::DATE AS kept_on,
    url_decode(${partOfPath("[/\\\\]name=([^/\\\\]*)[/\\\\]")}) AS kept_as,
    * EXCLUDE (filename)
  FROM read_parquet([${list(files.map(literal))}], filename = true, union_by_name = true, hive_partitioning = false)`

const create = (name: string, select: string): string => `CREATE OR REPLACE VIEW ${identifier(name)} AS ${select}`

/** Market and bar size. */
export interface BarSize {
  readonly market: string
  readonly timespan: string
}

/** Condition for bars whose windows ended by the end of a day, in the market's zone. */
const barsUntil = (asOf: string, sizes: ReadonlyArray<BarSize>): string =>
  sizes
    .map(({ market, timespan }) => {
      const end = new Date(endOfWindows(market, timespan, asOf)).toISOString()
      return `(market = ${literal(market)} AND timespan = ${literal(timespan)} AND "timestamp" < TIMESTAMPTZ ${literal(end)})`
    })
    .join(" OR ")

const where = (condition: string | undefined) => (condition === undefined ? "" : ` WHERE ${condition}`)

/** View of raw bars. */
export const bars = (files: ReadonlyArray<string>, asOf: string | undefined, sizes: ReadonlyArray<BarSize>): string =>
  create(
    "bars",
    rows(["market", "timespan", "ticker"], Stocks.endpoints.bars, files) +
      (files.length === 0 ? "" : where(asOf && barsUntil(asOf, sizes))),
  )

const dateOf = { splits: "execution_date", dividends: "ex_dividend_date" } as const

/** Selects all splits or dividends of the stocks. */
export const allActions = (name: "splits" | "dividends", files: ReadonlyArray<string>): string =>
  rows(["ticker"], Stocks.endpoints[name], files)

/** View of splits or dividends of the stocks. */
export const actions = (name: "splits" | "dividends", files: ReadonlyArray<string>, asOf: string | undefined): string =>
  create(
    name,
    allActions(name, files) + (files.length === 0 ? "" : where(asOf && `${dateOf[name]} <= ${literal(asOf)}`)),
  )

/** View of an endpoint's lists, saved by day. */
export const kept = (endpoint: string, files: ReadonlyArray<string>, asOf: string | undefined): string =>
  create(endpoint, `SELECT * FROM (${lists(files)})${where(asOf && `kept_on <= ${literal(asOf)}`)}`)

/** Expression of instants from a parameter, a list of epoch milliseconds. */
const instants = (parameter: string) => `make_timestamptz(unnest(${parameter}::DOUBLE[])::BIGINT * 1000)`

/** Database of the tables that views are made of: `SHOW TABLES` and other listings leave it out. */
const inner = "store_internal"

/** Statement that makes the database of {@link steps}, unless it is there. */
// protects: Listings have what a query is meant to name, and nothing else.
// mutant: "are listed before a query names them, and nothing else is": AS ${inner} (HIDDEN) → AS ${inner}
export const attach = `ATTACH IF NOT EXISTS ':memory:' AS ${inner} (HIDDEN)`

const stepsOf = (view: string): string => `${inner}.${identifier(view)}`

/**
 * Table of the adjustment steps (see `Adjust`) of a view, from the parameters `tickers`, `untils`, `froms`, `tos` and
 * `factors`.
 */
export const steps = (view: string): string =>
  `CREATE OR REPLACE TABLE ${stepsOf(view)} AS SELECT
    unnest($tickers::VARCHAR[]) AS ticker,
    ${instants("$untils")} AS until,
    unnest($froms::DOUBLE[]) AS "from",
    unnest($tos::DOUBLE[]) AS "to",
    unnest($factors::DOUBLE[]) AS factor`

/**
 * View of trades or quotes, with their tickers: their own column of it, if they have one, is the same. Without files it
 * has the columns of `any`.
 */
export const ticks = (endpoint: string, files: ReadonlyArray<string>, any: string): string => {
  const paths = files.length === 0 ? [any] : files
  return create(
    endpoint,
    `SELECT ticker, * EXCLUDE (ticker) FROM read_parquet([${list(paths.map(literal))}], union_by_name = true, hive_partitioning = true, hive_types = {ticker: VARCHAR})${files.length === 0 ? " WHERE false" : ""}`,
  )
}

/**
 * Table of sessions, from the parameters `markets`, `days`, `early`, `preMarketOpens`, `opens`, `closes` and
 * `afterHoursCloses`.
 */
export const sessions = (name: string): string =>
  `CREATE OR REPLACE TABLE ${identifier(name)} AS SELECT
    unnest($markets::VARCHAR[]) AS market,
    unnest($days::VARCHAR[])::DATE AS "day",
    ${instants("$preMarketOpens")} AS pre_market_open,
    ${instants("$opens")} AS "open",
    ${instants("$closes")} AS "close",
    ${instants("$afterHoursCloses")} AS after_hours_close,
    unnest($early::BOOLEAN[]) AS early_close`

const dates = (days: ReadonlyArray<string>) => list(days.map((day) => `DATE ${literal(day)}`))

/** Days of the week of stocks on which they are not traded, and days on which the session ends early. */
export interface Exceptions {
  readonly closed: ReadonlyArray<string>
  readonly early: ReadonlyArray<string>
}

/**
 * Function that returns the part of the day of a market at an instant, the same as `Sessions.partAt`. It is one
 * expression: a look-up of the sessions in a table, for each row, takes minutes.
 */
export const sessionPart = (name: string, { closed, early }: Exceptions): string => {
  const local = "timezone('America/New_York', moment)"
  const minute = `(hour(${local}) * 60 + minute(${local}))`
  const isEarly = `${local}::DATE IN (${dates(early)})`
  return `CREATE OR REPLACE MACRO ${identifier(name)}(of_market, moment) AS CASE
    WHEN of_market = 'crypto' THEN 'regular'
    WHEN of_market = 'forex' THEN CASE
      WHEN isodow(${local}) = 6 OR (isodow(${local}) = 5 AND ${minute} >= 1020) OR (isodow(${local}) = 7 AND ${minute} < 1020)
      THEN 'closed' ELSE 'regular' END
    WHEN isodow(${local}) > 5 OR ${minute} < 240 OR ${minute} >= 1200 OR ${local}::DATE IN (${dates(closed)}) THEN 'closed'
    WHEN ${minute} < 570 THEN 'preMarket'
    WHEN ${minute} < 780 THEN 'regular'
    WHEN ${isEarly} THEN if(${minute} < 1020, 'afterHours', 'closed')
    WHEN ${minute} < 960 THEN 'regular'
    ELSE 'afterHours' END`
}

const prices = ["open", "high", "low", "close", "vwap"]

/** Windows of more than a day can hold prices from both sides of a split. */
const adjustable =
  "bars.market <> 'stocks' OR bars.timespan = '1day' OR regexp_matches(bars.timespan, '(second|minute|hour)$')"

/**
 * Selects adjusted bars of a relation with the columns `from`, `to` and `factor` of their steps, with the same
 * operations in the same order as in `Adjust`, so that no bit differs. `step` is null where a bar stays as it is.
 */
export const adjustedBy = (rows: string, step: string): string => {
  const unless = (column: string, value: string) => `if(${step} IS NULL, ${column}, ${value}) AS ${column}`
  const replaced = [
    ...prices.map((price) => unless(price, `${price} * "from" / "to" * factor`)),
    unless("volume", 'volume * "to" / "from"'),
  ]
  return `SELECT * EXCLUDE (${step}, "from", "to", factor) REPLACE (${list(replaced)}) FROM (${rows})`
}

/** View of bars adjusted by its {@link steps}. */
export const adjusted = (name: string): string =>
  create(
    name,
    adjustedBy(
      `SELECT bars.*, steps.until, steps."from", steps."to", steps.factor
      FROM bars ASOF LEFT JOIN ${stepsOf(name)} AS steps
        ON bars.market = 'stocks' AND bars.ticker = steps.ticker AND bars."timestamp" < steps.until
      WHERE ${adjustable}`,
      "until",
    ),
  )
