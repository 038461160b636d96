/**
 * Trades, derived from second bars, which are derived from minute bars: the tables hold minutes, or the day alone.
 *
 * The trades of a second depend on its bar alone and make it: open, high, low, close, volume and
 * transactions exactly, the average price approximately. So they make minutes and days too. A bar
 * with more prices than transactions (an imported one may have) has a trade for each price.
 *
 * @module
 */
import type { Market } from "@candela/market/Market"
import { dayNumber, startOfDay } from "@candela/market/TimeZone"
import { Effect } from "effect"
import type { Store, StoreError } from "../../store/Store.js"
import type { BaseBar } from "./BaseBar.js"
import * as Deriving from "./Deriving.js"
import { tradedBars } from "./DayMinutes.js"
import type { BarSource } from "./Reader.js"
import { secondsOf } from "./Seconds.js"

/** A trade. */
export interface Trade {
  /** Time of the trade, epoch milliseconds; unique within the second, unless it has more than a thousand trades. */
  readonly timestamp: number
  readonly price: number
  readonly size: number
  /** Trade id, unique for its ticker: digits. */
  readonly id: string
  /** Exchange id of the vendor. */
  readonly exchange: number
  /**
   * Condition ids of the vendor: 1 for a sale, 2 for a purchase, from the view of the side that
   * accepted the other's price.
   */
  readonly conditions: ReadonlyArray<number>
}

const second = 1_000

/** Exchange ids: Coinbase, Bitfinex, Bitstamp, Kraken. */
const exchanges = [1, 2, 6, 23]

/** Prices of a bar, in an order that makes it, each only once where that is enough. */
const turns = ({ c, h, l, o }: BaseBar, random: () => number): ReadonlyArray<number> => {
  if (h === l) return [o]
  const extremes = random() < 0.5 ? [h, l] : [l, h]
  return [o, ...extremes.filter((price) => price !== o && price !== c), c]
}

/** A trade without its exchange and conditions. */
export interface Print {
  /** Time within the second, milliseconds. */
  readonly at: number
  readonly price: number
  readonly size: number
  /** Whether it is one of those that make the prices of the bar. */
  readonly makes: boolean
}

/** `count` places along the turns: each of the turns (whole numbers), and others between them, in order. */
const placesOf = (turns: number, count: number, random: () => number): ReadonlyArray<number> => {
  const between = Array.from({ length: count - turns }, () => random() * (turns - 1))
  return [...Array.from({ length: turns }, (_, index) => index), ...between].sort((one, other) => one - other)
}

const sizesOf = (
  { v, vw }: BaseBar,
  prices: ReadonlyArray<number>,
  lots: ReadonlyArray<number>,
  decimals: number,
  random: () => number,
) => {
  const weights = Deriving.balance(
    prices.map((price) => ({ h: price, l: price })),
    vw,
    random,
  )
  const parts = Deriving.partsOfUnit(v, decimals, prices.length)
  if (parts === 0) return weights.map((_, index) => (index === 0 ? v : 0))
  const least = lots.map((lot) => Math.max(1, lot * parts))
  return Deriving.deal(Math.round(v * parts), weights, least).map((share) => share / parts)
}

/**
 * Derives the prints of a second bar, in the order of time. Sizes have at most `decimals` decimals. Those that make
 * its prices have at least a `lot`, if the volume is enough for that.
 */
export const printsOf = (bar: BaseBar, decimals: number, random: () => number, lot = 0): ReadonlyArray<Print> => {
  const count = Math.max(bar.n ?? 0, Deriving.leastTrades(bar))
  const path = turns(bar, random)
  const ticks = Deriving.ticksOfUnit(bar)
  const places = placesOf(path.length, count, random)
  const prices = places.map((place) => {
    const left = path[Math.floor(place)]!
    const right = path[Math.ceil(place)]!
    const price = Math.round((left + (right - left) * (place - Math.floor(place))) * ticks) / ticks
    return Math.min(Math.max(price, bar.l), bar.h)
  })
  // Where all prices are equal, the first and the last trade make them.
  const makes = places.map(
    (place, index) => Number.isInteger(place) && (bar.h > bar.l || index === 0 || index === count - 1),
  )
  const sizes = sizesOf(
    bar,
    prices,
    makes.map((makes) => (makes ? lot : 0)),
    decimals,
    random,
  )
  const times =
    count > second
      ? prices.map((_, index) => Math.floor((index * second) / count))
      : Deriving.pick(count, second, random)
  return prices.map((price, index) => ({ at: times[index]!, price, size: sizes[index]!, makes: makes[index]! }))
}

/** Derives the trades of a second bar, in the order of time. Sizes have at most `decimals` decimals. */
export const tradesOf = (bar: BaseBar, decimals: number): ReadonlyArray<Trade> => {
  const random = Deriving.chanceOf(bar, second)
  return printsOf(bar, decimals, random).map(({ at, price, size }, index) => ({
    timestamp: bar.t + at,
    price,
    size,
    // The live channel sends the id as a whole number.
    id: `${bar.t / second}${String(index).padStart(4, "0")}`,
    exchange: exchanges[Math.floor(random() * exchanges.length)]!,
    conditions: [random() < 0.5 ? 1 : 2],
  }))
}

/** Last trade of a minute bar, at its closing price. */
export const lastOf = (minute: BaseBar, decimals: number): Trade =>
  tradesOf(secondsOf(minute, decimals).at(-1)!, decimals).at(-1)!

/** Request for the trades of a day. */
export interface DayRequest extends BarSource {
  /** Date in the market's zone, `yyyy-mm-dd`. */
  readonly date: string
  /** Instant after which trades are returned, epoch milliseconds; absent for all. */
  readonly offset?: number | undefined
  /** Maximum number of trades. */
  readonly limit: number
}

const dayOf = ({ zone }: Market, date: string) => {
  const day = dayNumber(date)
  return { begin: startOfDay(zone, day), end: startOfDay(zone, day + 1) }
}

/** Trades of a day, in the order of time; `undefined` when it has none. */
export const ofDay = (request: DayRequest): Effect.Effect<ReadonlyArray<Trade> | undefined, StoreError, Store> =>
  Effect.gen(function* () {
    const { date, limit, market, offset = -Infinity } = request
    const { begin, end } = dayOf(market, date)
    const from = Math.max(begin, Math.floor((offset + 1) / second) * second)
    // Each second has a trade, and all trades of the first one may be before the offset.
    const seconds = yield* tradedBars(request, "second")({ from, to: end, sort: "asc", limit: limit + 1 })
    const trades: Array<Trade> = []
    for (const bar of seconds) {
      if (trades.length >= limit) break
      for (const trade of tradesOf(bar, market.decimals)) if (trade.timestamp > offset) trades.push(trade)
    }
    if (trades.length > 0) return trades.slice(0, limit)
    const minutes = yield* tradedBars(request, "minute")({ from: begin, to: end, sort: "asc", limit: 1 })
    return minutes.length > 0 ? [] : undefined
  })
