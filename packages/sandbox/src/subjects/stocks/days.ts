import type { DayBar } from "../bars/StoredBars.js"
import type { Profile } from "../companies/profiles.js"
import type { Day } from "./walk.js"
import { ticksPerDollar } from "./walk.js"

/** Bar of a whole day without minutes. */
export const dayBar = (profile: Profile, day: Day): DayBar => {
  const { close, open, random, session, volume } = day
  const dollar = ticksPerDollar(profile)
  const reach = () => Math.round(profile.volatility * open * 0.4 * Math.abs(random.normal()))
  const sessionHigh = Math.max(open, close) + reach()
  const sessionLow = Math.max(1, Math.min(open, close) - reach())
  const extended = profile.otc !== true
  const first = extended ? day.preMarket : open
  const last = extended ? day.afterHours : close
  const h = Math.max(sessionHigh, first, last)
  const l = Math.min(sessionLow, first, last)
  return {
    ticker: profile.ticker,
    date: session.date,
    t: session.midnight,
    o: first / dollar,
    h: h / dollar,
    l: l / dollar,
    c: last / dollar,
    v: volume,
    vw: Math.round(((h + l + 2 * close) / 4 / dollar) * 10_000) / 10_000,
    n: Math.max(4, Math.round(volume / profile.tradeSize)),
    session_open: open / dollar,
    session_high: sessionHigh / dollar,
    session_low: sessionLow / dollar,
    session_close: close / dollar,
    pre_market: extended ? first / dollar : null,
    after_hours: extended ? last / dollar : null,
  }
}
