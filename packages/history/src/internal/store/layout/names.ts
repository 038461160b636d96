/**
 * Names of folders and files in a store, safe on every file system, and decoded exactly by DuckDB and Polars.
 *
 * ```ts
 * partition("ticker", "X:BTCUSD") // "ticker=X%3ABTCUSD"
 * partition("ticker", "aapl")     // "ticker=%61%61%70%6C": beside AAPL where upper and lower case are the same folder
 * ```
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import { timespans, type Timespan } from "@candela/market/Timespan"
import type { Zone } from "@candela/market/TimeZone"
import * as TimeZone from "@candela/market/TimeZone"
import * as Window from "@candela/market/Window"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

/** Error for a value that cannot be the name of a partition. */
export class NameError extends Schema.TaggedError<NameError>("@candela/history/NameError")("NameError", {
  /** Given value. */
  value: Schema.String,
  /** Reason of the refusal. */
  detail: Schema.String,
}) {
  override get message(): string {
    return Foreign.show(`${JSON.stringify(this.value)} cannot be the name of a folder of a store: ${this.detail}.`)
  }
}

/**
 * Maximum length of an encoded value: every common file system allows names of 255 characters, of
 * which `ticker=` and other keys need some.
 */
const longest = 200

/** Null in Hive, DuckDB and Polars, regardless of escaping. */
const hiveNull = "__HIVE_DEFAULT_PARTITION__"

const escaped = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`

// protects: Names of tickers that differ in case alone stay different where case is ignored.
// mutant: "upper and lower case being the same": /[^A-Z0-9._-]/g → /[^A-Za-z0-9._-]/g
// protects: No name ends in a dot, which Windows drops.
// mutant: "are names on Windows": without .replace(/\.$/, escaped)
// protects: A ticker NULL is not read as null.
// mutant: "as text where it is alone": "NULL" → ""
const escape = (value: string): string =>
  value === "NULL"
    ? "%4EULL" // DuckDB reads the bare word as null.
    : value
        .replace(/[^A-Z0-9._-]/g, escaped)
        // Windows drops a dot at the end of a name.
        .replace(/\.$/, escaped)

const refusal = (value: string): string | undefined => {
  if (value === "") return "it is empty"
  if (!/^[\x20-\x7e]*$/.test(value)) return "only printable ASCII characters are read alike by all engines"
  if (value === hiveNull) return "engines read it as null"
  return escape(value).length > longest ? `with its escapes it is longer than ${longest} characters` : undefined
}

/**
 * Encodes a value as a folder's name, without lower-case letters: different names stay different on file systems
 * that ignore case. Upper-case letters, digits, `.`, `_` and `-` are kept, everything else is percent-escaped.
 */
export const encode = (value: string): Either.Either<string, NameError> => {
  const detail = refusal(value)
  return detail === undefined ? Either.right(escape(value)) : Either.left(new NameError({ value, detail }))
}

/** Decodes a name; `undefined` for one that {@link encode} never returns. */
export const decode = (name: string): string | undefined => {
  const value = name.replace(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return refusal(value) === undefined && escape(value) === name ? value : undefined
}

/** Returns the folder name of a Hive partition, such as `ticker=AAPL`. */
export const partition = (key: string, value: string): Either.Either<string, NameError> =>
  Either.map(encode(value), (name) => `${key}=${name}`)

/** Returns the value of a {@link partition} with this key; `undefined` for other folders. */
export const valueOf = (key: string, folder: string): string | undefined =>
  folder.startsWith(`${key}=`) ? decode(folder.slice(key.length + 1)) : undefined

/** Bar size: `multiplier` (a positive integer) timespans. */
export interface Span {
  readonly multiplier: number
  readonly timespan: Timespan
}

/** Returns the value of the `timespan` partition: `1minute`. Not escaped, because its spelling is unique. */
export const timespan = (span: Span): string => `${span.multiplier}${span.timespan}`

const timespanPattern = /* @__PURE__ */ new RegExp(`^([1-9][0-9]*)(${timespans.join("|")})$`)

/** Parses a {@link timespan}; `undefined` for other text. */
export const timespanOf = (text: string): Span | undefined => {
  const match = timespanPattern.exec(text)
  const multiplier = Number(match?.[1])
  return match !== null && Number.isSafeInteger(multiplier) ? { multiplier, timespan: match[2] as Timespan } : undefined
}

/** Time range of one file. */
export type PeriodKind = "day" | "month" | "year"

/** Returns the period of a file of bars: a month for windows within a day, a year for days and longer. */
export const periodOfBars = (timespan: Timespan): PeriodKind => (Window.isClock(timespan) ? "month" : "year")

/** Number of characters of `2024-03-05` that name a period. */
const nameLength = { year: 4, month: 7, day: 10 } as const

/**
 * Returns the name of the period, in local days of a zone, that contains an instant (epoch
 * milliseconds): `2024-03-05`, `2024-03` or `2024`.
 */
export const period = (period: PeriodKind, zone: Zone, epochMillis: number): string =>
  TimeZone.dateOf(zone, epochMillis).slice(0, nameLength[period])

/** Returns the name of a part of a period: the first one has that of the period, the second one `2024-03-05.001`. */
export const part = (period: string, index: number): string =>
  index === 0 ? period : `${period}.${String(index).padStart(3, "0")}`

/** Returns the name of the period of a {@link part}. */
export const periodOfPart = (name: string): string => name.replace(/\.\d{3,}$/, "")

/**
 * Returns the bounds (epoch milliseconds) of a {@link period}: `from` inclusive, `to` exclusive.
 * `undefined` for other text.
 */
export const instantsOf = (name: string, zone: Zone): { readonly from: number; readonly to: number } | undefined => {
  const kind = (["year", "month", "day"] as const).find((kind) => nameLength[kind] === name.length)
  if (kind === undefined || !/^\d{4}(-\d\d){0,2}$/.test(name)) return undefined
  const from = TimeZone.midnight(zone, `${name}-01-01`.slice(0, nameLength.day))
  // A date such as 2024-02-30 parses as another day or not at all.
  if (Number.isNaN(from) || period(kind, zone, from) !== name) return undefined
  return { from, to: Window.next({ multiplier: 1, timespan: kind, zone }, from) }
}

/** Returns the periods that overlap `[from, to)` (epoch milliseconds), in ascending order. */
export const periodsBetween = (kind: PeriodKind, zone: Zone, from: number, to: number): ReadonlyArray<string> => {
  const names: Array<string> = []
  for (let at = from; at < to; at = Window.next({ multiplier: 1, timespan: kind, zone }, at))
    names.push(period(kind, zone, at))
  return names
}
