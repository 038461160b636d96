import type { Random } from "../../numbers/random.js"
import type { TradingDay } from "./hours.js"
import type { PriceAt } from "./prices.js"
import type { Pair } from "./profiles.js"

/** Columns of `forex_quotes`. */
export interface QuoteColumns {
  readonly ticker: Array<string>
  readonly sequence: Array<number>
  readonly ask_exchange: Array<number>
  readonly ask_price: Array<number>
  readonly bid_exchange: Array<number>
  readonly bid_price: Array<number>
  readonly participant_timestamp: Array<bigint>
}

export const emptyQuotes = (): QuoteColumns => ({
  ticker: [],
  sequence: [],
  ask_exchange: [],
  ask_price: [],
  bid_exchange: [],
  bid_price: [],
  participant_timestamp: [],
})

/** Service's id of the only quoting venue for currencies. */
const exchange = 48

/**
 * Quotes of a whole day: more than a page of the largest size in two weeks of the liquid pairs, a
 * few hundred a day of the others.
 */
const quotesPerDay = ({ presence }: Pair): number => (presence > 0.8 ? 6000 : presence > 0.3 ? 4000 : 500)

/**
 * Half the usual spread, in ticks: about one in 40,000 of the price of liquid pairs, and four times as much for others.
 */
const halfSpread = ({ decimals, presence, price }: Pair): number =>
  Math.max(1, (price * 10 ** decimals * (presence > 0.3 ? 1 : 4)) / 80_000)

/** Share of quotes within the same nanosecond as the one before. */
const simultaneous = 0.002

/**
 * Adds a day's quotes before `now`. Bid and ask have the same distance from the mid price of their
 * instant, which the pair's bars show. No quote depends on `now`.
 */
export const addQuotes = (
  into: QuoteColumns,
  pair: Pair,
  { from, to }: TradingDay,
  options: { readonly now: number; readonly priceAt: PriceAt; readonly random: Random },
): void => {
  const { now, priceAt } = options
  const { uniform } = options.random
  const ticks = 10 ** pair.decimals
  const half = halfSpread(pair)
  const count = Math.round((quotesPerDay(pair) * (to - from)) / 86_400_000)
  // One quote in each time slot, at a random place.
  const slot = (BigInt(to - from) * 1_000_000n) / BigInt(count)
  let timestamp = 0n
  for (let index = 0; index < count; index++) {
    const place = BigInt(Math.floor(uniform() * Number(slot)))
    if (index === 0 || uniform() >= simultaneous) timestamp = BigInt(from) * 1_000_000n + BigInt(index) * slot + place
    const millis = Number(timestamp / 1_000_000n)
    if (millis >= now) return
    const mid = Math.round(priceAt(pair, millis) * ticks)
    const distance = Math.max(1, Math.round(half * (0.6 + 0.8 * uniform())))
    into.ticker.push(pair.ticker)
    into.sequence.push(index)
    into.ask_exchange.push(exchange)
    into.ask_price.push((mid + distance) / ticks)
    into.bid_exchange.push(exchange)
    into.bid_price.push((mid - distance) / ticks)
    into.participant_timestamp.push(timestamp)
  }
}
