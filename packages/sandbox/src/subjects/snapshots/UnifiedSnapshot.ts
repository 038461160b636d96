/**
 * Items of the unified snapshot: the state of any instrument, as visible on a plan.
 *
 * @module
 */
import { crypto, forex, type Market, stocks } from "@candela/market/Market"
import type { LastQuote, LastTrade } from "@candela/market/InstrumentState"
import type { CryptoSnapshot, ForexSnapshot, IndexSnapshot, Snapshot, StockSnapshot } from "@candela/snapshots/Snapshot"
import type { StockLastQuote, StockLastTrade } from "@candela/stocks/Snapshots"
import type { ChainContract } from "@candela/options/Chain"
import { Effect } from "effect"
import * as Trades from "../bars/Trades.js"
import * as OptionBars from "../options/OptionBars.js"
import type * as OptionContracts from "../options/OptionContracts.js"
import { isForexOpen } from "../pairs/hours.js"
import { round } from "../../numbers/Rounding.js"
import type { Store, StoreError } from "../../store/Store.js"
import * as ForexSnapshots from "./ForexSnapshots.js"
import * as Item from "./Item.js"
import * as OptionSnapshots from "./OptionSnapshots.js"
import * as PairDays from "./PairDays.js"
import * as RegularSessions from "./RegularSessions.js"
import { changeSince, nanosOf } from "./Snapshots.js"
import * as StockDays from "./StockDays.js"
import * as StockSnapshots from "./StockSnapshots.js"
import * as StockTicks from "../ticks/StockTicks.js"

/** Converts a last trade (its timestamp in epoch nanoseconds) to the names of the unified snapshot. */
const lastTradeOf = (trade: Omit<Required<StockLastTrade>, "decimal_size">, timeframe: string): LastTrade => {
  const { timestamp, ...rest } = trade
  return { ...rest, sip_timestamp: timestamp, participant_timestamp: timestamp, last_updated: timestamp, timeframe }
}

const stockQuoteOf = ({ timestamp, ...quote }: Required<StockLastQuote>, timeframe: string): LastQuote => ({
  ...quote,
  last_updated: timestamp,
  midpoint: round(ForexSnapshots.middle(quote), stocks.decimals),
  timeframe,
})

