/**
 * Trades and quotes of option contracts, derived from their minute bars, which are computed from those of their
 * underlying. The trades of a minute make its bar; each has a quote around it.
 *
 * @module
 */
import { session } from "@candela/market/Calendar"
import { stocks } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import type { BaseBar } from "../bars/BaseBar.js"
import * as Deriving from "../bars/Deriving.js"
import { secondsOf } from "../bars/Seconds.js"
import * as Trades from "../bars/Trades.js"
import * as OptionBars from "../options/OptionBars.js"
import type { OptionContract } from "../options/OptionContracts.js"
import { nanosText, type Tick, type WriteTick, writing } from "./Ticks.js"

/** Trade of a contract. */
export interface OptionTradeTick extends Tick {
  readonly price: number
  readonly size: number
  readonly exchange: number
  /** One condition, or none. */
  readonly conditions: ReadonlyArray<number>
}

/** Quote of a contract. */
export interface OptionQuoteTick extends Tick {
  readonly ask: number
  readonly askExchange: number
  readonly askSize: number
  readonly bid: number
  readonly bidExchange: number
  readonly bidSize: number
}

const second = 1_000
const perSecond = 100_000
const secondsOfDay = 86_400

/**
 * Ids of exchanges, and conditions of trades: executed electronically, in an auction, as a sweep,
 * as one of several legs.
 */
const exchanges = [302, 308, 312, 313, 316, 320, 322, 323, 325]
const conditions = [[209], [209], [209], [227], [219], [232], []]

const anyOf = <A>(values: ReadonlyArray<A>, random: () => number): A => values[Math.floor(random() * values.length)]!

/** Derives the trades of a minute bar of a contract, in the order of time. */
export const tradesOfBar = (bar: BaseBar): ReadonlyArray<OptionTradeTick> =>
  secondsOf(bar, stocks.decimals).flatMap((whole) => {
    const random = Deriving.chanceOf(whole, second)
    return Trades.printsOf(whole, stocks.decimals, random).map(({ at, price, size }, index): OptionTradeTick => ({
      ms: whole.t + at,
      nanos: Math.floor(random() * 1_000_000),
      // Options trade within a day in UTC.
      sequence: ((whole.t / second) % secondsOfDay) * perSecond + 2 * index + 1,
      price,
      size,
      exchange: anyOf(exchanges, random),
      conditions: anyOf(conditions, random),
    }))
  })

/** Derives the trades of a contract in a minute of its underlying: none outside of the session, or of its life. */
export const tradesOf = (contract: OptionContract) => {
  const { expiration_date: last, listed_date: first } = contract
  // Minutes come in the order of time: one session after the other.
  let [date, barOf] = ["", (bar: BaseBar) => bar]
  return (underlying: BaseBar): ReadonlyArray<OptionTradeTick> => {
    const hours = session(dateOf(stocks.zone, underlying.t))
    if (hours === undefined || underlying.t < hours.open || underlying.t >= hours.close) return []
    if (hours.date < first || hours.date > last) return []
    if (hours.date !== date) [date, barOf] = [hours.date, OptionBars.ofMinute(contract, hours)]
    return tradesOfBar(barOf(underlying))
  }
}

/** Derives the quotes of a contract in a minute of its underlying: one before each trade. */
export const quotesOf = (contract: OptionContract) => {
  const trades = tradesOf(contract)
  return (underlying: BaseBar): ReadonlyArray<OptionQuoteTick> => {
    const random = Deriving.chanceOf(underlying, second / 4)
    const size = () => 1 + Math.floor(random() * 60)
    return trades(underlying).map(({ ms, nanos, price, sequence }): OptionQuoteTick => {
      const { ask, bid } = OptionBars.quoteOf(price)
      return {
        ms,
        nanos: Math.floor(random() * nanos),
        sequence: sequence - 1,
        ask,
        askExchange: anyOf(exchanges, random),
        askSize: size(),
        bid,
        bidExchange: anyOf(exchanges, random),
        bidSize: size(),
      }
    })
  }
}

/** Writes a trade as JSON. */
export const writeTrade: WriteTick<OptionTradeTick> = writing(
  ({ conditions, exchange, ms, nanos, price, sequence, size }) => {
    const time = nanosText(ms, nanos)
    const words = conditions.length === 0 ? "" : `"conditions":[${conditions.join(",")}],`
    return `{${words}"exchange":${exchange},"participant_timestamp":${time},"price":${price},"sequence_number":${sequence},"sip_timestamp":${time},"size":${size}}`
  },
)

/** Writes a quote as JSON. */
export const writeQuote: WriteTick<OptionQuoteTick> = writing((quote) => {
  const { ask, askExchange, askSize, bid, bidExchange, bidSize, ms, nanos, sequence } = quote
  return `{"ask_exchange":${askExchange},"ask_price":${ask},"ask_size":${askSize},"bid_exchange":${bidExchange},"bid_price":${bid},"bid_size":${bidSize},"sequence_number":${sequence},"sip_timestamp":${nanosText(ms, nanos)}}`
})
