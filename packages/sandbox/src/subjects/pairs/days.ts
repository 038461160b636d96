import type { DayBar } from "../bars/StoredBars.js"
import type { Random } from "../../numbers/random.js"
import type { TradingDay } from "./hours.js"
import { average } from "./minutes.js"
import type { PriceAt } from "./prices.js"
import type { Pair } from "./profiles.js"

const minute = 60_000

/** Number of intervals between the price samples of a day. */
const looks = 12

/** Bar of a whole day without minutes. It opens and closes at the mid prices of the day's ends. */
export const dayBar = (
  pair: Pair,
  { date, from, midnight, to }: TradingDay,
  { priceAt, random }: { readonly priceAt: PriceAt; readonly random: Random },
): DayBar => {
  const ticks = 10 ** pair.decimals
  const units = 10 ** pair.sizeDecimals
  const prices = Array.from({ length: looks + 1 }, (_, look) =>
    Math.round(priceAt(pair, from + ((to - from) * look) / looks) * ticks),
  )
  const close = prices[looks]!
  const reach = () => Math.round(pair.volatility * close * 0.1 * Math.abs(random.normal()))
  const h = (Math.max(...prices) + reach()) / ticks
  const l = Math.max(1, Math.min(...prices) - reach()) / ticks
  const minutes = (to - from) / minute
  const n = Math.max(4, Math.round(minutes * pair.presence * pair.trades * (0.8 + 0.4 * random.uniform())))
  return {
    ticker: pair.ticker,
    date,
    t: midnight,
    o: prices[0]! / ticks,
    h,
    l,
    c: close / ticks,
    v: pair.market === "forex" ? n : Math.round(n * pair.size * (0.9 + 0.2 * random.uniform()) * units) / units,
    vw: average(l, h, 0.3 + 0.4 * random.uniform()),
    n,
    session_open: null,
    session_high: null,
    session_low: null,
    session_close: null,
    pre_market: null,
    after_hours: null,
  }
}
