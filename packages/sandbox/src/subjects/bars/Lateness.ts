/**
 * Minutes that are known without their last trades at first: the service computes a bar at its end, and again when
 * trades arrive late. Bars of the live channel and of requests show the same state at the same instant; seconds and
 * trades are always complete.
 *
 * @module
 */
import { crypto, type Market, stocks } from "@candela/market/Market"
import { dayOf } from "@candela/market/TimeZone"
import { Context } from "effect"
import * as Random from "../../numbers/random.js"
import { type BaseBar, combine } from "./BaseBar.js"
import { secondsOf } from "./Seconds.js"

/** The share of minutes with late trades, and the seed that determines them. Default: none. */
export class Lateness extends Context.Reference<Lateness>()("@candela/sandbox/Lateness", {
  defaultValue: (): Lateness.Service => ({ share: 0, seed: 0 }),
}) {}

/** Types of {@link Lateness}. */
export declare namespace Lateness {
  /** The share of minutes with late trades, and the seed that determines them. */
  interface Service {
    /** From 0 to 1. */
    readonly share: number
    readonly seed: number
  }
}

const minute = 60_000
/** Least and most time from a minute's end to its late trades: the service waits a quarter of an hour for them. */
const [least, most] = [2_000, 14 * minute]

/** Markets whose trades may be late. */
const late: ReadonlyArray<Market> = [stocks, crypto]

/**
 * Returns the instant (epoch milliseconds) at which the late trades of a minute arrive; `undefined` if it has none. A
 * minute is never late beyond its day.
 */
export const arrivalOf = (
  { seed, share }: Lateness.Service,
  { market, ticker }: { readonly market: Market; readonly ticker: string },
  t: number,
): number | undefined => {
  if (share === 0 || !late.includes(market)) return undefined
  const { uniform } = Random.make(seed, `late trades of ${ticker}`, t / minute)
  if (uniform() >= share) return undefined
  const arrival = t + minute + least + Math.floor(uniform() ** 3 * (most - least))
  return dayOf(market.zone, arrival) === dayOf(market.zone, t) ? arrival : undefined
}

/** Returns a minute without its last second; the minute itself if it has only one. */
export const withoutLate = (whole: BaseBar, { decimals }: Market): BaseBar => {
  const seconds = secondsOf(whole, decimals)
  return seconds.length < 2 ? whole : { ...combine(seconds, whole.t, decimals, 0, seconds.length - 1), whole }
}

/** Returns minutes as they were known at an instant. */
export const seenAt = (
  lateness: Lateness.Service,
  source: { readonly market: Market; readonly ticker: string; readonly now: number },
  minutes: ReadonlyArray<BaseBar>,
): ReadonlyArray<BaseBar> => {
  const { market, now } = source
  if (lateness.share === 0) return minutes
  return minutes.map((bar) =>
    bar.t + minute + most > now && (arrivalOf(lateness, source, bar.t) ?? now) > now ? withoutLate(bar, market) : bar,
  )
}
