import type { MinuteColumns } from "../bars/StoredBars.js"
import { square } from "../../numbers/random.js"
import type { Profile } from "../companies/profiles.js"
import type { Day } from "./walk.js"
import { ticksPerDollar } from "./walk.js"

const minute = 60_000

/**
 * Part of the day. `shape` is the activity at a place from 0 to 1, on average 1; `presence` is the
 * probability that a minute has a trade.
 */
interface Part {
  readonly start: number
  readonly end: number
  readonly from: number
  readonly to: number
  /** Share of the day's volume. */
  readonly share: number
  /** Price movement, relative to the regular session. */
  readonly movement: number
  readonly shape: (place: number) => number
  readonly presence: (busy: number) => number
}

const partsOf = (profile: Profile, day: Day): ReadonlyArray<Part> => {
  const { session } = day
  const tradesPerMinute = day.volume / profile.tradeSize / ((session.close - session.open) / minute)
  const regular: Part = {
    start: session.open,
    end: session.close,
    from: day.open,
    to: day.close,
    share: profile.otc === true ? 1 : 0.94,
    movement: 1,
    // Busy at the open and the close, quiet at noon.
    shape: (place) => 0.5 + 1.5 * square(2 * place - 1),
    presence: (busy) => (tradesPerMinute * busy > 50 ? 1 : 1 - 0.2 / (0.2 + tradesPerMinute * busy)),
  }
  if (profile.otc === true) return [regular]
  const interest = tradesPerMinute / (tradesPerMinute + 40)
  return [
    {
      start: session.preMarketOpen,
      end: session.open,
      from: day.preMarket,
      to: day.open,
      share: 0.02,
      movement: 0.35,
      shape: (place) => 0.25 + 2.25 * square(place),
      presence: (busy) => Math.min(0.95, interest * (0.05 + 0.5 * busy)),
    },
    regular,
    {
      start: session.close,
      end: session.afterHoursClose,
      from: day.close,
      to: day.afterHours,
      share: 0.04,
      movement: 0.35,
      shape: (place) => 0.25 + 2.25 * square(1 - place),
      presence: (busy) => Math.min(0.95, interest * (0.05 + 0.5 * busy)),
    },
  ]
}

const levels = new Float64Array(24 * 60 + 1)

/** Price at each minute boundary of a part, in ticks: a random walk, bent so that it ends at the day's price. */
const fillLevels = (part: Part, count: number, deviation: number, normal: () => number) => {
  levels[0] = 0
  for (let index = 0; index < count; index++) {
    levels[index + 1] = levels[index]! + deviation * Math.sqrt(part.shape(index / count)) * normal()
  }
  const bend = (part.to - part.from - levels[count]!) / count
  for (let index = 0; index <= count; index++) {
    levels[index] = Math.max(1, Math.round(part.from + levels[index]! + bend * index))
  }
}

/** Adds the bars of a day's minutes that have ended by `now`. */
export const addMinutes = (into: MinuteColumns, profile: Profile, day: Day, now: number): void => {
  const { normal, uniform } = day.random
  const dollar = ticksPerDollar(profile)
  for (const part of partsOf(profile, day)) {
    const count = (part.end - part.start) / minute
    const deviation = (profile.volatility * day.open * 0.8 * part.movement) / Math.sqrt(count)
    fillLevels(part, count, deviation, normal)
    for (let index = 0; index < count; index++) {
      const t = part.start + index * minute
      if (t + minute > now) return
      const busy = part.shape(index / count)
      if (uniform() >= part.presence(busy)) continue
      const v = Math.max(1, Math.round(((day.volume * part.share * busy) / count) * (0.4 + 1.2 * uniform())))
      const n = Math.min(v, Math.max(1, Math.round((v / profile.tradeSize) * (0.7 + 0.6 * uniform()))))
      // Each price needs a trade: fewer than four trades touch fewer prices.
      const c = levels[index + 1]!
      const o = n > 1 ? levels[index]! : c
      const [above, below] = [square(uniform()), square(uniform())].map((reach) => Math.round(deviation * reach))
      const h = Math.max(o, c) + (n > 2 ? above! : 0)
      const l = Math.max(1, Math.min(o, c) - (n > 3 ? below! : 0))
      into.ticker.push(profile.ticker)
      into.t.push(t)
      into.o.push(o / dollar)
      into.h.push(h / dollar)
      into.l.push(l / dollar)
      into.c.push(c / dollar)
      into.v.push(v)
      into.vw.push(Math.round(((l + (h - l) * (0.25 + 0.5 * uniform())) / dollar) * 10_000) / 10_000)
      into.n.push(n)
    }
  }
}
