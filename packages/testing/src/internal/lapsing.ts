/** What the changes of content share: which documents they apply to, and how their rows are read and written. */
import * as ExactJson from "../ExactJson.js"
import * as Document from "./document.js"

/** A row of a document, whose numbers are exact. */
export type DocumentRow = Document.JsonObject

/** Instant with a field's digits per millisecond: bars count milliseconds, those of futures nanoseconds. */
const units = { t: 1n, window_start: 1_000_000n }
type TimeField = keyof typeof units

const timeField = (row: DocumentRow): TimeField | undefined =>
  (Object.keys(units) as ReadonlyArray<TimeField>).find((field) => ExactJson.isNumber(row[field]))

const digitsOf = (row: DocumentRow, field: TimeField) => BigInt(ExactJson.digits(row[field] as string))

/** Start of a bar in epoch milliseconds; `undefined` if the row has none. */
export const timeOf = (row: DocumentRow): number | undefined => {
  const field = timeField(row)
  return field && Number(digitsOf(row, field) / units[field])
}

/** Returns a bar that starts later by some milliseconds. */
export const shifted = (row: DocumentRow, milliseconds: number): DocumentRow => {
  const field = timeField(row)
  // protects: A lapse keeps each digit of the instants that it does not change.
  // mutant: "keeps all digits of numbers, also of a bar of futures": digitsOf(row, field) + BigInt(milliseconds) *
  // units[field] → Number(digitsOf(row, field)) + milliseconds * Number(units[field])
  return field === undefined
    ? row
    : { ...row, [field]: ExactJson.number(String(digitsOf(row, field) + BigInt(milliseconds) * units[field])) }
}

const day = 86_400_000

/** Number of the UTC day of a bar. */
export const dayOf = (row: DocumentRow): number => Math.floor((timeOf(row) ?? 0) / day)

/** Names of prices in bars, short and long. */
const prices = ["o", "h", "l", "c", "vw", "open", "high", "low", "close", "vwap", "settlement_price"]

/** Returns a number of a document, changed and rounded to four decimals; other values stay. */
const changed = (value: unknown, change: (number: number) => number) =>
  ExactJson.isNumber(value)
    ? ExactJson.number(String(Math.round(change(Number(ExactJson.digits(value))) * 1e4) / 1e4))
    : value

/** Returns a bar whose prices are multiplied. */
export const scaled = (row: DocumentRow, factor: number): DocumentRow =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      prices.includes(key) ? changed(value, (price) => price * factor) : value,
    ]),
  )

/** Rows of a document; `undefined` if it has none. */
export const rowsOf = (document: Document.JsonObject): ReadonlyArray<DocumentRow> | undefined =>
  Document.rowsOf(document) as ReadonlyArray<DocumentRow> | undefined

/** Counts of rows in envelopes. */
const counts = ["resultsCount", "count"]

/** Returns a document with other rows, and with the count of its rows, if it has one. */
export const withRows = (document: Document.JsonObject, rows: ReadonlyArray<DocumentRow>): Document.JsonObject => {
  const present = Document.rowsOf(document)!
  const count = ExactJson.number(String(rows.length))
  const put = (value: unknown): unknown => (value === present ? rows : value)
  return Object.fromEntries(
    Object.entries(document).map(([key, value]) => [
      key,
      counts.includes(key) && ExactJson.isNumber(value)
        ? count
        : typeof value === "object" && value !== null && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).map(([inner, item]) => [inner, put(item)]))
          : put(value),
    ]),
  )
}

/** Inserts rows into others at an index. */
export const inserted = <A>(rows: ReadonlyArray<A>, index: number, ...more: ReadonlyArray<A>): ReadonlyArray<A> => [
  ...rows.slice(0, index),
  ...more,
  ...rows.slice(index),
]

/** Replaces the row at an index. */
export const replaced = (
  rows: ReadonlyArray<DocumentRow>,
  index: number,
  change: (row: DocumentRow) => DocumentRow,
): ReadonlyArray<DocumentRow> => rows.map((row, position) => (position === index ? change(row) : row))

/** Whether the rows are in descending order of their time. */
export const isDescending = (rows: ReadonlyArray<DocumentRow>): boolean =>
  rows.length > 1 && (timeOf(rows[0]!) ?? 0) > (timeOf(rows.at(-1)!) ?? 0)

/** Tickers that a request for a list asks for. */
export const tickersOf = (url: URL): ReadonlyArray<string> =>
  ["ticker", "ticker.any_of"].flatMap((name) => url.searchParams.get(name)?.split(",") ?? [])

/** Whether a request follows a `next_url`. */
export const isLaterPage = (url: URL): boolean => url.searchParams.has("cursor")

/** Formats an instant as its date in UTC, `2025-06-30`. */
export const dateOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

/** Path without the part of a base URL before the service's own. */
const ending = (pattern: string) => {
  const expression = new RegExp(`${pattern}$`)
  return (url: URL): boolean => expression.test(url.pathname)
}

/** Kinds of paths. */
export const paths = {
  anything: () => true,
  range: ending("/v2/aggs/ticker/[^/]+/range/.+"),
  futures: ending("/futures/v1/aggs/[^/]+"),
  previousDay: ending("/v2/aggs/ticker/[^/]+/prev"),
  marketDay: ending("/v2/aggs/grouped/.+"),
  splits: ending("/stocks/v1/splits"),
  dividends: ending("/(stocks/v1|v3/reference)/dividends"),
}

/** Whether a request matches one of the kinds of paths. */
export const either =
  (...kinds: ReadonlyArray<(url: URL) => boolean>) =>
  (url: URL): boolean =>
    kinds.some((is) => is(url))
