/** Values of bars for combining, from both shapes: futures and all other markets. */
import * as Columns from "@candela/core/Columns"
import * as Field from "@candela/core/declare/Field"
import { FuturesBar } from "@candela/futures/Bars"
import { Bar, fields } from "@candela/market/Bar"
import * as Schema from "effect/Schema"

/** Bar of any market: of futures, or of the others, with its ticker if the rows have one. */
export type AnyBar = FuturesBar | (Bar & { readonly ticker?: string })

/** Values of a bar, as in columns: `NaN` for missing numbers. */
export interface Values {
  isFutures: boolean
  ticker: string | undefined
  /** Start of the window, epoch milliseconds. */
  timestamp: number
  open: number
  high: number
  low: number
  close: number
  volume: number
  vwap: number
  dollarVolume: number
  transactions: number
  otc: boolean
  sessionEndDate: string | undefined
  settlementPrice: number
}

const nanosOfMilli = 1_000_000n

const isFutures = (bar: AnyBar): bar is FuturesBar => "window_start" in bar

/** Reads the values of a row. */
export const ofRow = (bar: AnyBar): Values => {
  const futures = isFutures(bar) ? bar : undefined
  const other = isFutures(bar) ? undefined : bar
  return {
    isFutures: futures !== undefined,
    ticker: bar.ticker,
    timestamp: other === undefined ? Number(futures!.window_start / nanosOfMilli) : other.timestamp,
    open: bar.open,
    high: bar.high,
    low: bar.low,
    close: bar.close,
    volume: bar.volume,
    vwap: other?.vwap ?? NaN,
    dollarVolume: futures?.dollar_volume ?? NaN,
    transactions: bar.transactions ?? NaN,
    otc: other?.otc === true,
    sessionEndDate: futures?.session_end_date,
    settlementPrice: futures?.settlement_price ?? NaN,
  }
}

type Writable<Row> = { -readonly [K in keyof Row]: Row[K] }

const toBar = (values: Values): Bar => {
  const { close, high, low, open, ticker, timestamp, volume } = values
  const bar: Writable<Bar & { readonly ticker?: string }> = { volume, open, close, high, low, timestamp }
  if (ticker !== undefined) bar.ticker = ticker
  if (!Number.isNaN(values.vwap)) bar.vwap = values.vwap
  if (!Number.isNaN(values.transactions)) bar.transactions = values.transactions
  if (values.otc) bar.otc = true
  return bar
}

const toFuturesBar = (values: Values): FuturesBar => {
  const { close, high, low, open, sessionEndDate, ticker, volume } = values
  const window_start = BigInt(values.timestamp) * nanosOfMilli
  const bar: Writable<FuturesBar> = { open, high, low, close, volume, window_start }
  if (ticker !== undefined) bar.ticker = ticker
  if (!Number.isNaN(values.transactions)) bar.transactions = values.transactions
  if (!Number.isNaN(values.dollarVolume)) bar.dollar_volume = values.dollarVolume
  if (sessionEndDate !== undefined) bar.session_end_date = sessionEndDate
  if (!Number.isNaN(values.settlementPrice)) bar.settlement_price = values.settlementPrice
  return bar
}

/** Converts values to a row. */
export const toRow = (values: Values): AnyBar => (values.isFutures ? toFuturesBar(values) : toBar(values))

/** Reads rows of columns into one reused `Values` object. */
export const reader = (chunk: Columns.Columns<AnyBar>): ((row: number) => Values) => {
  const values = { isFutures: "window_start" in chunk.columns, ticker: undefined, otc: false } as Values
  const { close, high, low, open, transactions, volume } = chunk.columns
  // Rows without a ticker have no ticker column.
  const ticker = chunk.columns.ticker as ReadonlyArray<string | undefined> | undefined
  const readShared = (row: number) => {
    values.ticker = ticker?.[row]
    values.open = open[row]!
    values.high = high[row]!
    values.low = low[row]!
    values.close = close[row]!
    values.volume = volume[row]!
    values.transactions = transactions[row]!
    return values
  }
  if (values.isFutures) {
    const { dollar_volume, session_end_date, settlement_price, window_start } =
      chunk.columns as unknown as Columns.Columns<FuturesBar>["columns"]
    return (row) => {
      values.timestamp = Number(window_start[row]! / nanosOfMilli)
      values.dollarVolume = dollar_volume[row]!
      values.sessionEndDate = session_end_date[row]
      values.settlementPrice = settlement_price[row]!
      values.vwap = NaN
      return readShared(row)
    }
  }
  const { otc, timestamp, vwap } = chunk.columns as unknown as Columns.Columns<Bar>["columns"]
  values.dollarVolume = NaN
  values.settlementPrice = NaN
  return (row) => {
    values.timestamp = timestamp[row]!
    values.vwap = vwap[row]!
    values.otc = otc[row] === 1
    return readShared(row)
  }
}

/** Only its fields are read. */
const TickerBars = /* @__PURE__ */ Field.struct({ ticker: /* @__PURE__ */ Field.required(Schema.String), ...fields })

/** Converts one or more bars to columns. */
export const toColumns = (bars: ReadonlyArray<AnyBar>): Columns.Columns<AnyBar> => {
  const [first] = bars
  const schema: unknown =
    first !== undefined && isFutures(first) ? FuturesBar : first?.ticker === undefined ? Bar : TickerBars
  return Columns.fromRows(schema as Schema.Schema<AnyBar>, bars)
}
