/**
 * Trades and quotes of stocks, derived from minute bars by way of their seconds: the tables hold minutes.
 *
 * The trades of a second depend on its bar alone, and make it by the rules of their conditions
 * ({@link Conditions}): odd lots, late reports and average prices are part of its volume and transactions, and do not
 * move its prices. The opening and the closing auction are trades, each followed by its exchange's report of the
 * official price, which is part of nothing. Quotes enclose the trades that follow them.
 *
 * A stock that trades few shares has trades of less than 100 shares that make a bar: such a trade does not say that
 * it is an odd lot.
 *
 * @module
 */
import { session } from "@candela/market/Calendar"
import { stocks } from "@candela/market/Market"
import { dateOf, dayOf, startOfDay } from "@candela/market/TimeZone"
import { Effect } from "effect"
import type { ByteWriter } from "../../json/ByteWriter.js"
import { round } from "../../numbers/Rounding.js"
import { Store, type StoreError } from "../../store/Store.js"
import type { BaseBar } from "../bars/BaseBar.js"
import * as Deriving from "../bars/Deriving.js"
import { secondsOf } from "../bars/Seconds.js"
import * as Trades from "../bars/Trades.js"
import { key, nanosOf, type Tick, type WriteTick, writeNanos } from "./Ticks.js"

/** Where a stock is listed. */
export interface StockListing {
  /** Whether it trades over the counter, without exchange and tape. */
  readonly otc: boolean
  /** Exchange with its auctions, the vendor's id. */
  readonly exchange: number
  /** Tape: 1 of NYSE, 3 of Nasdaq, 2 of the others. */
  readonly tape: number
}

/** Ids of exchanges by their market identifier codes. */
const exchangeIds: Readonly<Record<string, number>> = { XASE: 1, XNYS: 10, ARCX: 11, XNAS: 12, BATS: 19 }

const listingOf = (mic: string | null, otc: boolean): StockListing => {
  const exchange = exchangeIds[mic ?? "XNAS"] ?? 12
  return { otc, exchange, tape: exchange === 10 ? 1 : exchange === 12 ? 3 : 2 }
}

const load: Store.Load<ReadonlyMap<string, StockListing>> = ({ query }) =>
  Effect.map(
    query<{ readonly ticker: string; readonly mic: string | null; readonly otc: boolean }>(
      "SELECT ticker, primary_exchange AS mic, coalesce(otc, false) AS otc FROM tickers WHERE market IN ('stocks', 'otc')",
    ),
    (rows) => new Map(rows.map(({ mic, otc, ticker }) => [ticker, listingOf(mic, otc)])),
  )

const unlisted = listingOf(null, false)

/** Listings of stocks by their tickers. */
export const listings: Effect.Effect<(ticker: string) => StockListing, StoreError, Store> = Effect.flatMap(
  Store,
  ({ remember }) => Effect.map(remember(load), (known) => (ticker: string) => known.get(ticker) ?? unlisted),
)

/** Trade of a stock. */
export interface StockTradeTick extends Tick {
  readonly price: number
  readonly size: number
  /** Id, unique for the ticker. */
  readonly id: number
  readonly exchange: number
  /** Conditions, of which there are few different lists. */
  readonly conditions: Conditions
  /** Nanoseconds from the exchange to the consolidator. */
  readonly delay: number
  /** Trade reporting facility; 0 for a trade on an exchange. */
  readonly facility: number
  readonly tape: number
}

/** Quote of a stock. */
export interface StockQuoteTick extends Tick {
  readonly ask: number
  readonly askExchange: number
  readonly askLots: number
  readonly bid: number
  readonly bidExchange: number
  readonly bidLots: number
  readonly delay: number
  readonly tape: number
}

/** A list of conditions, and its JSON. */
interface Conditions {
  readonly ids: ReadonlyArray<number>
  readonly json: Uint8Array
}

const conditions = (...ids: ReadonlyArray<number>): Conditions => ({
  ids,
  json: key(ids.length === 0 ? "" : `"conditions":[${ids.join(",")}],`),
})

