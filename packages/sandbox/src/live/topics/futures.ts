/** Topics of futures. The service's document has none: their fields are those of the vendor's clients. @module */
import { FuturesLive } from "@candela/futures/Live"
import { futures } from "@candela/market/Market"
import { Effect } from "effect"
import type { BaseBar } from "../../subjects/bars/BaseBar.js"
import { productOf } from "../../subjects/futures/contracts.js"
import { type Base, minutesIn, secondsOfMinute } from "../../subjects/futures/Reader.js"
import * as FuturesTicks from "../../subjects/ticks/FuturesTicks.js"
import * as BarDay from "./BarDay.js"
import * as LiveTopic from "./LiveTopic.js"

/** A bar with the sum of price times size of its trades. */
type FuturesBar = BaseBar & Base

const barOf = (base: Base): FuturesBar => ({ ...base, vw: base.v > 0 ? base.dv / base.v : null })

const read = (ticker: string, range: LiveTopic.DayBounds) => {
  const ticks = productOf(ticker)?.ticks
  return BarDay.read(
    {
      ticker,
      market: futures,
      minutes: (range) => Effect.map(minutesIn({ ticker, visible: Infinity }, range), (rows) => rows.map(barOf)),
      secondsOf: (bar) => secondsOfMinute(bar as FuturesBar, ticks).map(barOf),
    },
    range,
  )
}

const bars = BarDay.bars(read, ({ bar }, e) => {
  const { c, dv, h, l, n, o, t: s, v } = bar as FuturesBar
  return { v, dv, n, o, c, h, l, s, e }
})

const ticks = BarDay.ticks(read)

const tradeOf = ({ ms: t, price: p, sequence: q, size: s }: FuturesTicks.FuturesTradeTick) => ({
  at: t,
  row: { p, s, t, q },
})

const quoteOf = ({ ask: ap, askSize, bid: bp, bidSize: bs, ms: t }: FuturesTicks.FuturesQuoteTick) => ({
  at: t,
  row: { bp, bs, bt: t, ap, as: askSize, at: t, t },
})

/** Topics of futures. */
export const topics = LiveTopic.ofService(FuturesLive.topics, {
  minuteBars: bars("minutes"),
  secondBars: bars("seconds"),
  trades: ticks((bar, { ticker }) => FuturesTicks.tradesOf(ticker)(bar as FuturesBar), tradeOf),
  quotes: ticks((bar, { ticker }) => FuturesTicks.quotesOf(ticker)(bar as FuturesBar), quoteOf),
})
