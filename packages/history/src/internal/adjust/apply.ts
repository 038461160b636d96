/** Applies an adjustment to bars, in rows and in columns. */
import * as Columns from "@candela/core/Columns"
import type { Bar } from "@candela/market/Bar"
import { type Adjustment, type Part, partAt } from "./steps.js"

/** Adjustment of each ticker. */
export type ByTicker = (ticker: string) => Adjustment

type Find = (timestamp: number, ticker: string | undefined) => Part

/** Consecutive bars mostly have the same ticker: only a change of ticker causes a lookup. */
const finder = (adjustment: Adjustment | ByTicker): Find => {
  if (typeof adjustment !== "function") return partAt(adjustment)
  const finders = new Map<string, (timestamp: number) => Part>()
  let last: string | undefined
  let find: (timestamp: number) => Part
  return (timestamp, ticker) => {
    if (ticker === undefined) throw new TypeError(noTicker)
    if (ticker !== last) {
      find = finders.get(ticker) ?? partAt(adjustment(ticker))
      finders.set(ticker, find)
      last = ticker
    }
    return find(timestamp)
  }
}

const noTicker =
  "Adjust: these bars have no ticker, so none of several adjustments can be chosen; read the column `ticker` too, or adjust by the adjustment of one stock"

const isNeutral = ({ factor, from, to }: Part) => from === to && factor === 1

/** Adjusts a price of a part of time. */
export const adjustPrice = (price: number, { factor, from, to }: Part): number => ((price * from) / to) * factor

/** Adjusts bars one by one. */
export const rows = (adjustment: Adjustment | ByTicker): (<B extends Bar>(bar: B) => B) => {
  const find = finder(adjustment)
  return (bar) => {
    const part = find(bar.timestamp, (bar as { readonly ticker?: string }).ticker)
    if (isNeutral(part)) return bar
    // Copying and then assigning takes half the time of a single literal.
    const copy: { -readonly [K in keyof typeof bar]: (typeof bar)[K] } = { ...bar }
    copy.open = adjustPrice(bar.open, part)
    copy.high = adjustPrice(bar.high, part)
    copy.low = adjustPrice(bar.low, part)
    copy.close = adjustPrice(bar.close, part)
    copy.volume = (bar.volume * part.to) / part.from
    if (bar.vwap !== undefined) copy.vwap = adjustPrice(bar.vwap, part)
    return copy
  }
}

const prices = ["open", "high", "low", "close", "vwap"] as const

/** Separate functions, so that each loop is compiled for arrays of numbers. */
const scalePrices = (prices: Float64Array, start: number, end: number, { factor, from, to }: Part): void => {
  for (let row = start; row < end; row++) prices[row] = ((prices[row]! * from) / to) * factor
}

const scaleVolumes = (volumes: Float64Array, start: number, end: number, { from, to }: Part): void => {
  for (let row = start; row < end; row++) volumes[row] = (volumes[row]! * to) / from
}

/** Rows from `start` to `end` (not included) with the same ticker and in the same part of time. */
interface Run {
  readonly start: number
  readonly end: number
  readonly part: Part
}

/** Returns the runs of a chunk that the adjustment changes. */
const runsOf = (
  find: Find,
  timestamps: Float64Array,
  tickers: ReadonlyArray<string | undefined> | undefined,
): ReadonlyArray<Run> => {
  const runs: Array<Run> = []
  for (let start = 0, end = 0; start < timestamps.length; start = end) {
    const ticker = tickers?.[start]
    const part = find(timestamps[start]!, ticker)
    for (end = start + 1; end < timestamps.length; end++) {
      const timestamp = timestamps[end]!
      if (timestamp < part.start || timestamp >= part.until) break
      if (tickers !== undefined && tickers[end] !== ticker) break
    }
    if (!isNeutral(part)) runs.push({ start, end, part })
  }
  return runs
}

/** Adjusts chunks one by one, column by column. A file may have been read without some of the columns. */
export const columns = (
  adjustment: Adjustment | ByTicker,
): (<B extends Bar>(chunk: Columns.Columns<B>) => Columns.Columns<B>) => {
  const find = finder(adjustment)
  return <B extends Bar>(chunk: Columns.Columns<B>) => {
    const bars = chunk as unknown as Columns.Columns<Bar & { readonly ticker?: string }>
    const { ticker, timestamp } = bars.columns
    const runs = runsOf(find, timestamp, typeof adjustment === "function" ? ticker : undefined)
    if (runs.length === 0) return chunk
    const scaled = (name: (typeof prices)[number] | "volume", scale: typeof scalePrices) => {
      if (!Object.hasOwn(bars.columns, name)) return []
      const values = bars.columns[name].slice()
      for (const { end, part, start } of runs) scale(values, start, end, part)
      return [[name, values]]
    }
    const changed = [...prices.flatMap((name) => scaled(name, scalePrices)), ...scaled("volume", scaleVolumes)]
    return Columns.replace(bars, Object.fromEntries(changed)) as unknown as Columns.Columns<B>
  }
}
