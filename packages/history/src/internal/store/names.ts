/**
 * Names of folders and files in a store, safe on every file system, and read back as they were by DuckDB and Polars.
 *
 * ```ts
 * partition("ticker", "X:BTCUSD") // "ticker=X%3ABTCUSD"
 * partition("ticker", "aapl")     // "ticker=%61%61%70%6C": beside AAPL where upper and lower case are the same folder
 * ```
 *
 * @module
 */
import { timespans, type Timespan } from "@candela/market/Timespan"
import type { Zone } from "@candela/market/TimeZone"
import * as TimeZone from "@candela/market/TimeZone"
import * as Window from "@candela/market/Window"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

/** A value that cannot be the name of a partition. */
export class NameError extends Schema.TaggedError<NameError>("@candela/history/NameError")("NameError", {
  /** The value as it was given. */
  value: Schema.String,
  /** Why it is refused. */
  detail: Schema.String,
}) {
  override get message(): string {
    return `${JSON.stringify(this.value)} cannot be the name of a folder of a store: ${this.detail}.`
  }
}

/** Characters in a folder's name: every common file system allows 255, `ticker=` and other keys need some of them. */
const longest = 200

/** Null to Hive, to DuckDB and to Polars, however it is escaped. */
const hiveNull = "__HIVE_DEFAULT_PARTITION__"

const escaped = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`

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
 * Encodes a value as a folder's name, without a lower-case letter: names that differ stay different on file systems that ignore case.
 * Upper-case letters, digits, `.`, `_` and `-` stand for themselves, everything else is a percent-escape.
 */
export const encode = (value: string): Either.Either<string, NameError> => {
  const detail = refusal(value)
  return detail === undefined ? Either.right(escape(value)) : Either.left(new NameError({ value, detail }))
}

/** The value of an encoded name; `undefined` for a name that {@link encode} does not give. */
export const decode = (name: string): string | undefined => {
  const value = name.replace(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return refusal(value) === undefined && escape(value) === name ? value : undefined
}

/** The folder of a Hive partition, as `ticker=AAPL`. */
export const partition = (key: string, value: string): Either.Either<string, NameError> =>
  Either.map(encode(value), (name) => `${key}=${name}`)

/** The value of a {@link partition} with this key; `undefined` for another folder. */
export const valueOf = (key: string, folder: string): string | undefined =>
  folder.startsWith(`${key}=`) ? decode(folder.slice(key.length + 1)) : undefined

/** A size of bar: `multiplier` (a positive integer) timespans. */
export interface Span {
  readonly multiplier: number
  readonly timespan: Timespan
}

/** The value of the `timespan` partition: `1minute`. Not escaped: it has no two spellings. */
export const timespan = (span: Span): string => `${span.multiplier}${span.timespan}`

const timespanPattern = /* @__PURE__ */ new RegExp(`^([1-9][0-9]*)(${timespans.join("|")})$`)

/** The size of bar that a {@link timespan} names; `undefined` for other text. */
export const timespanOf = (text: string): Span | undefined => {
  const match = timespanPattern.exec(text)
  const multiplier = Number(match?.[1])
  return match !== null && Number.isSafeInteger(multiplier) ? { multiplier, timespan: match[2] as Timespan } : undefined
}

/** How much time one file holds. */
export type Period = "day" | "month" | "year"

/** The period of a file of bars: a month of clock time, a year of days and more. */
export const periodOfBars = (timespan: Timespan): Period => (Window.isClock(timespan) ? "month" : "year")

/** Characters of `2024-03-05` that name a period. */
const nameLength = { year: 4, month: 7, day: 10 } as const

/** The period of a zone's local days that holds an instant (epoch milliseconds): `2024-03-05`, `2024-03` or `2024`. */
export const period = (period: Period, zone: Zone, epochMillis: number): string =>
  TimeZone.dateOf(zone, epochMillis).slice(0, nameLength[period])

/** The instants (epoch milliseconds) of a {@link period}: `from` inclusive, `to` exclusive. `undefined` for text that names none. */
export const instantsOf = (name: string, zone: Zone): { readonly from: number; readonly to: number } | undefined => {
  const kind = (["year", "month", "day"] as const).find((kind) => nameLength[kind] === name.length)
  if (kind === undefined || !/^\d{4}(-\d\d){0,2}$/.test(name)) return undefined
  const from = TimeZone.midnight(zone, `${name}-01-01`.slice(0, nameLength.day))
  // A date such as 2024-02-30 is read as another day or as none.
  if (Number.isNaN(from) || period(kind, zone, from) !== name) return undefined
  return { from, to: Window.next({ multiplier: 1, timespan: kind, zone }, from) }
}

/** The periods that hold an instant of `from` up to, not including, `to` (epoch milliseconds), in ascending order. */
export const periodsBetween = (kind: Period, zone: Zone, from: number, to: number): ReadonlyArray<string> => {
  const names: Array<string> = []
  for (let at = from; at < to; at = Window.next({ multiplier: 1, timespan: kind, zone }, at))
    names.push(period(kind, zone, at))
  return names
}
