/**
 * The items of the unified snapshot: the state of any instrument, as a plan sees it.
 *
 * @module
 */
import { crypto, forex, type Market, stocks } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import type {
  CryptoSnapshot,
  ForexSnapshot,
  LastMinute,
  LastQuote,
  LastTrade,
  Session,
  Snapshot,
  StockSnapshot,
} from "@candela/snapshots/Snapshot"
import type { StockLastQuote, StockLastTrade } from "@candela/stocks/Snapshots"
import { Effect } from "effect"
import type { BaseBar } from "../bars/BaseBar.js"
import * as Trades from "../bars/Trades.js"
import { session as sessionOf } from "../Calendar.js"
import { isForexOpen } from "../generate/pairs/hours.js"
import type * as Route from "../Route.js"
import { round } from "../Rounding.js"
import type { Store, StoreError } from "../Store.js"
import * as ForexSnapshots from "./ForexSnapshots.js"
import * as PairDays from "./PairDays.js"
import * as StockDays from "./StockDays.js"
import * as StockSnapshots from "./StockSnapshots.js"

/** What the tables know of an instrument. */
export interface Instrument {
  readonly ticker: string
  readonly name: string
  /** `stocks`, `otc`, `fx` or `crypto`. */
  readonly market: string
}

/** What of a request decides what its items show. */
export type Key = Pick<Route.Context, "now" | "subscription" | "visible">

const nanosOf = (millis: number): bigint => BigInt(Math.round(millis)) * 1_000_000n

/** A change since a price, and the same in percent of it. */
const changeSince = (price: number, before: number, { decimals }: Market) => ({
  change: round(price - before, decimals),
  percent: before === 0 ? 0 : round(((price - before) / before) * 100, 4),
})

/** A session without data is all zeros, but for the previous close. */
const sessionOfBar = (bar: BaseBar | undefined, previousClose: number | undefined, market: Market): Session => {
  const previous = previousClose ?? 0
  const { change, percent } =
    bar === undefined || previousClose === undefined ? { change: 0, percent: 0 } : changeSince(bar.c, previous, market)
  return {
    change,
    change_percent: percent,
    close: bar?.c ?? 0,
    high: bar?.h ?? 0,
    low: bar?.l ?? 0,
    open: bar?.o ?? 0,
    previous_close: previous,
    ...(bar === undefined ? {} : { price: bar.c }),
    volume: bar?.v ?? 0,
  }
}

const lastMinuteOf = ({ c, h, l, n, o, v, vw }: BaseBar): LastMinute => ({
  close: c,
  high: h,
  low: l,
  open: o,
  transactions: n ?? 0,
  volume: v,
  vwap: vw ?? c,
})

/** A last trade (its timestamp in epoch nanoseconds) under the names of the unified snapshot. */
const lastTradeOf = (trade: Omit<StockLastTrade, "decimal_size">, timeframe: string): LastTrade => {
  const { timestamp, ...rest } = trade
  return { ...rest, sip_timestamp: timestamp, participant_timestamp: timestamp, last_updated: timestamp, timeframe }
}

/** Whether stocks trade at an instant. */
const stockStatus = (now: number): string => {
  const today = sessionOf(dateOf(stocks.zone, now))
  if (today === undefined || now < today.preMarketOpen || now >= today.afterHoursClose) return "closed"
  if (now < today.open) return "early_trading"
  return now < today.close ? "open" : "late_trading"
}

const timeframeOf = ({ subscription }: Key): string => (subscription.delay > 0 ? "DELAYED" : "REAL-TIME")

const fairValue = (key: Key, value: number | undefined, updated: bigint | undefined) =>
  key.subscription.fairMarketValue && value !== undefined && updated !== undefined
    ? { fmv: value, fmv_last_updated: updated }
    : {}

const stockQuoteOf = ({ timestamp, ...quote }: StockLastQuote, timeframe: string): LastQuote => ({
  ...quote,
  last_updated: timestamp,
  midpoint: round(ForexSnapshots.middle(quote), stocks.decimals),
  timeframe,
})

