/** The pages that decoders are measured with, and how what they made of them is checked. */
import * as SyntheticPages from "../../SyntheticPages.js"

export type Kind = "bars" | "quotes" | "dividends"

export interface PageInput {
  readonly kind: Kind
  /** How many rows the page has; the largest page when left out. */
  readonly rows?: number
}

export const pageOf = ({ kind, rows }: PageInput): SyntheticPages.SyntheticPage => SyntheticPages[kind](rows)

export type Value = number | string | bigint | undefined

/** One row's values in an order that does not depend on who read it. */
export type Values = (row: number) => ReadonlyArray<Value>

/** Folds all values into 32 bits. Prices have at most five decimals. */
const checksum = (rows: number, values: Values): string => {
  let sum = 0
  const mix = (value: number) => {
    sum = (Math.imul(sum, 31) + value) | 0
  }
  for (let row = 0; row < rows; row++) {
    for (const value of values(row)) {
      if (typeof value === "string") {
        for (let at = 0; at < value.length; at++) {
          mix(value.charCodeAt(at))
        }
      } else {
        mix(Math.round(Number(value) * 100_000))
      }
    }
  }
  return `${rows} rows, ${(sum >>> 0).toString(16)}`
}

/** The keys of a bar on the wire. */
export const BAR = ["v", "vw", "o", "c", "h", "l", "t", "n"]

const DIVIDEND = [
  "cash_amount",
  "currency",
  "declaration_date",
  "distribution_type",
  "ex_dividend_date",
  "frequency",
  "pay_date",
  "record_date",
  "ticker",
]

/** The keys of a row in the order of the checksum: as they are on the wire, and as ours. The nanoseconds of quotes are checked apart. */
const KEYS = {
  wire: {
    bars: BAR,
    quotes: ["ask_exchange", "ask_price", "bid_exchange", "bid_price"],
    dividends: DIVIDEND,
  },
  ours: {
    bars: ["volume", "vwap", "open", "close", "high", "low", "timestamp", "transactions"],
    quotes: ["ask_exchange", "ask_price", "bid_exchange", "bid_price"],
    dividends: DIVIDEND,
  },
}

/** Where the nanoseconds of quotes are, and how many of them came out other than they were sent. */
const wrongNanoseconds = (rows: number, timestampAt: (row: number) => Value): number =>
  SyntheticPages.quoteTimestamps(rows).reduce(
    (wrong, sent, row) => wrong + (BigInt(timestampAt(row) ?? 0) === sent ? 0 : 1),
    0,
  )

type Row = Readonly<Record<string, Value>>

const check = (kind: Kind, rows: number, values: Values, timestampAt: (row: number) => Value, exact: boolean) => {
  const wrong = kind === "quotes" ? wrongNanoseconds(rows, timestampAt) : 0
  if (exact && wrong > 0) {
    throw new Error(`${wrong} of ${rows} timestamps are not what was sent`)
  }
  return {
    rows,
    checksum: checksum(rows, values),
    ...(wrong > 0 ? { note: `${wrong.toLocaleString("en-US")} timestamps wrong` } : {}),
  }
}

/** Checks rows with the service's own keys, whose nanoseconds may have been rounded. */
export const checkWire = ({ kind }: PageInput, rows: ReadonlyArray<object>) => {
  const all = rows as ReadonlyArray<Row>
  const keys = KEYS.wire[kind]
  return check(
    kind,
    rows.length,
    (row) => keys.map((key) => all[row]![key]),
    (row) => all[row]!["participant_timestamp"],
    false,
  )
}

/** Checks rows with our keys, every value exact. */
export const checkRows = ({ kind }: PageInput, rows: ReadonlyArray<object>) => {
  const all = rows as ReadonlyArray<Row>
  const keys = KEYS.ours[kind]
  return check(
    kind,
    rows.length,
    (row) => keys.map((key) => all[row]![key]),
    (row) => all[row]!["participant_timestamp"],
    true,
  )
}

/** Checks columns with our keys, every value exact. */
export const checkColumns = (
  { kind }: PageInput,
  { length, columns }: { readonly length: number; readonly columns: object },
) => {
  const all = columns as Readonly<Record<string, ArrayLike<Value>>>
  const keys = KEYS.ours[kind]
  return check(
    kind,
    length,
    (row) => keys.map((key) => all[key]![row]),
    (row) => all["participant_timestamp"]![row],
    true,
  )
}

/** Checks the columns of bars, in the order of {@link BAR}. */
export const checkBarColumns = (columns: ReadonlyArray<Float64Array>) => {
  const rows = columns[0]!.length
  return { rows, checksum: checksum(rows, (row) => columns.map((column) => column[row])) }
}
