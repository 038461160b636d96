/**
 * Base aggregates: the stored or derived bars of which all other bars are made, and their combination.
 *
 * @module
 */
import type { Bar } from "@candela/market/Bar"
import * as Window from "@candela/market/Window"
import { average, round } from "../../numbers/Rounding.js"

/** Bar under its wire keys, as stored in the tables. */
export interface BaseBar {
  /** Start of the window, epoch milliseconds. */
  readonly t: number
  readonly o: number
  readonly h: number
  readonly l: number
  readonly c: number
  /** Volume. */
  readonly v: number
  /** Volume-weighted average price; null when unknown. */
  readonly vw: number | null
  /** `vw` of a stored day before rounding; null or absent when `vw` is not rounded. */
  readonly exact?: number | null
  /** Number of transactions; null when unknown. */
  readonly n: number | null
  /** The minute with its late trades, where they are missing in this one. */
  readonly whole?: BaseBar
}

/** Converts a bar to the field names of rows. Unknown values are left out. */
export const toBar = ({ c, h, l, n, o, t, v, vw }: BaseBar): Bar => ({
  volume: v,
  ...(vw === null ? {} : { vwap: vw }),
  open: o,
  close: c,
  high: h,
  low: l,
  timestamp: t,
  ...(n === null ? {} : { transactions: n }),
})

/**
 * Combines bars, in ascending order, into one that starts at `t`. A single bar is returned without
 * computation or rounding. The average weighs bars that have a volume and an average; transactions
 * are counted where known. Volume and average are rounded to `decimals`.
 */
export const combine = (
  bars: ReadonlyArray<BaseBar>,
  t: number,
  decimals: number,
  from = 0,
  end = bars.length,
): BaseBar => {
  const first = bars[from]!
  if (end - from === 1) return first.t === t ? first : { ...first, t }
  let { h, l } = first
  let v = 0
  let n: number | null = null
  let weight = 0
  let value = 0
  for (let index = from; index < end; index++) {
    const bar = bars[index]!
    if (bar.h > h) h = bar.h
    if (bar.l < l) l = bar.l
    v += bar.v
    if (bar.n !== null) n = (n ?? 0) + bar.n
    if (bar.vw !== null && bar.v > 0) {
      weight += bar.v
      value += bar.v * bar.vw
    }
  }
  const vw = weight > 0 ? average(value / weight, l, h, decimals) : null
  return { t, o: first.o, h, l, c: bars[end - 1]!.c, v: round(v, decimals), vw, n }
}

/** Bars of all windows that contain one of `bars`; both are in ascending order. An empty window has no bar. */
export const aggregate = (
  window: Window.Window,
  bars: ReadonlyArray<BaseBar>,
  decimals: number,
): ReadonlyArray<BaseBar> => {
  const result: Array<BaseBar> = []
  let from = 0
  while (from < bars.length) {
    const { t } = bars[from]!
    const end = Window.next(window, t)
    let next = from + 1
    while (next < bars.length && bars[next]!.t < end) next++
    result.push(combine(bars, Window.start(window, t), decimals, from, next))
    from = next
  }
  return result
}
