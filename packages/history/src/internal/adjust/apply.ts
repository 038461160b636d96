/** Applies an adjustment to bars: in rows, and in columns. */
import * as Columns from "@candela/core/Columns"
import type { Bar } from "@candela/market/Bar"
import { type Adjustment, type Part, partAt } from "./steps.js"

/** The adjustment of each ticker. */
export type ByTicker = (ticker: string) => Adjustment

type Find = (timestamp: number, ticker: string | undefined) => Part

/** Consecutive bars are mostly of one ticker: only another one is looked up. */
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

/** A price of a part of time, adjusted. */
export const adjustPrice = (price: number, { factor, from, to }: Part): number => ((price * from) / to) * factor

/** Adjusts one bar after the other. */
export const rows = (adjustment: Adjustment | ByTicker): (<B extends Bar>(bar: B) => B) => {
  const find = finder(adjustment)
  return (bar) => {
    const part = find(bar.timestamp, (bar as { readonly ticker?: string }).ticker)
    if (isNeutral(part)) return bar
    const { close, high, low, open, volume, vwap } = bar
    return {
      ...bar,
      open: adjustPrice(open, part),
      high: adjustPrice(high, part),
      low: adjustPrice(low, part),
      close: adjustPrice(close, part),
      volume: (volume * part.to) / part.from,
      ...(vwap === undefined ? {} : { vwap: adjustPrice(vwap, part) }),
    }
  }
}

const prices = ["open", "high", "low", "close", "vwap"] as const

/** Copies of the columns that adjusting changes. A file may have been read without some of them. */
const copies = ({ columns }: Columns.Columns<Bar>) => {
  const copy = (name: (typeof prices)[number] | "volume") =>
    Object.hasOwn(columns, name) ? [[name, columns[name].slice()] as const] : []
  return { prices: prices.flatMap(copy), volume: copy("volume") }
}

/** Adjusts one chunk after the other, by runs of rows that lie in the same part of time. */
export const columns = (
  adjustment: Adjustment | ByTicker,
): (<B extends Bar>(chunk: Columns.Columns<B>) => Columns.Columns<B>) => {
  const find = finder(adjustment)
  return <B extends Bar>(chunk: Columns.Columns<B>) => {
    const bars = chunk as unknown as Columns.Columns<Bar & { readonly ticker?: string }>
    const { ticker: tickers, timestamp } = bars.columns
    let adjusted: ReturnType<typeof copies> | undefined
    for (let start = 0, end = 0; start < bars.length; start = end) {
      const ticker = tickers?.[start]
      const part = find(timestamp[start]!, ticker)
      end = endOfRun(timestamp, typeof adjustment === "function" ? tickers : undefined, start, part)
      if (isNeutral(part)) continue
      adjusted ??= copies(bars)
      const { factor, from, to } = part
      for (const [, values] of adjusted.prices) {
        for (let row = start; row < end; row++) values[row] = ((values[row]! * from) / to) * factor
      }
      for (const [, values] of adjusted.volume) {
        for (let row = start; row < end; row++) values[row] = (values[row]! * to) / from
      }
    }
    if (adjusted === undefined) return chunk
    const changed = Object.fromEntries([...adjusted.prices, ...adjusted.volume])
    return Columns.replace(bars, changed) as unknown as Columns.Columns<B>
  }
}

/** The first row after `start` that is of another ticker, or of another part of time. */
const endOfRun = (
  timestamp: Float64Array,
  tickers: ReadonlyArray<string | undefined> | undefined,
  first: number,
  { start, until }: Part,
): number => {
  let row = first + 1
  while (row < timestamp.length && timestamp[row]! >= start && timestamp[row]! < until) {
    if (tickers !== undefined && tickers[row] !== tickers[first]) break
    row++
  }
  return row
}
