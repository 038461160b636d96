/** Topics of stocks. @module */
import { session } from "@candela/market/Calendar"
import { stocks } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import { Effect } from "effect"
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

/** Makes events of a stock's bars. */
const bars =
  (size: "minutes" | "seconds", duration: number): LiveTopic.LiveTopic["day"] =>
  (ticker, range) =>
    Effect.gen(function* () {
      const day = yield* BarDay.read({ ticker, market: stocks }, range)
      const { otc } = (yield* listings)(ticker)
      const open = session(dateOf(stocks.zone, range.from))?.open ?? range.from
      // The official opening is the first price of the session; before, the first price of the day stands for it.
      const opened = day.bars.find(({ t }) => t >= open)
      return (start) =>
        day[size](start).map(({ at, bar: { c, h, l, n, o, t, v, vw }, day: { volume, vwap } }) => ({
          at,
          row: {
            v,
            dv: String(v),
            av: volume,
            dav: String(volume),
            op: t >= open ? opened!.o : day.bars[0]!.o,
            vw: vw ?? c,
            ...{ o, c, h, l, a: vwap ?? c },
            z: Math.max(1, Math.round(v / (n ?? 1))),
            ...{ s: t, e: t + duration },
            ...(otc ? { otc } : {}),
          },
        }))
    })

/** Makes events of a stock's ticks. */
const ticks =
  <T>(
    derive: (bar: Parameters<typeof tradesOf>[0], listing: StockTicks.StockListing) => ReadonlyArray<T>,
    rowOf: (tick: T) => LiveTopic.LiveEvent,
  ): LiveTopic.LiveTopic["day"] =>
  (ticker, range) =>
    Effect.gen(function* () {
      const day = yield* BarDay.read({ ticker, market: stocks }, range)
      const listing = (yield* listings)(ticker)
      return BarDay.ticks(day, (bar) => derive(bar, listing), rowOf)
    })

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

/** Minute bars, which the launchpad host has, too. */
export const minuteBars = bars("minutes", 60_000)

/** Topics of the cluster `stocks`. */
export const topics = LiveTopic.ofCluster("stocks", [
  { code: "AM", key: "sym", day: minuteBars },
  { code: "A", key: "sym", day: bars("seconds", 1_000) },
  { code: "T", key: "sym", day: ticks(tradesOf, tradeOf) },
  { code: "Q", key: "sym", delayed: false, day: ticks(quotesOf, quoteOf) },
])
