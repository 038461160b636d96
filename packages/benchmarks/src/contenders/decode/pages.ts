/** The pages that decoders are measured with, and the checks of what they decoded. */
import * as SyntheticPages from "../../SyntheticPages.js"
import { pages } from "../wire/keys.js"

/** Kind of the rows of a page. */
export type Kind = keyof typeof pages

/** Page to read. */
export interface PageInput {
  readonly kind: Kind
  /** The number of rows; that of the largest page when left out. */
  readonly rows?: number
}

/** The page of an input. */
export const pageOf = ({ kind, rows }: PageInput): SyntheticPages.SyntheticPage => SyntheticPages[kind](rows)

type Value = number | string | bigint | ReadonlyArray<number> | undefined

/** One row's values in an order that does not depend on who read it. */
type Values = (row: number) => ReadonlyArray<Value>

/** Folds all values into 32 bits. Prices have at most five decimals. */
const checksum = (rows: number, values: Values): string => {
  let sum = 0
  const mix = (value: number) => {
    sum = (Math.imul(sum, 31) + value) | 0
  }
  for (let row = 0; row < rows; row++) {
    for (const value of values(row)) {
      if (Array.isArray(value)) for (const item of value as ReadonlyArray<number>) mix(item)
      else if (typeof value === "string") {
        for (let at = 0; at < value.length; at++) mix(value.charCodeAt(at))
      } else mix(Math.round(Number(value) * 100_000))
    }
  }
  return `${rows} rows, ${(sum >>> 0).toString(16)}`
}

const keysOf = (kind: Kind) => Object.keys(pages[kind].row)

/** The keys of a bar on the wire. */
export const BAR = keysOf("bars")

/** Keys whose exact integers `JSON.parse` rounds: the times by which rows are ordered are checked separately. */
const isRounded = (key: string) => key.endsWith("_timestamp")

const TRADE = keysOf("trades").filter((key) => !isRounded(key))

const QUOTE = keysOf("quotes").filter((key) => !isRounded(key))

const DIVIDEND = keysOf("dividends")

/**
 * The keys of a row in the order of the checksum: on the wire, and ours. The nanoseconds of quotes
 * are checked separately.
 */
const KEYS = {
  wire: { bars: BAR, quotes: QUOTE, trades: TRADE, dividends: DIVIDEND },
  ours: {
    bars: ["volume", "vwap", "open", "close", "high", "low", "timestamp", "transactions"],
    quotes: QUOTE,
    trades: TRADE,
    dividends: DIVIDEND,
  },
}

/** The number of nanosecond timestamps that differ from what was sent. */
const wrongNanoseconds = (rows: number, timestampAt: (row: number) => Value): number =>
  SyntheticPages.quoteTimestamps(rows).reduce(
    (wrong, sent, row) => wrong + (BigInt((timestampAt(row) as bigint | number | undefined) ?? 0) === sent ? 0 : 1),
    0,
  )

/**
 * Checks `rows` rows, whose values `at` returns. With our keys every timestamp must be exact; those
 * of others may have been rounded.
 */
const check = (kind: Kind, keys: keyof typeof KEYS, rows: number, at: (row: number, key: string) => Value) => {
  const time = { bars: undefined, dividends: undefined, quotes: "participant_timestamp", trades: "sip_timestamp" }[kind]
  const wrong = time === undefined ? 0 : wrongNanoseconds(rows, (row) => at(row, time))
  if (keys === "ours" && wrong > 0) throw new Error(`${wrong} of ${rows} timestamps are not what was sent`)
  return {
    rows,
    checksum: checksum(rows, (row) => KEYS[keys][kind].map((key) => at(row, key))),
    ...(wrong > 0 ? { note: `${wrong.toLocaleString("en-US")} timestamps wrong` } : {}),
  }
}

const checking =
  (keys: keyof typeof KEYS) =>
  ({ kind }: PageInput, rows: ReadonlyArray<object>) => {
    const all = rows as ReadonlyArray<Readonly<Record<string, Value>>>
    return check(kind, keys, rows.length, (row, key) => all[row]![key])
  }

/** Checks rows with the service's own keys. */
export const checkWire = checking("wire")

/** Checks rows with our keys. */
export const checkRows = checking("ours")

/** Checks columns with our keys. */
export const checkColumns = (
  { kind }: PageInput,
  { length, columns }: { readonly length: number; readonly columns: object },
) => {
  const all = columns as Readonly<Record<string, ArrayLike<Value>>>
  return check(kind, "ours", length, (row, key) => all[key]![row])
}

/** Checks the columns of bars, in the order of {@link BAR}. */
export const checkBarColumns = (columns: ReadonlyArray<Float64Array>) => {
  const rows = columns[0]!.length
  return { rows, checksum: checksum(rows, (row) => columns.map((column) => column[row])) }
}
