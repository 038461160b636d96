/**
 * Items of options in the unified snapshot. Their prices are computed from the underlying's in the
 * regular session, the only time at which options trade.
 *
 * @module
 */
import { stocks } from "@candela/market/Market"
import type { LastQuote, LastTrade } from "@candela/market/InstrumentState"
import type { OptionSnapshot } from "@candela/snapshots/Snapshot"
import type { ChainContract } from "@candela/options/Chain"
import * as OptionPricing from "@candela/options/OptionPricing"
import { Record, Struct } from "effect"
import type { BaseBar } from "../bars/BaseBar.js"
import * as Calendar from "@candela/market/Calendar"
import * as OptionBars from "../options/OptionBars.js"
import type * as OptionContracts from "../options/OptionContracts.js"
import { round } from "../../numbers/Rounding.js"
import * as OptionTicks from "../ticks/OptionTicks.js"
import * as Ticks from "../ticks/Ticks.js"
import * as Item from "./Item.js"
import type { RegularSession } from "./RegularSessions.js"
import { nanosOf } from "./Snapshots.js"

const greekDecimals = 6

/** Fields that a chain has under the same names. */
const shared = [
  ...(["break_even_price", "greeks", "implied_volatility", "last_quote", "last_trade", "open_interest"] as const),
  ...(["underlying_asset", "fmv", "fmv_last_updated"] as const),
] as const

/** Fields of a session that the day of a chain's contract has. */
const ofDay = ["change", "change_percent", "close", "high", "low", "open", "previous_close", "volume"] as const

/** State of an underlying. */
export interface SnapshotUnderlying {
  /** Last price, including those outside of the regular session. */
  readonly price: number
  /** Time of the last price, epoch milliseconds. */
  readonly updated: number | undefined
  readonly session: RegularSession
}

const lastQuoteOf = (price: number, updated: bigint, timeframe: string): LastQuote => {
  const { ask, bid } = OptionBars.quoteOf(price)
  return { ask, bid, last_updated: updated, midpoint: round((ask + bid) / 2, stocks.decimals), timeframe }
}

const lastTradeOf = (minute: BaseBar, timeframe: string): LastTrade => {
  const trade = OptionTicks.tradesOfBar(minute).at(-1)!
  const timestamp = Ticks.nanosOf(trade)
  const { conditions, exchange, price, size } = trade
  const times = { sip_timestamp: timestamp, participant_timestamp: timestamp, last_updated: timestamp }
  return { conditions, exchange, price, size, ...times, timeframe }
}

const isOpen = (now: number) => Item.stockStatus(now) === "open"

/** State of a contract: its item, and the bar of its session. */
interface State {
  readonly item: OptionSnapshot
  readonly day: BaseBar | undefined
}

/** State of a contract; without the state of its underlying it holds only the terms. */
const stateOf = (
  contract: OptionContracts.OptionContract,
  underlying: SnapshotUnderlying | undefined,
  key: Item.ItemKey,
): State => {
  const { implied_volatility, listed_date, name, open_interest, ticker, ...details } = contract
  const timeframe = Item.timeframeOf(key)
  const known = {
    ticker,
    name,
    type: "options",
    market_status: isOpen(key.present) ? "open" : "closed",
    details,
    open_interest,
    timeframe,
  } as const
  if (underlying === undefined) return { item: known, day: undefined }
  const { bar, hours, minutes, previousClose, until } = underlying.session
  const updated = nanosOf(until)
  const traded = OptionBars.ofMinutes(contract, hours, minutes)
  const min = traded.at(-1)
  const day = OptionBars.ofDay(hours, traded) ?? OptionBars.ofSession(contract, hours, bar)
  const before = Calendar.previousSession(hours.date)
  const closeBefore =
    previousClose !== undefined && before.date >= listed_date
      ? OptionBars.pricer(contract, before)(previousClose, before.close)
      : undefined
  const session = Item.sessionOfBar(day, closeBefore, stocks)
  const greeks = OptionPricing.greeks(OptionBars.termsAt(contract, until), bar.c)
  const breakEven = round(details.strike_price + (details.contract_type === "call" ? day.c : -day.c), stocks.decimals)
  const underlyingTicker = details.underlying_ticker
  const item: OptionSnapshot = {
    ...known,
    break_even_price: breakEven,
    ...(greeks === undefined
      ? {}
      : { greeks: Record.map(greeks, (greek) => round(greek, greekDecimals)), implied_volatility }),
    session: {
      ...session,
      regular_trading_change: session.change,
      regular_trading_change_percent: session.change_percent,
    },
    ...(min === undefined ? {} : { last_minute: Item.lastMinuteOf(min), last_trade: lastTradeOf(min, timeframe) }),
    ...(key.subscription.quotes ? { last_quote: lastQuoteOf(day.c, updated, timeframe) } : {}),
    ...Item.fairValue(key, day.c, updated),
    last_updated: updated,
    underlying_asset: {
      ticker: underlyingTicker,
      change_to_break_even: round(breakEven - underlying.price, stocks.decimals),
      [underlyingTicker.startsWith("I:") ? "value" : "price"]: underlying.price,
      ...(underlying.updated === undefined ? {} : { last_updated: nanosOf(underlying.updated) }),
      timeframe,
    },
  }
  return { item, day }
}

/** Item of a contract in the unified snapshot. */
export const item = (...asked: Parameters<typeof stateOf>): OptionSnapshot => stateOf(...asked).item

/** A contract of a chain: the same state under the chain's names. */
export const ofChain = (...asked: Parameters<typeof stateOf>): ChainContract => {
  const { day, item } = stateOf(...asked)
  const { details, last_updated, session, ticker } = item
  const prices = session && Struct.pick(session, ...ofDay)
  return {
    ...Struct.pick(item, ...shared),
    details: { ...details, ticker },
    ...(prices && { day: { ...prices, ...(day?.vw && { vwap: day.vw }), last_updated: last_updated! } }),
  }
}
