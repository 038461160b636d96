/**
 * Snapshots of stocks.
 *
 * The tables hold neither trades nor quotes of stocks. The last trade is that of the newest minute bar.
 * The last quote is the one that this trade met: a cent or a basis point wide, whichever is more, with
 * the trade's price on one side. Both are zeros from the clearing at 03:30 until the stock trades again.
 *
 * @module
 */
import { stocks } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import type { StockLastQuote, StockLastTrade, StockSnapshot } from "@candela/stocks/Snapshots"
import { Effect } from "effect"
import type { BaseBar } from "../bars/BaseBar.js"
import { chanceOf } from "../bars/Deriving.js"
import { reference } from "../bars/Reference.js"
import * as Trades from "../bars/Trades.js"
import { session } from "@candela/market/Calendar"
import { round } from "../../numbers/Rounding.js"
import * as Snapshots from "./Snapshots.js"
import * as StockDays from "./StockDays.js"

const roundLot = 100

/**
 * Exchange ids of the vendor: the trade reporting facility, NYSE, NYSE Arca, Nasdaq; and the over-the-counter market.
 */
const exchanges = [4, 10, 11, 12]
const otcMarket = 62

/** Condition ids of the vendor: a trade outside of the regular session, and one of less than a round lot. */
const extendedHours = 12
const oddLot = 37

const conditionsOf = ({ size, timestamp }: Trades.Trade): ReadonlyArray<number> => {
  const { close = 0, open = 0 } = session(dateOf(stocks.zone, timestamp)) ?? {}
  return [...(timestamp < open || timestamp >= close ? [extendedHours] : []), ...(size < roundLot ? [oddLot] : [])]
}

/** Last trade of a minute, and the quote that it met. */
export const lastOf = (
  minute: BaseBar,
  isOtc: boolean,
): { readonly lastQuote: Required<StockLastQuote>; readonly lastTrade: Required<StockLastTrade> } => {
  const trade = Trades.lastOf(minute, stocks.decimals)
  const { id, price, size } = trade
  const random = chanceOf(minute, 60_000)
  const tick = price < 1 ? 0.0001 : 0.01
  const spread = Math.max(1, Math.round(price / 10_000 / tick)) * tick
  const bid = random() < 0.5 ? price : Math.max(0, round(price - spread, stocks.decimals))
  const timestamp = Snapshots.nanosOf(trade.timestamp)
  const lots = () => 1 + Math.floor(random() * 9)
  const lastQuote: Required<StockLastQuote> = {
    ask: bid === price ? round(price + spread, stocks.decimals) : price,
    ask_size: lots(),
    bid,
    bid_size: lots(),
    timestamp,
  }
  const lastTrade: Required<StockLastTrade> = {
    conditions: conditionsOf(trade),
    decimal_size: String(size),
    id,
    price,
    size: Math.floor(size),
    timestamp,
    exchange: isOtc ? otcMarket : exchanges[Math.floor(random() * exchanges.length)]!,
  }
  return { lastQuote, lastTrade }
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
  isOtc: boolean,
  { subscription }: Snapshots.SnapshotKey,
): StockSnapshot => {
  const { day, min, newest, prevDay, updated = 0 } = found ?? {}
  const otc = isOtc ? { otc: true } : {}
  const last =
    day === undefined ? cleared : { ...(newest && lastOf(newest, isOtc)), updated: Snapshots.nanosOf(updated) }
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
    const { isOtc } = yield* reference
    const days = yield* StockDays.read(tickers, key.visible)
    return tickers.map((ticker) => snapshotOf(ticker, days.get(ticker), isOtc(ticker), key))
  })

/** Snapshots of listed stocks. A stock without data is all zeros. */
export const listed: Snapshots.Snapshots<StockSnapshot> = Snapshots.make(["stocks"], read)

/** Snapshots of listed and of over-the-counter stocks. */
export const all: Snapshots.Snapshots<StockSnapshot> = Snapshots.make(["stocks", "otc"], read)
