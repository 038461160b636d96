import type { Profile } from "./profiles.js"
import type { Day } from "./walk.js"
import { ticksPerDollar } from "./walk.js"

/** A row of `day_bars`, in the order of its columns. */
export type DayRow = readonly [
  ticker: string,
  date: string,
  t: number,
  o: number,
  h: number,
  l: number,
  c: number,
  v: number,
  vw: number,
  n: number,
  sessionOpen: number,
  sessionHigh: number,
  sessionLow: number,
  sessionClose: number,
  preMarket: number | null,
  afterHours: number | null,
]

/** The bar of a whole day that has no minutes. */
export const dayRow = (profile: Profile, day: Day): DayRow => {
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
  return [
    profile.ticker,
    session.date,
    session.midnight,
    first / dollar,
    h / dollar,
    l / dollar,
    last / dollar,
    volume,
    Math.round(((h + l + 2 * close) / 4 / dollar) * 10_000) / 10_000,
    Math.max(1, Math.round(volume / profile.tradeSize)),
    open / dollar,
    sessionHigh / dollar,
    sessionLow / dollar,
    close / dollar,
    extended ? first / dollar : null,
    extended ? last / dollar : null,
  ]
}