/** Conditions of trades in the regular session, and outside of it. */
const lists = (...outside: ReadonlyArray<number>) => ({
  regular: conditions(...outside),
  sweep: conditions(14, ...outside),
  exempt: conditions(...outside, 41),
  oddLot: conditions(...outside, 37),
  sweptOddLot: conditions(14, ...outside, 37),
  late: outside.length === 0 ? conditions(32) : conditions(13),
  average: conditions(2, ...outside),
})

const inSession = lists()
const extended = lists(12)

/** Conditions of auctions, of the consolidators of tapes A and B and of tape C, and of the reports after them. */
const auctions = {
  opening: { listed: conditions(17), nasdaq: conditions(25), official: conditions(16) },
  closing: { listed: conditions(19), nasdaq: conditions(8), official: conditions(15) },
}

const nasdaqTape = 3

const roundLot = 100
const perSecond = 100_000
const second = 1_000

/** Exchanges besides the trade reporting facilities, the first ones more often. */
const exchanges = [12, 12, 12, 11, 11, 10, 8, 8, 19, 7, 18, 21, 15, 20]
const facilityExchange = 4
const facilities = [201, 202, 202, 203]
const otcMarket = 62

/** What the ticks of a second depend on beside its bar. */
interface Circumstances {
  readonly listing: StockListing
  /** Midnight of its day, epoch milliseconds. */
  readonly midnight: number
  readonly isRegular: boolean
  /** Auction with which its minute begins. */
  readonly auction: keyof typeof auctions | undefined
}

const circumstancesOf = (bar: BaseBar, listing: StockListing): Circumstances => {
  const hours = session(dateOf(stocks.zone, bar.t))
  const begins = bar.t === hours?.open ? "opening" : bar.t === hours?.close ? "closing" : undefined
  return {
    listing,
    midnight: startOfDay(stocks.zone, dayOf(stocks.zone, bar.t)),
    isRegular: hours === undefined || (bar.t >= hours.open && bar.t < hours.close),
    auction: listing.otc || (bar.n ?? 0) < 2 ? undefined : begins,
  }
}

const venueOf = (otc: boolean, random: () => number) =>
  otc ? otcMarket : exchanges[Math.floor(random() * exchanges.length)]!

const addTrades = (
  trades: Array<StockTradeTick>,
  whole: BaseBar,
  { auction, isRegular, listing, midnight }: Circumstances,
): void => {
  const { exchange: home, otc, tape: ownTape } = listing
  const words = isRegular ? inSession : extended
  const random = Deriving.chanceOf(whole, second)
  const prints = Trades.printsOf(whole, stocks.decimals, random, roundLot)
  const tick = whole.l < 1 ? 0.0001 : 0.01
  const tape = otc ? 0 : ownTape
  const place = ((whole.t - midnight) / second) * perSecond
  const firstId = (whole.t / second) * perSecond
  let [ms, nanos] = [0, 0]
  for (let index = 0; index < prints.length; index++) {
    const { at, makes, price, size } = prints[index]!
    const chance = random()
    const aside = random() * 3 - 1.5
    const isAuction = auction !== undefined && trades.length === 0
    let list = chance < 0.8 ? words.regular : chance < 0.9 ? words.sweep : words.exempt
    let shown = price
    let delay = 150_000 + Math.floor(aside * aside * 200_000)
    if (isAuction) list = auctions[auction][tape === nasdaqTape ? "nasdaq" : "listed"]
    else if (!makes && size < roundLot) {
      list = chance < 0.8 ? words.oddLot : words.sweptOddLot
      shown = Math.max(tick, round(price + Math.round(aside) * tick, stocks.decimals))
    } else if (!makes && chance < 0.01) {
      list = words.late
      delay = 20_000_000_000 + Math.floor(chance * 1e12)
    } else if (!makes && chance < 0.015) {
      list = words.average
      shown = Math.max(tick, round(price + Math.round(aside * 8) * tick, stocks.decimals))
    }
    // Some trades are made at the same instant and price: an order that takes several others.
    if (index === 0 || chance < 0.95 || shown !== trades.at(-1)!.price) {
      const isLater = whole.t + at > ms
      ms = whole.t + at
      nanos = isLater ? Math.floor(random() * 1_000_000) : nanos + Math.floor((random() * (1_000_000 - nanos)) / 4)
    }
    const isReported = !otc && !isAuction && random() < 0.35
    const trade: StockTradeTick = {
      ms,
      nanos,
      sequence: place + 4 * index + 2,
      price: shown,
      size,
      id: firstId + 2 * index,
      exchange: isAuction ? home : isReported ? facilityExchange : venueOf(otc, random),
      conditions: list,
      delay,
      facility: isReported ? facilities[Math.floor(random() * facilities.length)]! : 0,
      tape,
    }
    trades.push(trade)
    if (isAuction) {
      const { official } = auctions[auction]
      trades.push({ ...trade, sequence: trade.sequence + 1, id: trade.id + 1, conditions: official })
    }
  }
}

