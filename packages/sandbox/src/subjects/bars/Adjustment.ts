/**
 * Adjustment for splits: trades before a split, in today's shares.
 *
 * @module
 */
import { stocks } from "@candela/market/Market"
import { round } from "../../numbers/Rounding.js"
import type { BaseBar } from "./BaseBar.js"

/** A split of `from` shares into `to`, in force from the instant `start` (epoch milliseconds) on. */
export interface Split {
  readonly start: number
  readonly from: number
  readonly to: number
}

/** Split ratio: one share of an instant is `to / from` shares of today. */
export interface Ratio {
  readonly from: number
  readonly to: number
}

const same: Ratio = { from: 1, to: 1 }

/** Product of all splits after an instant. */
export const ratioAt = (splits: ReadonlyArray<Split>, t: number): Ratio =>
  splits.reduce((ratio, split) => {
    if (split.start <= t) return ratio
    return { from: ratio.from * split.from, to: ratio.to * split.to }
  }, same)

/** A number that no split changes is returned unchanged, with all its decimals. */
// Only stocks are split.
const scaled = (value: number, by: number, per: number) =>
  by === per ? value : round((value * by) / per, stocks.decimals)

/** A price before a split, per share of today, rounded. */
export const adjustPrice = (price: number, { from, to }: Ratio): number => scaled(price, from, to)

/** A number of shares before a split, in shares of today, rounded. */
export const adjustVolume = (volume: number, { from, to }: Ratio): number => scaled(volume, to, from)

/** Average price of a bar. It is adjusted before rounding: a reverse split would multiply the rounding error. */
const adjustAverage = ({ exact, vw }: BaseBar, ratio: Ratio) =>
  vw === null || ratio.from === ratio.to ? vw : adjustPrice(exact ?? vw, ratio)

/** Bars with prices and volumes adjusted for the splits after each. Transactions are unchanged. */
export const adjust = (bars: ReadonlyArray<BaseBar>, splits: ReadonlyArray<Split>): ReadonlyArray<BaseBar> => {
  const last = Math.max(...splits.map((split) => split.start))
  return bars.map((bar) => {
    if (splits.length === 0 || bar.t >= last) return bar
    const ratio = ratioAt(splits, bar.t)
    return {
      t: bar.t,
      o: adjustPrice(bar.o, ratio),
      h: adjustPrice(bar.h, ratio),
      l: adjustPrice(bar.l, ratio),
      c: adjustPrice(bar.c, ratio),
      v: adjustVolume(bar.v, ratio),
      vw: adjustAverage(bar, ratio),
      n: bar.n,
    }
  })
}
