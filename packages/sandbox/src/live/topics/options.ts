/** Topics of options. @module */
import { session } from "@candela/market/Calendar"
import { stocks } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import { OptionsLive } from "@candela/options/Live"
import { Effect } from "effect"
import { storedMinutes } from "../../subjects/bars/Reader.js"
import * as OptionBars from "../../subjects/options/OptionBars.js"
import type { OptionContract } from "../../subjects/options/OptionContracts.js"
import { type OptionQuoteTick, type OptionTradeTick, quotesOf, tradesOf } from "../../subjects/ticks/OptionTicks.js"
import * as BarDay from "./BarDay.js"
import * as LiveTopic from "./LiveTopic.js"

/** Reads the bars of a contract's day: all of it, also what is to come. */
const read: BarDay.Read = (ticker, range) =>
  Effect.flatMap(OptionBars.tablesOf(ticker, range.to), ({ minutes }) =>
    BarDay.read({ ticker, market: stocks, minutes }, range),
  )

const bars = BarDay.fullBars(read)

/** Makes events of a contract's ticks, which are derived from the minutes of its underlying. */
const ticks =
  <T>(
    derive: (contract: OptionContract) => (bar: BarDay.BarDay["bars"][number]) => ReadonlyArray<T>,
    rowOf: (tick: T) => LiveTopic.LiveEvent,
  ): LiveTopic.EventsOfDay =>
  (ticker, range) =>
    Effect.gen(function* () {
      const [contract] = yield* OptionBars.contracts([ticker])
      const hours = session(dateOf(stocks.zone, range.from))
      if (contract === undefined || hours === undefined) return () => []
      const day = yield* BarDay.read(
        { ticker, market: stocks, minutes: (range) => storedMinutes(contract.underlying_ticker, range) },
        { from: hours.open, to: hours.close },
      )
      const ticksOf = derive(contract)
      return (start: number) => {
        const bar = day.bar(start)
        return bar === undefined ? [] : ticksOf(bar).map(rowOf)
      }
    })

const tradeOf = ({ conditions: c, exchange: x, ms, price: p, sequence: q, size: s }: OptionTradeTick) => ({
  at: ms,
  row: { x, p, s, ...(c.length === 0 ? {} : { c }), t: ms, q },
})

const quoteOf = (quote: OptionQuoteTick) => ({
  at: quote.ms,
  row: {
    ...{ bx: quote.bidExchange, ax: quote.askExchange, bp: quote.bid, ap: quote.ask },
    ...{ bs: quote.bidSize, as: quote.askSize, t: quote.ms, q: quote.sequence },
  },
})

const nanoseconds = 1_000_000

/** Topics of options. Values have nanoseconds, as in the service's examples. */
export const topics = LiveTopic.ofService(OptionsLive.topics, {
  minuteBars: bars("minutes"),
  secondBars: bars("seconds"),
  trades: ticks(tradesOf, tradeOf),
  quotes: ticks(quotesOf, quoteOf),
  launchpadMinuteBars: bars("minutes"),
  ...BarDay.ofHosts(read, nanoseconds),
})