/** Derives the trades of a minute bar of a stock, in the order of time. */
export const tradesOf = (bar: BaseBar, listing: StockListing): ReadonlyArray<StockTradeTick> => {
  const circumstances = circumstancesOf(bar, listing)
  const trades: Array<StockTradeTick> = []
  for (const whole of secondsOf(bar, stocks.decimals)) addTrades(trades, whole, circumstances)
  return trades
}

/** Whether a trade meets a quote: not a late report, an average, or the report of an official price. */
const isQuoted = ({ conditions }: StockTradeTick) =>
  conditions !== inSession.late &&
  conditions !== extended.late &&
  conditions !== inSession.average &&
  conditions !== extended.average &&
  conditions !== auctions.opening.official &&
  conditions !== auctions.closing.official

const addQuotes = (
  quotes: Array<StockQuoteTick>,
  whole: BaseBar,
  trades: ReadonlyArray<StockTradeTick>,
  otc: boolean,
): void => {
  const random = Deriving.chanceOf(whole, second / 4)
  const lots = () => 1 + Math.floor(random() * 9)
  let last: StockQuoteTick | undefined
  for (const [index, trade] of trades.entries()) {
    const { delay, ms, price, sequence, tape } = trade
    const before = trades[index - 1]
    const isSame = last !== undefined && (price === last.ask || price === last.bid)
    if (!isQuoted(trade) || (isSame && random() < 0.85)) continue
    const tick = price < 1 ? 0.0001 : 0.01
    const spread = Math.max(1, Math.round(price / 10_000 / tick)) * tick
    const bid = random() < 0.5 ? price : Math.max(0, round(price - spread, stocks.decimals))
    // Not before the quote and the trade before, which may share its millisecond.
    const least = Math.min(
      trade.nanos,
      Math.max(last?.ms === ms ? last.nanos : 0, before?.ms === ms ? before.nanos + 1 : 0),
    )
    last = {
      ms,
      nanos: least + Math.floor(random() * (trade.nanos - least)),
      sequence: sequence - 1,
      ask: bid === price ? round(price + spread, stocks.decimals) : price,
      askExchange: venueOf(otc, random),
      askLots: lots(),
      bid,
      bidExchange: venueOf(otc, random),
      bidLots: lots(),
      delay,
      tape,
    }
    quotes.push(last)
  }
}

/** Derives the quotes of a minute bar of a stock, in the order of time: before each trade one that it meets. */
export const quotesOf = (bar: BaseBar, listing: StockListing): ReadonlyArray<StockQuoteTick> => {
  const circumstances = circumstancesOf(bar, listing)
  const quotes: Array<StockQuoteTick> = []
  secondsOf(bar, stocks.decimals).forEach((whole, index) => {
    const trades: Array<StockTradeTick> = []
    addTrades(trades, whole, index === 0 ? circumstances : { ...circumstances, auction: undefined })
    addQuotes(quotes, whole, trades, listing.otc)
  })
  return quotes
}

/** Last trade of a minute bar, at its closing price, and the quote that it meets. */
export const lastOf = (
  bar: BaseBar,
  listing: StockListing,
): { readonly trade: StockTradeTick; readonly quote: StockQuoteTick } => {
  const seconds = secondsOf(bar, stocks.decimals)
  const whole = seconds.at(-1)!
  const circumstances = circumstancesOf(bar, listing)
  const trades: Array<StockTradeTick> = []
  addTrades(trades, whole, seconds.length === 1 ? circumstances : { ...circumstances, auction: undefined })
  const quotes: Array<StockQuoteTick> = []
  addQuotes(quotes, whole, trades, listing.otc)
  return { trade: trades.at(-1)!, quote: quotes.at(-1)! }
}

