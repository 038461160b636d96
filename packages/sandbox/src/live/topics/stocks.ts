/** Topics of stocks. @module */
import { session } from "@candela/market/Calendar"
import { stocks } from "@candela/market/Market"
import { dateOf, dayOf, startOfDay } from "@candela/market/TimeZone"
import { StocksLive } from "@candela/stocks/Live"
import { Effect } from "effect"
import { round } from "../../numbers/Rounding.js"
import type { BaseBar } from "../../subjects/bars/BaseBar.js"
import * as Deriving from "../../subjects/bars/Deriving.js"
import {
  listings,
  quotesOf,
  type StockQuoteTick,
  type StockTradeTick,
  tradesOf,
} from "../../subjects/ticks/StockTicks.js"
import * as StockTicks from "../../subjects/ticks/StockTicks.js"
import * as BarDay from "./BarDay.js"
import * as LiveTopic from "./LiveTopic.js"

const millis = (nanos: bigint) => Number(nanos / 1_000_000n)

/** Reads the day of a stock, with its listing and the official opening. */
const read = (ticker: string, range: LiveTopic.DayBounds) =>
  Effect.gen(function* () {
    const day = yield* BarDay.of(stocks)(ticker, range)
    const listing = (yield* listings)(ticker)
    const open = session(dateOf(stocks.zone, range.from))?.open ?? range.from
    // The official opening is the first price of the session; before, the first price of the day stands for it.
    const [first, opened = first] = [day.bars[0], day.bars.find(({ t }) => t >= open)]
    return { ...day, listing, openingOf: ({ t }: BaseBar) => (t >= open ? opened : first)!.o }
  })

type StockDay = Effect.Effect.Success<ReturnType<typeof read>>

const rowOf = (sent: BarDay.SentBar, end: number, { listing: { otc }, openingOf }: StockDay) => ({
  ...BarDay.fieldsOf(sent, openingOf(sent.bar), end),
  ...(otc ? { otc } : {}),
})

/** Bars of the launchpad host, which have no exact volumes. */
const launchpadBars = BarDay.bars(read, rowOf)

const bars = BarDay.bars(read, (sent, end, day) => ({
  ...rowOf(sent, end, day),
  ...{ dv: String(sent.bar.v), dav: String(sent.day.volume) },
}))

const ticks = BarDay.ticks(read)

const tradeOf = (trade: StockTradeTick): LiveTopic.LiveEvent => ({
  at: trade.ms,
  row: {
    x: trade.exchange,
    i: String(trade.id),
    z: trade.tape,
    p: trade.price,
    s: Math.floor(trade.size),
    ds: String(trade.size),
    ...(trade.conditions.ids.length === 0 ? {} : { c: trade.conditions.ids }),
    t: trade.ms,
    q: trade.sequence,
    ...(trade.facility === 0 ? {} : { trfi: trade.facility, trft: millis(StockTicks.atFacility(trade)) }),
  },
})

const quoteOf = (quote: StockQuoteTick): LiveTopic.LiveEvent => ({
  at: quote.ms,
  row: {
    ...{ bx: quote.bidExchange, bp: quote.bid, bs: quote.bidLots },
    ...{ ax: quote.askExchange, ap: quote.ask, as: quote.askLots },
    ...{ c: 1, i: [], t: quote.ms, q: quote.sequence, z: quote.tape },
  },
})

/** Nanoseconds of an instant, as a number as exact as the service's own. */
const nanos = (ms: number) => ms * 1_000_000

/** Bands of a minute's prices, five percent around its opening: synthetic, as no endpoint has them. */
const bandsOf = ({ o, t }: BaseBar): LiveTopic.LiveEvent => ({
  at: t,
  row: { h: round(o * 1.05, 2), l: round(o * 0.95, 2), i: [], z: 3, t: nanos(t), q: t / 60_000 },
})

/** Time before an auction in which imbalances are told, milliseconds. */
const beforeAuction = 10 * 60_000

/** Imbalances of the minutes before an auction: synthetic, as no endpoint has them. */
const imbalancesOf = (bar: BaseBar, { listing: { exchange } }: StockDay): ReadonlyArray<LiveTopic.LiveEvent> => {
  const hours = session(dateOf(stocks.zone, bar.t))
  const isOpening = hours !== undefined && bar.t < hours.open
  const auction = isOpening ? hours.open : hours?.close
  if (auction === undefined || bar.t >= auction || bar.t < auction - beforeAuction) return []
  const random = Deriving.chanceOf(bar, 60_000)
  const [paired, imbalance] = [Math.round(bar.v * random()), Math.round(bar.v * (random() - 0.5))]
  const [hour, minute] = [
    isOpening ? 9 : Math.round((auction - startOfDay(stocks.zone, dayOf(stocks.zone, bar.t))) / 3_600_000),
    isOpening ? 30 : 0,
  ]
  const row = { t: nanos(bar.t), at: hour * 100 + minute, a: isOpening ? "O" : "C", i: bar.t / 60_000, x: exchange }
  return [{ at: bar.t, row: { ...row, o: imbalance, p: paired, b: bar.c } }]
}

/** Topics of stocks. */
export const topics = LiveTopic.ofService(StocksLive.topics, {
  minuteBars: bars("minutes"),
  secondBars: bars("seconds"),
  trades: ticks((bar, { listing }) => tradesOf(bar, listing), tradeOf),
  quotes: ticks((bar, { listing }) => quotesOf(bar, listing), quoteOf),
  priceBands: ticks((bar) => [bar], bandsOf),
  imbalances: ticks(imbalancesOf, (event) => event),
  launchpadMinuteBars: launchpadBars("minutes"),
  ...BarDay.ofHosts(read),
})
