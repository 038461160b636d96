/**
 * Rows as JSON: instants as RFC 3339 texts in UTC, exact integers with all their digits, absent fields as `null`.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as FileSchema from "@candela/files/FileSchema"

/** Rows with the names of their columns, limited in number. */
export interface LimitedTable {
  /** Names of the columns. */
  readonly columns: ReadonlyArray<string>
  /** Values of each row, in the order of the columns. */
  readonly rows: ReadonlyArray<ReadonlyArray<unknown>>
}

/** Maximum number of characters of an answer's rows as JSON: a model's context holds no more. */
export const maxCharacters = 60_000

/** Maximum number of rows of an answer. */
export const maxRows = 1000

/** Default number of rows of an answer. */
export const defaultRows = 100

/** Maximum number of characters of a value: with more, its beginning is enough to know what to ask for. */
export const maxValue = 10_000

/** Cuts a text that has more than `most` characters, and says how many it had. */
export const cutText = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)}... (cut: ${text.length} characters)`

/** Cuts a value whose JSON has more than `most` characters. A list or a record becomes the beginning of its JSON. */
const cut = (value: unknown, most: number): unknown => {
  // protects: A long value of an answer is cut.
  // mutant: "cuts long values, and says how long they were": cutText(value, most) → value
  if (typeof value === "string") return cutText(value, most)
  if (typeof value !== "object" || value === null) return value
  const json = JSON.stringify(value)
  return json.length <= most ? value : cutText(json, most)
}

/** Cuts the long values of a row, so that the row fits into an answer. */
const cutRow = (row: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const values = row.map((value) => cut(value, maxValue))
  const isLong = JSON.stringify(values).length > maxCharacters
  // A text has more characters in JSON: six for a control character.
  return isLong ? values.map((value) => cut(value, Math.floor(maxCharacters / 6 / row.length))) : values
}

/** Cuts the long values of a record. */
export const fittingRecord = (record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const values = cutRow(Object.values(record))
  return Object.fromEntries(Object.keys(record).map((name, index) => [name, values[index]]))
}

/** First rows that fit into an answer, their long values cut. The first one is always included. */
export const fitting = (all: ReadonlyArray<ReadonlyArray<unknown>>): ReadonlyArray<ReadonlyArray<unknown>> => {
  const rows = all.map(cutRow)
  let characters = 0
  const tooMany = rows.findIndex((row, index) => {
    characters += JSON.stringify(row).length + 1
    return index > 0 && characters > maxCharacters
  })
  return tooMany === -1 ? rows : rows.slice(0, tooMany)
}

const nanosPerSecond = 1_000_000_000n

/** Formats epoch nanoseconds as an RFC 3339 text, to the nanosecond. */
const ofNanos = (nanos: bigint): string => {
  const fraction = ((nanos % nanosPerSecond) + nanosPerSecond) % nanosPerSecond
  const seconds = new Date(Number((nanos - fraction) / 1_000_000n)).toISOString().slice(0, 19)
  return fraction === 0n ? `${seconds}Z` : `${seconds}.${String(fraction).padStart(9, "0")}Z`
}

/** Largest instant of a JavaScript date, in milliseconds. */
const lastInstant = 8.64e15

const ofMillis = (millis: number): string | number =>
  Math.abs(millis) <= lastInstant ? new Date(millis).toISOString().replace(".000Z", "Z") : millis

/** Converts any other value: exact integers are texts where a number would round them. */
const plain = (value: unknown): unknown => {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (Array.isArray(value)) return value.map(plain)
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item)]))
    : (value ?? null)
}

/** Converts a value of a column to JSON. */
export const value = (type: FileSchema.Type, of: unknown): unknown => {
  if (of === undefined || of === null) return null
  if (type._tag === "Timestamp" && typeof of === "number") return ofMillis(of)
  if (type._tag === "Timestamp" && typeof of === "bigint") return ofNanos(of)
  if (type._tag === "List" && Array.isArray(of)) return of.map((item) => value(type.item, item))
  if (type._tag === "Struct") return record(type.columns, of as object)
  return plain(of)
}

/** Converts a row to a JSON object, without its absent fields. */
export const record = (columns: ReadonlyArray<FileSchema.Column>, row: object): Readonly<Record<string, unknown>> => {
  const values = row as Readonly<Record<string, unknown>>
  const present = columns.filter(({ name }) => values[name] !== undefined)
  return Object.fromEntries(present.map(({ name, type }) => [name, value(type, values[name])]))
}

/** Columns of a row, or of an endpoint's single value. None when the value is not a record. */
export const columnsOf = (endpoint: Endpoint.Any): ReadonlyArray<FileSchema.Column> =>
  // Only the schema of a row determines the columns.
  FileSchema.of((endpoint.kind === "single" ? { row: endpoint.value } : endpoint) as Endpoint.AnyRows)