const stockItem = (
  { market, name, ticker }: Instrument,
  found: StockDays.StockDay | undefined,
  key: Key,
): StockSnapshot => {
  const { day, early, late, min, newest, prevDay, regular, updated } = found ?? {}
  const previousClose = prevDay?.c
  const { lastQuote, lastTrade } = newest === undefined ? {} : StockSnapshots.lastOf(newest, market === "otc")
  const changes = (price: number | undefined, before: number | undefined, prefix: "early" | "late") => {
    if (price === undefined || before === undefined) return {}
    const { change, percent } = changeSince(price, before, stocks)
    return { [`${prefix}_trading_change`]: change, [`${prefix}_trading_change_percent`]: percent }
  }
  const timeframe = timeframeOf(key)
  const lastUpdated = updated === undefined ? undefined : nanosOf(updated)
  return {
    ticker,
    name,
    type: "stocks",
    market_status: stockStatus(key.now),
    session: {
      ...sessionOfBar(day, previousClose, stocks),
      ...changes(early, previousClose, "early"),
      ...changes(late, regular, "late"),
    },
    ...(min === undefined ? {} : { last_minute: lastMinuteOf(min) }),
    ...(lastTrade === undefined ? {} : { last_trade: lastTradeOf(lastTrade, timeframe) }),
    ...(lastQuote === undefined || !key.subscription.quotes ? {} : { last_quote: stockQuoteOf(lastQuote, timeframe) }),
    ...fairValue(key, newest?.c, lastUpdated),
    ...(lastUpdated === undefined ? {} : { last_updated: lastUpdated }),
    timeframe,
  }
}

const lastQuoteOf = (quote: ForexSnapshots.LastQuote, timeframe: string): LastQuote => ({
  ask: quote.ask,
  ask_exchange: quote.exchange,
  bid: quote.bid,
  bid_exchange: quote.exchange,
  last_updated: quote.nanos,
  midpoint: round(ForexSnapshots.middle(quote), forex.decimals),
  timeframe,
})

/** What the items of pairs share. */
const pairItem = ({ name, ticker }: Instrument, found: PairDays.PairDay | undefined, market: Market, key: Key) => {
  const { day, min, prevDay, updated } = found ?? {}
  return {
    ticker,
    name,
    session: sessionOfBar(day, prevDay?.c, market),
    ...(min === undefined ? {} : { last_minute: lastMinuteOf(min) }),
    ...(updated === undefined ? {} : { last_updated: nanosOf(updated) }),
    timeframe: timeframeOf(key),
  }
}

const forexItem = (
  instrument: Instrument,
  found: PairDays.PairDay | undefined,
  quote: ForexSnapshots.LastQuote | undefined,
  key: Key,
): ForexSnapshot => ({
  ...pairItem(instrument, found, forex, key),
  type: "fx",
  market_status: isForexOpen(key.now) ? "open" : "closed",
  ...(quote !== undefined && key.subscription.quotes ? { last_quote: lastQuoteOf(quote, timeframeOf(key)) } : {}),
  ...fairValue(key, quote && round(ForexSnapshots.middle(quote), forex.decimals), quote?.nanos),
})

const cryptoItem = (instrument: Instrument, found: PairDays.PairDay | undefined, key: Key): CryptoSnapshot => {
  const { newest, updated } = found ?? {}
  const trade = newest && Trades.lastOf(newest, crypto.decimals)
  return {
    ...pairItem(instrument, found, crypto, key),
    type: "crypto",
    market_status: "open",
    ...(trade === undefined
      ? {}
      : { last_trade: lastTradeOf({ ...trade, timestamp: nanosOf(trade.timestamp) }, timeframeOf(key)) }),
    ...fairValue(key, newest?.c, updated === undefined ? undefined : nanosOf(updated)),
  }
}

/** The items of instruments, in their order. */
export const items = (
  instruments: ReadonlyArray<Instrument>,
  key: Key,
): Effect.Effect<ReadonlyArray<Snapshot>, StoreError, Store> =>
  Effect.gen(function* () {
    const of = (...markets: ReadonlyArray<string>) =>
      instruments.filter(({ market }) => markets.includes(market)).map(({ ticker }) => ticker)
    const { visible } = key
    const [stockDays, forexDays, quotes, cryptoDays] = yield* Effect.all([
      StockDays.read(of("stocks", "otc"), visible),
      PairDays.read({ market: forex, tickers: of("fx"), visible }),
      ForexSnapshots.lastQuotes(of("fx"), visible),
      PairDays.read({ market: crypto, tickers: of("crypto"), visible }),
    ])
    return instruments.map((instrument): Snapshot => {
      const { market, ticker } = instrument
      if (market === "fx") return forexItem(instrument, forexDays.get(ticker), quotes.get(ticker), key)
      if (market === "crypto") return cryptoItem(instrument, cryptoDays.get(ticker), key)
      return stockItem(instrument, stockDays.get(ticker), key)
    })
  })
