import type { Random } from "../../numbers/random.js"
import type { TradingDay } from "./hours.js"
import type { PriceAt } from "./prices.js"
import type { Pair } from "./profiles.js"

/** The columns of `forex_quotes`. */
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

/** The service's id of the one venue that currencies are quoted on. */
const exchange = 48

/** Quotes of a whole day: more than a page of the largest size in two weeks of the liquid pairs, a few hundred a day of the others. */
const quotesPerDay = ({ presence }: Pair): number => (presence > 0.8 ? 6000 : presence > 0.3 ? 4000 : 500)

/** Half the usual distance from bid to ask, in ticks: about one in 40,000 of the price of liquid pairs, and four times as much of others. */
const halfSpread = ({ decimals, presence, price }: Pair): number =>
  Math.max(1, (price * 10 ** decimals * (presence > 0.3 ? 1 : 4)) / 80_000)

/** Some quotes follow another one within the same nanosecond. */
const simultaneous = 0.002

/**
 * Adds a day's quotes before `now`. Bid and ask lie at the same distance from the mid price of their instant, which the pair's bars show. Nothing of
 * a day depends on `now`.
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
  // One quote in each slot of time, anywhere in it.
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
