import { futures } from "@candela/market/Market"
import { round } from "../../numbers/Rounding.js"

/** Trades of a contract in a window. */
export interface Trades {
  readonly o: number
  readonly h: number
  readonly l: number
  readonly c: number
  /** Volume, contracts. */
  readonly v: number
  /** Dollar volume: sum of price times size. */
  readonly dv: number
  /** Number of trades. */
  readonly n: number
}

/** Combines the trades of several consecutive windows. */
export const combine = (windows: ReadonlyArray<Trades>, from = 0, end = windows.length): Trades => {
  const first = windows[from]!
  let { dv, h, l, n, v } = first
  for (let index = from + 1; index < end; index++) {
    const window = windows[index]!
    if (window.h > h) h = window.h
    if (window.l < l) l = window.l
    v += window.v
    dv += window.dv
    n += window.n
  }
  return { o: first.o, h, l, c: windows[end - 1]!.c, v, dv: round(dv, futures.decimals), n }
}

/** Trades of a window as drawn: prices in whole ticks. */
export interface Drawn {
  readonly open: number
  readonly close: number
  /** Reach of the price above and below both. */
  readonly above: number
  readonly below: number
  readonly volume: number
  readonly transactions: number
  /** Place of most of the volume between low and high, from 0 to 1. */
  readonly place: number
}

/**
 * Makes prices, volume and sum consistent: each touched price has a trade, so that fewer than four
 * trades touch fewer prices, and the sum is that of whole contracts at whole ticks.
 */
export const toTrades = (drawn: Drawn, ticks: number): Trades => {
  const { open, place, transactions: n, volume: v } = drawn
  const close = n > 1 ? drawn.close : open
  const high = Math.max(open, close) + (n > 2 ? drawn.above : 0)
  const low = Math.max(1, Math.min(open, close) - (n > 3 ? drawn.below : 0))
  const touched = [open, close, high, low].slice(0, n)
  const rest = Math.round((v - touched.length) * (low + (high - low) * place))
  const sum = touched.reduce((sum, price) => sum + price, rest)
  return { o: open / ticks, h: high / ticks, l: low / ticks, c: close / ticks, v, dv: sum / ticks, n }
}
