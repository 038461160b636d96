/**
 * Items of options in the unified snapshot. Their prices are computed from the underlying's in the
 * regular session, the only time at which options trade.
 *
 * @module
 */
import { stocks } from "@candela/market/Market"
import type { LastQuote, LastTrade, OptionSnapshot } from "@candela/snapshots/Snapshot"
import { Effect } from "effect"
import type { BaseBar } from "../bars/BaseBar.js"
import * as Calendar from "@candela/market/Calendar"
import * as OptionContracts from "../options/OptionContracts.js"
import * as OptionBars from "../options/OptionBars.js"
import * as OptionTicks from "../ticks/OptionTicks.js"
import { nanosOf as ticksNanosOf } from "../ticks/Ticks.js"
import { tickerIn } from "../../store/tickerIn.js"
import { round } from "../../numbers/Rounding.js"
import { Store, type StoreError } from "../../store/Store.js"
import * as Item from "./Item.js"
import * as OptionPricing from "../options/OptionPricing.js"
import type { RegularSession } from "./RegularSessions.js"
import { nanosOf } from "./Snapshots.js"

/** Contracts with these tickers. */
export const contracts = (
  tickers: ReadonlyArray<string>,
): Effect.Effect<ReadonlyArray<OptionContracts.OptionContract>, StoreError, Store> =>
  Effect.gen(function* () {
    if (tickers.length === 0) return []
    const { query } = yield* Store
    const { name, read, select } = OptionContracts.table
    return (yield* query(`SELECT ${select} FROM ${name} WHERE ${tickerIn(tickers)}`, tickers)).map(read)
  })

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
  const timestamp = ticksNanosOf(trade)
  const { conditions, exchange, price, size } = trade
  const times = { sip_timestamp: timestamp, participant_timestamp: timestamp, last_updated: timestamp }
  return { conditions, exchange, price, size, ...times, timeframe }
}

const isOpen = (now: number) => Item.stockStatus(now) === "open"

/** Item of a contract; without the state of its underlying it holds only the terms. */
export const item = (
  contract: OptionContracts.OptionContract,
  underlying: SnapshotUnderlying | undefined,
  key: Item.ItemKey,
): OptionSnapshot => {
  const { implied_volatility, name, open_interest, ticker, ...details } = contract
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
  if (underlying === undefined) return known
  const { hours, minute: lastMinute, previousClose, until, bar } = underlying.session
  const updated = nanosOf(until)
  const day = OptionBars.ofSession(contract, bar, hours, until)
  const min = lastMinute && OptionBars.ofMinute(contract, lastMinute, hours)
  const before = Calendar.previousSession(hours.date).close
  const session = Item.sessionOfBar(day, previousClose && OptionBars.priceAt(contract, before)(previousClose), stocks)
  const greeks = OptionPricing.greeks(OptionBars.termsAt(contract, until), bar.c)
  const breakEven = round(details.strike_price + (details.contract_type === "call" ? day.c : -day.c), stocks.decimals)
  const underlyingTicker = details.underlying_ticker!
  return {
    ...known,
    break_even_price: breakEven,
    ...(greeks === undefined ? {} : { greeks, implied_volatility }),
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
}
