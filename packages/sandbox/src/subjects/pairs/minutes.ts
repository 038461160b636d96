import type { MinuteColumns } from "../bars/StoredBars.js"
import { type Random, square } from "../../numbers/random.js"
import type { TradingDay } from "./hours.js"
import type { PriceAt } from "./prices.js"
import type { Pair } from "./profiles.js"

const minute = 60_000

/** High and low around open and close, in ticks; the remaining trades limit the number of additional prices. */
const reach = (open: number, close: number, others: number, deviation: number, uniform: () => number) => {
  const above = Math.round(deviation * square(uniform()))
  const below = Math.round(deviation * square(uniform()))
  return {
    high: Math.max(open, close) + (others >= 1 ? above : 0),
    low: Math.max(1, Math.min(open, close) - (others >= 2 ? below : 0)),
  }
}

/**
 * Adds the bars of a day's minutes that have ended by `now`. A minute opens and closes at the mid
 * prices of its ends; one with a single trade has that of its end alone. The day's last minute
 * always has a trade, so that all pairs close at one instant.
 */
export const addMinutes = (
  into: MinuteColumns,
  pair: Pair,
  { from, to }: TradingDay,
  options: { readonly now: number; readonly priceAt: PriceAt; readonly random: Random },
): void => {
  const { now, priceAt } = options
  const { uniform } = options.random
  const ticks = 10 ** pair.decimals
  const units = 10 ** pair.sizeDecimals
  // Most minutes open at the previous minute's close.
  let closed = { at: NaN, price: 0 }
  for (let t = from; t < to && t + minute <= now; t += minute) {
    if (uniform() >= pair.presence && t + minute < to) continue
    const end = priceAt(pair, t + minute)
    const n = Math.max(1, Math.round(pair.trades * (0.4 + 1.2 * uniform())))
    const c = Math.round(end * ticks)
    const o = n === 1 ? c : t === closed.at ? closed.price : Math.round(priceAt(pair, t) * ticks)
    closed = { at: t + minute, price: c }
    const deviation = (0.5 * pair.volatility * end * ticks) / Math.sqrt(1440)
    const { high, low } = reach(o, c, n - 2, deviation, uniform)
    const v = pair.market === "forex" ? n : Math.round(n * pair.size * (0.4 + 1.2 * uniform()) * units) / units
    into.ticker.push(pair.ticker)
    into.t.push(t)
    into.o.push(o / ticks)
    into.h.push(high / ticks)
    into.l.push(low / ticks)
    into.c.push(c / ticks)
    into.v.push(v)
    into.vw.push(average(low / ticks, high / ticks, 0.25 + 0.5 * uniform()))
    into.n.push(n)
  }
}

/** Price at a place between low and high, with eight decimals. */
export const average = (low: number, high: number, place: number): number =>
  Math.min(high, Math.max(low, Math.round((low + (high - low) * place) * 1e8) / 1e8))
