/**
 * Items of options in the unified snapshot. Their prices are computed from the underlying's in the
 * regular session, the only time at which options trade.
 *
 * @module
 */
import { stocks } from "@candela/market/Market"
import { dayMillis } from "@candela/market/TimeZone"
import type { LastQuote, OptionSnapshot } from "@candela/snapshots/Snapshot"
import { Effect } from "effect"
import type { BaseBar } from "../bars/BaseBar.js"
import * as Calendar from "@candela/market/Calendar"
import * as OptionContracts from "../options/OptionContracts.js"
import { riskFreeRate, underlyings } from "../options/underlyings.js"
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

const year = 365 * dayMillis

/** Terms of a contract at an instant (epoch milliseconds). It expires when its last session closes. */
const termsAt = (contract: OptionContracts.OptionContract, instant: number): OptionPricing.Terms => {
  const expiration = Calendar.session(contract.expiration_date)!.close
  return {
    ...contract,
    years: Math.max(0, expiration - instant) / year,
    rate: riskFreeRate,
    dividendYield: underlyings.find(({ ticker }) => ticker === contract.underlying_ticker)?.dividendYield ?? 0,
    volatility: contract.implied_volatility,
  }
}

/** Minimum price of a trade. */
const cent = 0.01

/** Price of a contract at an instant, in whole cents. */
const priceAt = (contract: OptionContracts.OptionContract, instant: number) => {
  const terms = termsAt(contract, instant)
  return (underlying: number) => Math.max(cent, round(OptionPricing.price(terms, underlying), 2))
}

/** Bar of a contract, from the prices of a span of the underlying's session at given instants. */
const barOf = (
  contract: OptionContracts.OptionContract,
  { h, l, o, c, t }: BaseBar,
  at: { readonly open: number; readonly high: number; readonly low: number; readonly close: number },
  /** Elapsed part of a session. */
  part: number,
): BaseBar => {
  const [most, least] = contract.contract_type === "call" ? [h, l] : [l, h]
  const open = priceAt(contract, at.open)(o)
  const close = priceAt(contract, at.close)(c)
  const high = Math.max(open, close, priceAt(contract, at.high)(most))
  const low = Math.min(open, close, priceAt(contract, at.low)(least))
  // About a tenth of the open interest trades in a session, a few contracts at a time, and at least
  // one at each of the four prices.
  const volume = Math.max(4, Math.ceil(((contract.open_interest + 10) / 10) * part))
  const average = round((high + low + 2 * close) / 4, stocks.decimals)
  return { t, o: open, h: high, l: low, c: close, v: volume, vw: average, n: Math.max(4, Math.ceil(volume / 4)) }
}

const minute = 60_000

/**
 * Time value decays: the session's high is priced at its opening, its low at its close, so that
 * neither depends on the time of the request.
 */
const sessionBar = (contract: OptionContracts.OptionContract, { bar, hours, until }: RegularSession) =>
  barOf(
    contract,
    bar,
    { open: hours.open, high: hours.open, low: hours.close, close: until },
    (until - hours.open) / (hours.close - hours.open),
  )

const minuteBar = (contract: OptionContracts.OptionContract, bar: BaseBar, { hours, until }: RegularSession) =>
  barOf(contract, bar, { open: until, high: until, low: until, close: until }, minute / (hours.close - hours.open))

/** Quote with bid and ask at the same distance from a price, a cent or one percent. */
const lastQuoteOf = (price: number, updated: bigint, timeframe: string): LastQuote => {
  const half = Math.max(cent, round(price / 100, 2))
  const [ask, bid] = [round(price + half, 2), Math.max(0, round(price - half, 2))]
  return { ask, bid, last_updated: updated, midpoint: round((ask + bid) / 2, stocks.decimals), timeframe }
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
  const day = sessionBar(contract, underlying.session)
  const min = lastMinute && minuteBar(contract, lastMinute, underlying.session)
  const before = Calendar.previousSession(hours.date).close
  const session = Item.sessionOfBar(day, previousClose && priceAt(contract, before)(previousClose), stocks)
  const greeks = OptionPricing.greeks(termsAt(contract, until), bar.c)
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
    ...(min === undefined
      ? {}
      : { last_minute: Item.lastMinuteOf(min), last_trade: Item.lastTradeOf(min, timeframe, true) }),
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
