import type { Zone } from "@candela/market/TimeZone"

/** The prices of a bar. */
export const prices = ["open", "high", "low", "close"] as const

/** Optional columns. */
export const optionals = ["volume", "vwap", "transactions"] as const

/** The columns of the tables below, besides `row` and `time`. */
export const numbers = [...prices, ...optionals] as const

/** Table of records as text; errors name a record by its `row`. */
export const createTexts = `CREATE TEMP TABLE import_texts (row BIGINT, time VARCHAR, ${numbers.map((name) => `${name} VARCHAR`).join(", ")})`

const dateFormats = [
  "%Y-%m-%d",
  "%Y/%m/%d",
  "%Y%m%d",
  "%m/%d/%Y",
  "%b %d %Y",
  "%b %d, %Y",
  "%d %b %Y",
  "%d-%b-%Y",
  "%B %d %Y",
  "%B %d, %Y",
  "%d %B %Y",
]

const timeFormats = ["%Y/%m/%d %H:%M", "%Y/%m/%d %H:%M:%S", "%m/%d/%Y %H:%M", "%m/%d/%Y %H:%M:%S"]

const list = (formats: ReadonlyArray<string>) => `[${formats.map((format) => `'${format}'`).join(", ")}]`

/** Epoch milliseconds have at least eleven digits: ten would be seconds. */
const isEpoch = "regexp_full_match(trim(time), '-?\\d{11,18}(\\.0*)?')"

const isIsoTime = "regexp_matches(trim(time), '^\\d{4}-\\d{2}-\\d{2}[T ]')"

/**
 * Date of a day bar. An epoch time counts by its date in UTC, which is right for midnight in UTC
 * and in New York, and for the close.
 */
const date = `CASE
  WHEN ${isEpoch} THEN TRY(epoch_ms(TRY_CAST(time AS DOUBLE)::BIGINT)::DATE)
  WHEN ${isIsoTime} THEN CASE WHEN TRY_CAST(time AS TIMESTAMPTZ) IS NOT NULL THEN TRY_CAST(left(trim(time), 10) AS DATE) END
  ELSE try_strptime(trim(time), ${list(dateFormats)})::DATE END`

/** Start of a minute bar, epoch milliseconds. A time without a zone is in the market's. */
const instant = (zone: Zone) => `CASE
  WHEN ${isEpoch} THEN TRY_CAST(TRY_CAST(time AS DOUBLE) AS BIGINT)
  WHEN ${isIsoTime} AND regexp_matches(trim(time), '(Z|[+-]\\d{2}(:?\\d{2})?)$') THEN epoch_ms(TRY_CAST(time AS TIMESTAMPTZ))
  ELSE epoch_ms(timezone('${zone}', CASE WHEN ${isIsoTime} THEN TRY_CAST(time AS TIMESTAMP)
    ELSE try_strptime(trim(time), ${list(timeFormats)}) END)) END`

/** Decimal number. The database's own cast reads `1_0` as ten. */
const number = (name: string) =>
  `CASE WHEN regexp_full_match(trim(${name}), '[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?') THEN TRY_CAST(${name} AS DOUBLE) END`

/** Table of records as values: null where the text is invalid. */
export const createRows = (timespan: "day" | "minute", zone: Zone) => `CREATE TEMP TABLE import_rows AS
  SELECT row, ${timespan === "day" ? date : instant(zone)} AS time, time AS time_text,
    ${numbers.map((name) => `${number(name)} AS ${name}, ${name} AS ${name}_text`).join(", ")}
  FROM import_texts`

/** Condition on one column that no row may fulfil, with the error text of a row that does. */
interface Check {
  readonly column: string
  readonly fails: string
  readonly detail: string
}

const timeChecks = (timespan: "day" | "minute"): ReadonlyArray<Check> => [
  { column: "time", fails: "coalesce(trim(time_text), '') = ''", detail: "is missing" },
  {
    column: "time",
    fails: "time IS NULL",
    detail:
      timespan === "day"
        ? "is not a date: write 2024-01-31, 20240131, 01/31/2024, Jan 31 2024 or epoch milliseconds"
        : "is not a time: write 2024-01-31 09:30 (New York), 2024-01-31T09:30:00-05:00 or epoch milliseconds",
  },
  timespan === "day"
    ? {
        column: "time",
        fails: "time NOT BETWEEN DATE '1900-01-01' AND DATE '2099-12-31'",
        detail: "lies outside 1900 to 2099 (epoch times are read as milliseconds)",
      }
    : {
        column: "time",
        fails: `time NOT BETWEEN ${Date.UTC(1900, 0, 1)} AND ${Date.UTC(2100, 0, 1) - 1}`,
        detail: "lies outside 1900 to 2099 (epoch times are read as milliseconds)",
      },
  ...(timespan === "minute"
    ? [{ column: "time", fails: "time % 60000 <> 0", detail: "is not the start of a minute" }]
    : []),
]

const isEmpty = (name: string) => `coalesce(trim(${name}_text), '') = ''`

const numberChecks: ReadonlyArray<Check> = [
  ...prices.map((name) => ({ column: name, fails: isEmpty(name), detail: "is missing" })),
  ...numbers.map((name) => ({
    column: name,
    fails: `NOT ${isEmpty(name)} AND (${name} IS NULL OR NOT isfinite(${name}))`,
    detail: "is not a number",
  })),
  ...[...prices, "vwap"].map((name) => ({ column: name, fails: `${name} <= 0`, detail: "is not above zero" })),
  ...["volume", "transactions"].map((name) => ({ column: name, fails: `${name} < 0`, detail: "is below zero" })),
  { column: "transactions", fails: "transactions <> floor(transactions)", detail: "is not a whole number" },
  { column: "transactions", fails: "transactions > 9e15", detail: "is too large" },
  { column: "high", fails: "high < low", detail: "is below the low" },
  { column: "open", fails: "open < low OR open > high", detail: "lies outside low to high" },
  { column: "close", fails: "close < low OR close > high", detail: "lies outside low to high" },
]

/** Row at fault: number, column (one of ours), text, and fault. */
export interface Problem {
  readonly row: number
  readonly column: string
  readonly value: string | null
  readonly detail: string
}

/** Query of the first row that breaks a check, with the first broken check. */
export const firstBroken = (timespan: "day" | "minute") => {
  const checks = [...timeChecks(timespan), ...numberChecks]
  const branches = checks.map(
    ({ column, detail, fails }) =>
      `WHEN ${fails} THEN {'column': '${column}', 'value': ${column}_text, 'detail': '${detail}'}`,
  )
  return `SELECT row::DOUBLE AS row, problem.* FROM
      (SELECT row, CASE ${branches.join(" ")} END AS problem FROM import_rows)
    WHERE problem IS NOT NULL ORDER BY row LIMIT 1`
}

/** Query of the first row with a duplicate time. */
export const firstTwice = `SELECT row::DOUBLE AS row, 'time' AS "column", time_text AS value,
    'is the time of row ' || first_value(row) OVER times || ' already' AS detail
  FROM import_rows WINDOW times AS (PARTITION BY time ORDER BY row)
  QUALIFY row_number() OVER times > 1 ORDER BY row LIMIT 1`
