/** Topics of options. @module */
import { session } from "@candela/market/Calendar"
import { stocks } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import { Effect } from "effect"
import { storedMinutes } from "../../subjects/bars/Reader.js"
import * as OptionBars from "../../subjects/options/OptionBars.js"
import type { OptionContract } from "../../subjects/options/OptionContracts.js"
import { type OptionQuoteTick, type OptionTradeTick, quotesOf, tradesOf } from "../../subjects/ticks/OptionTicks.js"
import * as BarDay from "./BarDay.js"
import * as LiveTopic from "./LiveTopic.js"

/** Reads the bars of a contract's day: all of it, also what is to come. */
export const read = (ticker: string, range: LiveTopic.DayBounds) =>
  Effect.flatMap(OptionBars.tablesOf(ticker, range.to), ({ minutes }) =>
    BarDay.read({ ticker, market: stocks, minutes }, range),
  )

const bars =
  (size: "minutes" | "seconds"): LiveTopic.LiveTopic["day"] =>
  (ticker, range) =>
    Effect.map(read(ticker, range), (day) =>
      BarDay.bars(day, size, (sent, end) => BarDay.fieldsOf(sent, day.bars[0]!.o, end)),
    )

/** Makes events of a contract's ticks, which are derived from the minutes of its underlying. */
const ticks =
  <T>(
    derive: (contract: OptionContract) => (bar: BarDay.BarDay["bars"][number]) => ReadonlyArray<T>,
    rowOf: (tick: T) => LiveTopic.LiveEvent,
  ): LiveTopic.LiveTopic["day"] =>
  (ticker, range) =>
    Effect.gen(function* () {
      const [contract] = yield* OptionBars.contracts([ticker])
      const hours = session(dateOf(stocks.zone, range.from))
      if (contract === undefined || hours === undefined) return () => []
      const day = yield* BarDay.read(
        { ticker, market: stocks, minutes: (range) => storedMinutes(contract.underlying_ticker, range) },
        { from: hours.open, to: hours.close },
      )
      return BarDay.ticks(day, derive(contract), rowOf)
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

/** Minute bars, which the launchpad host has, too. */
export const minuteBars = bars("minutes")

/** Topics of the cluster `options`. */
export const topics = LiveTopic.ofCluster("options", [
  { code: "AM", key: "sym", day: minuteBars },
  { code: "A", key: "sym", day: bars("seconds") },
  { code: "T", key: "sym", day: ticks(tradesOf, tradeOf) },
  { code: "Q", key: "sym", delayed: false, day: ticks(quotesOf, quoteOf) },
])