/** Writes a time some nanoseconds before a tick. */
const writeBefore = (writer: ByteWriter, { ms, nanos }: Tick, delay: number) => {
  const millis = delay <= nanos ? 0 : Math.ceil((delay - nanos) / 1_000_000)
  writeNanos(writer, ms - millis, nanos - delay + millis * 1_000_000)
}

/** Returns the time of a tick at its exchange, epoch nanoseconds. */
export const atExchange = (tick: StockTradeTick | StockQuoteTick): bigint => nanosOf(tick) - BigInt(tick.delay)

/** Returns the time of a trade at its trade reporting facility, epoch nanoseconds. */
export const atFacility = (trade: StockTradeTick): bigint => nanosOf(trade) - BigInt(Math.floor(trade.delay / 2))

const keys = {
  open: key("{"),
  size: key('"decimal_size":"'),
  exchange: key('","exchange":'),
  id: key(',"id":"'),
  participant: key('","participant_timestamp":'),
  price: key(',"price":'),
  sequence: key(',"sequence_number":'),
  sip: key(',"sip_timestamp":'),
  wholeSize: key(',"size":'),
  tape: key(',"tape":'),
  facility: key(',"trf_id":'),
  atFacility: key(',"trf_timestamp":'),
  askExchange: key('{"ask_exchange":'),
  ask: key(',"ask_price":'),
  askSize: key(',"ask_size":'),
  bidExchange: key(',"bid_exchange":'),
  bid: key(',"bid_price":'),
  bidSize: key(',"bid_size":'),
  quoted: key(',"conditions":[1],"participant_timestamp":'),
}

/** Writes a trade as JSON. */
export const writeTrade: WriteTick<StockTradeTick> = (writer, trade) => {
  writer.key(keys.open)
  writer.key(trade.conditions.json)
  writer.key(keys.size)
  writer.number(trade.size)
  writer.key(keys.exchange)
  writer.digits(trade.exchange, 1)
  writer.key(keys.id)
  writer.digits(trade.id, 1)
  writer.key(keys.participant)
  writeBefore(writer, trade, trade.delay)
  writer.key(keys.price)
  writer.number(trade.price)
  writer.key(keys.sequence)
  writer.digits(trade.sequence, 1)
  writer.key(keys.sip)
  writeNanos(writer, trade.ms, trade.nanos)
  writer.key(keys.wholeSize)
  writer.digits(Math.floor(trade.size), 1)
  if (trade.tape > 0) {
    writer.key(keys.tape)
    writer.digits(trade.tape, 1)
  }
  if (trade.facility > 0) {
    writer.key(keys.facility)
    writer.digits(trade.facility, 1)
    writer.key(keys.atFacility)
    writeBefore(writer, trade, Math.floor(trade.delay / 2))
  }
  writer.byte(125)
}

/** Writes a quote as JSON. */
export const writeQuote: WriteTick<StockQuoteTick> = (writer, quote) => {
  writer.key(keys.askExchange)
  writer.digits(quote.askExchange, 1)
  writer.key(keys.ask)
  writer.number(quote.ask)
  writer.key(keys.askSize)
  writer.digits(quote.askLots, 1)
  writer.key(keys.bidExchange)
  writer.digits(quote.bidExchange, 1)
  writer.key(keys.bid)
  writer.number(quote.bid)
  writer.key(keys.bidSize)
  writer.digits(quote.bidLots, 1)
  writer.key(keys.quoted)
  writeBefore(writer, quote, quote.delay)
  writer.key(keys.sequence)
  writer.digits(quote.sequence, 1)
  writer.key(keys.sip)
  writeNanos(writer, quote.ms, quote.nanos)
  if (quote.tape > 0) {
    writer.key(keys.tape)
    writer.digits(quote.tape, 1)
  }
  writer.byte(125)
}
