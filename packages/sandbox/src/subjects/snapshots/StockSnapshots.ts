/**
 * Snapshots of stocks.
 *
 * The last trade is that of the newest minute bar, the last quote the one that it met: a cent or a basis point
 * wide, whichever is more, with the trade's price on one side. Both are zeros from the clearing at 03:30 until
 * the stock trades again.
 *
 * @module
 */
import { stocks } from "@candela/market/Market"
import type { StockLastQuote, StockLastTrade, StockSnapshot } from "@candela/stocks/Snapshots"
import { Effect } from "effect"
import type { BaseBar } from "../bars/BaseBar.js"
import * as StockTicks from "../ticks/StockTicks.js"
import { nanosOf } from "../ticks/Ticks.js"
import * as Snapshots from "./Snapshots.js"
import * as StockDays from "./StockDays.js"

/** Last trade of a minute, and the quote that it met. */
export const lastOf = (
  minute: BaseBar,
  listing: StockTicks.StockListing,
): { readonly lastQuote: Required<StockLastQuote>; readonly lastTrade: Required<StockLastTrade> } => {
  const { quote, trade } = StockTicks.lastOf(minute, listing)
  const { conditions, exchange, id, price, size } = trade
  return {
    lastQuote: {
      ask: quote.ask,
      ask_size: quote.askLots,
      bid: quote.bid,
      bid_size: quote.bidLots,
      timestamp: nanosOf(quote),
    },
    lastTrade: {
      conditions: conditions.ids,
      decimal_size: String(size),
      id: String(id),
      price,
      size: Math.floor(size),
      timestamp: nanosOf(trade),
      exchange,
    },
  }
}

const noQuote: StockLastQuote = { ask: 0, ask_size: 0, bid: 0, bid_size: 0, timestamp: 0n }

const noTrade: StockLastTrade = {
  conditions: [],
  decimal_size: "0",
  id: "",
  price: 0,
  size: 0,
  timestamp: 0n,
  exchange: 0,
}

/** Values of a stock without trades since the clearing. */
const cleared = { lastQuote: noQuote, lastTrade: noTrade, updated: 0n }

const snapshotOf = (
  ticker: string,
  found: StockDays.StockDay | undefined,
  listing: StockTicks.StockListing,
  { subscription }: Snapshots.SnapshotKey,
): StockSnapshot => {
  const { day, min, newest, prevDay, updated = 0 } = found ?? {}
  const otc = listing.otc ? { otc: true } : {}
  const last =
    day === undefined ? cleared : { ...(newest && lastOf(newest, listing)), updated: Snapshots.nanosOf(updated) }
  const accumulated = min === undefined ? 0 : (day?.v ?? 0)
  return {
    ticker,
    day: { ...Snapshots.dayOf(day), decimal_volume: String(day?.v ?? 0), ...otc },
    min: {
      ...Snapshots.minuteOf(min),
      decimal_volume: String(min?.v ?? 0),
      accumulated_volume: Math.floor(accumulated),
      decimal_accumulated_volume: String(accumulated),
      ...otc,
    },
    prevDay: { ...Snapshots.dayOf(prevDay), ...otc },
    ...(last.lastTrade === undefined ? {} : { lastTrade: last.lastTrade }),
    ...(last.lastQuote === undefined || !subscription.quotes ? {} : { lastQuote: last.lastQuote }),
    ...Snapshots.changeOf(found, stocks),
    updated: last.updated,
    ...(subscription.fairMarketValue && newest !== undefined ? { fmv: newest.c } : {}),
  }
}

const read: Snapshots.ReadSnapshots<StockSnapshot> = (tickers, key) =>
  Effect.gen(function* () {
    const listingOf = yield* StockTicks.listings
    const days = yield* StockDays.read(tickers, key.visible)
    return tickers.map((ticker) => snapshotOf(ticker, days.get(ticker), listingOf(ticker), key))
  })

/** Snapshots of listed stocks. A stock without data is all zeros. */
export const listed: Snapshots.Snapshots<StockSnapshot> = Snapshots.make(["stocks"], read)

/** Snapshots of listed and of over-the-counter stocks. */
export const all: Snapshots.Snapshots<StockSnapshot> = Snapshots.make(["stocks", "otc"], read)
