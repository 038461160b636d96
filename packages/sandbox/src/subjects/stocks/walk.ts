import { dayNumber } from "@candela/market/TimeZone"
import type { Session } from "@candela/market/Calendar"
import type { World } from "../../generate/Generator.js"
import type { Random } from "../../numbers/random.js"
import type { Profile } from "../companies/profiles.js"

/** Ticks per dollar: prices are walked in whole ticks, so that every price has few decimals without rounding. */
export const ticksPerDollar = (profile: Profile) => (profile.otc === true ? 10_000 : 100)

/** Prices of a day, in ticks, and its volume. */
export interface Day {
  readonly session: Session
  /** First price before the session opens. */
  readonly preMarket: number
  readonly open: number
  readonly close: number
  /** Last price after the session. */
  readonly afterHours: number
  readonly volume: number
  /** Random stream for the rest of the day. */
  readonly random: Random
}

/** Mean reversion of the price to its level, per day: it keeps prices near their start over years. */
const reversion = 0.01

/** Days of a ticker: each begins at the end of the last one. No day depends on later ones. */
export const walk = (
  profile: Profile,
  random: World["random"],
  sessions: ReadonlyArray<Session>,
): ReadonlyArray<Day> => {
  const { delisted, split, ticker, volatility } = profile
  let level = profile.price * ticksPerDollar(profile)
  let shares = profile.volume
  let last = level
  let splitAhead = split !== undefined
  const days: Array<Day> = []
  for (const session of sessions) {
    if (delisted !== undefined && session.date >= delisted) break
    if (split !== undefined && splitAhead && session.date >= split.date) {
      const ratio = split.to / split.from
      level /= ratio
      last /= ratio
      shares *= ratio
      splitAhead = false
    }
    const chance = random(ticker, dayNumber(session.date))
    const gap = volatility * 0.4 * chance.normal() + (reversion * (level - last)) / level
    const change = volatility * 0.9 * chance.normal()
    const open = last * (1 + gap)
    const close = open * (1 + change)
    const afterHours = close * (1 + volatility * 0.1 * chance.normal())
    const excitement = 0.6 + 0.5 * chance.uniform() + (0.25 * Math.abs(change)) / volatility
    days.push({
      session,
      preMarket: Math.round(last + (open - last) * chance.uniform()),
      open: Math.round(open),
      close: Math.round(close),
      afterHours: Math.round(afterHours),
      volume: Math.round(shares * excitement * (session.earlyClose ? 0.5 : 1)),
      random: chance,
    })
    last = afterHours
  }
  return days
}
