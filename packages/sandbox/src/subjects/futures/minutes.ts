import { square } from "../../numbers/random.js"
import { type Trades, toTrades } from "./trades.js"
import type { ContractSession } from "./walk.js"

/** Minute with trades. */
export interface Minute extends Trades {
  /** Start of the minute, epoch milliseconds. */
  readonly t: number
}

const minute = 60_000

/** Part of the session, in minutes after its opening. */
interface Part {
  readonly from: number
  readonly until: number
  /** Share of the session's volume. */
  readonly volume: number
  /** Price movement, relative to the average minute. */
  readonly movement: number
  readonly time: "day" | "night"
}

const dayBegins = 15.5 * 60
const dayEnds = 22 * 60
const length = 23 * 60

/** Parts from 17:00 to 08:30, to 15:00 and to 16:00 Chicago. */
const parts: ReadonlyArray<Part> = [
  { from: 0, until: dayBegins, volume: 0.2, movement: 0.6, time: "night" },
  { from: dayBegins, until: dayEnds, volume: 0.75, movement: 1.6, time: "day" },
  { from: dayEnds, until: length, volume: 0.05, movement: 0.6, time: "night" },
]

/** Price at each minute boundary, in ticks: a random walk, bent so that it ends at the session's close. */
const levelsOf = ({ close, open, random }: ContractSession, deviation: number) => {
  const levels = new Float64Array(length + 1)
  for (const { from, movement, until } of parts) {
    for (let index = from; index < until; index++) {
      levels[index + 1] = levels[index]! + deviation * movement * random.normal()
    }
  }
  const bend = (close - open - levels[length]!) / length
  for (let index = 0; index <= length; index++) {
    levels[index] = Math.max(1, Math.round(open + levels[index]! + bend * index))
  }
  return levels
}

/** Minutes of a session with trades that have ended by `now`. */
export const minutesOf = (trading: ContractSession, now: number): ReadonlyArray<Minute> => {
  const { contract, open, random, session, share, volume } = trading
  const { presence, ticks, tradeSize, volatility } = contract.product
  if (volume === 0) return []
  const { uniform } = random
  const deviation = (volatility * open * 0.8) / Math.sqrt(length)
  const levels = levelsOf(trading, deviation)
  const reach = () => Math.round(deviation * square(uniform()))
  const minutes: Array<Minute> = []
  for (const part of parts) {
    const present = presence[part.time] * Math.sqrt(share)
    const usual = (volume * part.volume) / (part.until - part.from) / present
    for (let index = part.from; index < part.until; index++) {
      const t = session.open + index * minute
      if (t + minute > now) return minutes
      if (uniform() >= present) continue
      const v = Math.max(1, Math.round(usual * (0.4 + 1.2 * uniform())))
      const n = Math.min(v, Math.max(1, Math.round((v / tradeSize) * (0.7 + 0.6 * uniform()))))
      const drawn = {
        open: levels[index]!,
        close: levels[index + 1]!,
        above: reach(),
        below: reach(),
        volume: v,
        transactions: n,
        place: 0.25 + 0.5 * uniform(),
      }
      minutes.push({ t, ...toTrades(drawn, ticks) })
    }
  }
  return minutes
}
