/** Topics of stocks. @module */
import type * as Topic from "@candela/core/declare/Topic"
import { session } from "@candela/market/Calendar"
import { stocks } from "@candela/market/Market"
import { dateOf, dayOf, startOfDay } from "@candela/market/TimeZone"
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

/** Makes events of a stock's bars. The launchpad host has no exact volumes. */
const bars =
  (size: "minutes" | "seconds", feed: Topic.Feed = "market"): LiveTopic.LiveTopic["day"] =>
  (ticker, range) =>
    Effect.gen(function* () {
      const day = yield* BarDay.read({ ticker, market: stocks }, range)
      const { otc } = (yield* listings)(ticker)
      const open = session(dateOf(stocks.zone, range.from))?.open ?? range.from
      // The official opening is the first price of the session; before, the first price of the day stands for it.
      const [first, opened = first] = [day.bars[0], day.bars.find(({ t }) => t >= open)]
      return BarDay.bars(day, size, (sent, end) => ({
        ...BarDay.fieldsOf(sent, (sent.bar.t >= open ? opened : first)!.o, end),
        ...(feed === "market" && { dv: String(sent.bar.v), dav: String(sent.day.volume) }),
        ...(otc ? { otc } : {}),
      }))
    })

/** Makes events of a stock's ticks. */
const ticks =
  <T>(
    derive: (bar: BaseBar, listing: StockTicks.StockListing) => ReadonlyArray<T>,
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

/** Minute bars of the launchpad host. */
export const launchpadBars = bars("minutes", "launchpad")

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
const imbalancesOf = (bar: BaseBar, { exchange }: StockTicks.StockListing): ReadonlyArray<LiveTopic.LiveEvent> => {
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

/** Topics of the cluster `stocks`. */
export const topics = LiveTopic.ofCluster("stocks", [
  { code: "AM", key: "sym", day: bars("minutes") },
  { code: "A", key: "sym", day: bars("seconds") },
  { code: "T", key: "sym", day: ticks(tradesOf, tradeOf) },
  { code: "Q", key: "sym", delayed: false, day: ticks(quotesOf, quoteOf) },
  { code: "LULD", key: "T", delayed: false, day: ticks((bar) => [bar], bandsOf) },
  { code: "NOI", key: "T", delayed: false, day: ticks(imbalancesOf, (event) => event) },
])