const stockItem = (
  { name, ticker }: Item.Instrument,
  found: StockDays.StockDay | undefined,
  listing: StockTicks.StockListing,
  key: Item.ItemKey,
): StockSnapshot => {
  const { day, early, late, min, newest, prevDay, regular, updated } = found ?? {}
  const previousClose = prevDay?.c
  const { lastQuote, lastTrade } = newest === undefined ? {} : StockSnapshots.lastOf(newest, listing)
  const changes = (price: number | undefined, before: number | undefined, prefix: "early" | "late") => {
    if (price === undefined || before === undefined) return {}
    const { change, percent } = changeSince(price, before, stocks)
    return { [`${prefix}_trading_change`]: change, [`${prefix}_trading_change_percent`]: percent }
  }
  const timeframe = Item.timeframeOf(key)
  const lastUpdated = updated === undefined ? undefined : nanosOf(updated)
  return {
    ticker,
    name,
    type: "stocks",
    market_status: Item.stockStatus(key.present),
    session: {
      ...Item.sessionOfBar(day, previousClose, stocks),
      ...changes(early, previousClose, "early"),
      ...changes(late, regular, "late"),
    },
    ...(min === undefined ? {} : { last_minute: Item.lastMinuteOf(min) }),
    ...(lastTrade === undefined ? {} : { last_trade: lastTradeOf(lastTrade, timeframe) }),
    ...(lastQuote === undefined || !key.subscription.quotes ? {} : { last_quote: stockQuoteOf(lastQuote, timeframe) }),
    ...Item.fairValue(key, newest?.c, lastUpdated),
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

/** Common parts of the items of pairs. */
const pairItem = (
  { name, ticker }: Item.Instrument,
  found: PairDays.PairDay | undefined,
  market: Market,
  key: Item.ItemKey,
) => {
  const { day, min, prevDay, updated } = found ?? {}
  return {
    ticker,
    name,
    session: Item.sessionOfBar(day, prevDay?.c, market),
    ...(min === undefined ? {} : { last_minute: Item.lastMinuteOf(min) }),
    ...(updated === undefined ? {} : { last_updated: nanosOf(updated) }),
    timeframe: Item.timeframeOf(key),
  }
}

const forexItem = (
  instrument: Item.Instrument,
  found: PairDays.PairDay | undefined,
  quote: ForexSnapshots.LastQuote | undefined,
  key: Item.ItemKey,
): ForexSnapshot => ({
  ...pairItem(instrument, found, forex, key),
  type: "fx",
  market_status: isForexOpen(key.present) ? "open" : "closed",
  ...(quote !== undefined && key.subscription.quotes ? { last_quote: lastQuoteOf(quote, Item.timeframeOf(key)) } : {}),
  ...Item.fairValue(key, quote && round(ForexSnapshots.middle(quote), forex.decimals), quote?.nanos),
})

const cryptoItem = (
  instrument: Item.Instrument,
  found: PairDays.PairDay | undefined,
  key: Item.ItemKey,
): CryptoSnapshot => {
  const { newest, updated } = found ?? {}
  const trade = newest && Trades.lastOf(newest, crypto.decimals)
  return {
    ...pairItem(instrument, found, crypto, key),
    type: "crypto",
    market_status: "open",
    ...(trade === undefined
      ? {}
      : { last_trade: lastTradeOf({ ...trade, timestamp: nanosOf(trade.timestamp) }, Item.timeframeOf(key)) }),
    ...Item.fairValue(key, newest?.c, updated === undefined ? undefined : nanosOf(updated)),
  }
}

const indexStatus = (now: number): string => {
  const status = Item.stockStatus(now)
  return status === "open" ? "regular_trading" : status
}

const indexItem = (
  { name, ticker }: Item.Instrument,
  found: RegularSessions.RegularSession | undefined,
  key: Item.ItemKey,
): IndexSnapshot => ({
  ticker,
  name,
  type: "indices",
  market_status: indexStatus(key.present),
  session: Item.sessionPrices(found?.bar, found?.previousClose, stocks),
  ...(found === undefined ? {} : { value: found.bar.c, last_updated: nanosOf(found.until) }),
  timeframe: Item.timeframeOf(key),
})

/** State of the underlying of options: that of its own item. */
const underlyingOf = (
  session: RegularSessions.RegularSession | undefined,
  day: StockDays.StockDay | undefined,
): OptionSnapshots.SnapshotUnderlying | undefined =>
  session && {
    session,
    price: day?.day?.c ?? day?.prevDay?.c ?? session.bar.c,
    updated: day?.updated ?? session.until,
  }

/** States of the underlyings of contracts, by their tickers. */
const underlyingsOf = (contracts: ReadonlyArray<OptionContracts.OptionContract>, { visible }: Item.ItemKey) =>
  Effect.gen(function* () {
    const tickers = [...new Set(contracts.map(({ underlying_ticker: ticker }) => ticker))]
    const [days, sessions] = yield* Effect.all([
      StockDays.read(
        tickers.filter((ticker) => !ticker.startsWith("I:")),
        visible,
      ),
      RegularSessions.read(tickers, visible),
    ])
    return new Map(tickers.map((ticker) => [ticker, underlyingOf(sessions.get(ticker), days.get(ticker))]))
  })

/** Contracts of a chain, in their order. */
export const chain = (
  contracts: ReadonlyArray<OptionContracts.OptionContract>,
  key: Item.ItemKey,
): Effect.Effect<ReadonlyArray<ChainContract>, StoreError, Store> =>
  Effect.map(underlyingsOf(contracts, key), (underlyings) =>
    contracts.map((contract) => OptionSnapshots.ofChain(contract, underlyings.get(contract.underlying_ticker), key)),
  )

/** Items of instruments, in their order. */
export const items = (
  instruments: ReadonlyArray<Item.Instrument>,
  key: Item.ItemKey,
): Effect.Effect<ReadonlyArray<Snapshot>, StoreError, Store> =>
  Effect.gen(function* () {
    const of = (wanted: string) => instruments.filter(({ kind }) => kind === wanted).map(({ ticker }) => ticker)
    const { visible } = key
    const listingOf = yield* StockTicks.listings
    const contracts = new Map((yield* OptionBars.contracts(of("options"))).map((found) => [found.ticker, found]))
    const [underlyings, stockDays, sessions, forexDays, quotes, cryptoDays] = yield* Effect.all([
      underlyingsOf([...contracts.values()], key),
      StockDays.read(of("stocks"), visible),
      RegularSessions.read(of("indices"), visible),
      PairDays.read({ market: forex, tickers: of("fx"), visible }),
      ForexSnapshots.lastQuotes(of("fx"), visible),
      PairDays.read({ market: crypto, tickers: of("crypto"), visible }),
    ])
    return instruments.map((instrument): Snapshot => {
      const { kind, ticker } = instrument
      const contract = contracts.get(ticker)
      if (contract !== undefined) {
        return OptionSnapshots.item(contract, underlyings.get(contract.underlying_ticker), key)
      }
      if (kind === "indices") return indexItem(instrument, sessions.get(ticker), key)
      if (kind === "fx") return forexItem(instrument, forexDays.get(ticker), quotes.get(ticker), key)
      if (kind === "crypto") return cryptoItem(instrument, cryptoDays.get(ticker), key)
      return stockItem(instrument, stockDays.get(ticker), listingOf(ticker), key)
    })
  })
