/**
 * Trades and quotes of futures contracts, derived from minute bars by way of their seconds: they make the bars, price
 * times size only approximately.
 *
 * @module
 */
import { futures } from "@candela/market/Market"
import * as Session from "@candela/market/Session"
import { dateOfDay } from "@candela/market/TimeZone"
import { round } from "../../numbers/Rounding.js"
import * as Deriving from "../bars/Deriving.js"
import * as Trades from "../bars/Trades.js"
import { productOf } from "../futures/contracts.js"
import { type Base, secondsOfMinute } from "../futures/Reader.js"
import { nanosText, type Tick, type WriteTick, writing } from "./Ticks.js"

/** Trade of a contract. */
export interface FuturesTradeTick extends Tick {
  readonly price: number
  readonly size: number
}

/** Quote of a contract. */
export interface FuturesQuoteTick extends Tick {
  readonly ask: number
  readonly askSize: number
  readonly bid: number
  readonly bidSize: number
}

const second = 1_000
const perSecond = 10_000

/** Derives the trades of a minute of a contract, in the order of time. */
export const tradesOf = (ticker: string) => {
  const ticks = productOf(ticker)?.ticks
  return (minute: Base): ReadonlyArray<FuturesTradeTick> =>
    secondsOfMinute(minute, ticks).flatMap((whole) => {
      const bar = { ...whole, vw: whole.dv / whole.v }
      const random = Deriving.chanceOf(bar, second)
      let before = -1
      let nanos = 0
      return Trades.printsOf(bar, futures.decimals, random).map(({ at, price, size }, index): FuturesTradeTick => {
        const added = Math.floor((random() * (1_000_000 - nanos)) / 4)
        nanos = at === before ? nanos + added : Math.floor(random() * 1_000_000)
        before = at
        return { ms: whole.t + at, nanos, sequence: (whole.t / second) * perSecond + 2 * index + 1, price, size }
      })
    })
}

/** Derives the quotes of a minute of a contract, in the order of time: before each trade one that it meets. */
export const quotesOf = (ticker: string) => {
  const trades = tradesOf(ticker)
  const tick = 1 / (productOf(ticker)?.ticks ?? 100)
  return (minute: Base): ReadonlyArray<FuturesQuoteTick> => {
    const random = Deriving.chanceOf({ ...minute, vw: null }, second / 4)
    const size = () => 1 + Math.floor(random() * 40)
    const quotes: Array<FuturesQuoteTick> = []
    let last: FuturesQuoteTick | undefined
    for (const { ms, nanos, price, sequence } of trades(minute)) {
      if (last !== undefined && (price === last.ask || price === last.bid) && random() < 0.7) continue
      const bid = random() < 0.5 ? price : round(price - tick, futures.decimals)
      const least = last?.ms === ms ? last.nanos : 0
      last = {
        ms,
        nanos: least + Math.floor(random() * (nanos - least)),
        sequence: sequence - 1,
        ask: round(bid + tick, futures.decimals),
        askSize: size(),
        bid,
        bidSize: size(),
      }
      quotes.push(last)
    }
    return quotes
  }
}

/** Multicast channel of the exchange, of all contracts. */
const channel = 310

const common = (ticker: string, { ms, nanos, sequence }: Tick): string => {
  const date = dateOfDay(Session.dayOf(futures, ms))
  return `"channel":${channel},"report_sequence":${sequence},"sequence_number":${sequence},"session_end_date":"${date}","ticker":${JSON.stringify(ticker)},"timestamp":${nanosText(ms, nanos)}`
}

/** Writes a trade as JSON. */
export const writeTrade = (ticker: string): WriteTick<FuturesTradeTick> =>
  writing((trade) => `{${common(ticker, trade)},"price":${trade.price},"size":${trade.size}}`)

/** Writes a quote as JSON. */
export const writeQuote = (ticker: string): WriteTick<FuturesQuoteTick> =>
  writing((quote) => {
    const { ask, askSize, bid, bidSize, ms, nanos } = quote
    const since = nanosText(ms, nanos)
    return `{"ask_price":${ask},"ask_size":${askSize},"ask_timestamp":${since},"bid_price":${bid},"bid_size":${bidSize},"bid_timestamp":${since},${common(ticker, quote)}}`
  })
