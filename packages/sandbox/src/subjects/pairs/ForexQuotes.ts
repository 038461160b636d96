/** Quotes of currency pairs. @module */
import { ForexQuote } from "@candela/market/ForexQuote"
import { dayNumber, dayOf } from "@candela/market/TimeZone"
import { Effect } from "effect"
import * as Table from "../../store/Table.js"
import { chosen, minuteDates } from "../../generate/Extent.js"
import type { Generator } from "../../generate/Generator.js"
import { tradingDay } from "./hours.js"
import { make } from "./prices.js"
import { forexPairs } from "./profiles.js"
import { addQuotes, emptyQuotes } from "./quotes.js"

/**
 * Table with one row per quote, ordered by ticker and time. Quotes of one nanosecond are in the
 * order of `sequence`, the quote's number on its day.
 */
export const table = Table.of("forex_quotes", {
  row: ForexQuote,
  hidden: { ticker: "VARCHAR", sequence: "BIGINT" },
  key: ["ticker", "participant_timestamp", "sequence"],
})

/** Writes the quotes of currency pairs. */
export const generator: Generator = {
  name: "forex quotes",
  tables: [table],
  needs: [],
  weight: 5,
  write: ({ advance, extent, now, random, statements }) => {
    const { forex } = extent.markets
    if (forex?.quotes === undefined) return Effect.void
    const spans = { ...forex, minutes: forex.quotes }
    const priceAt = make(random)
    const first = dayNumber(extent.from)
    const days = Array.from({ length: dayOf("UTC", now) - first + 1 }, (_, index) =>
      tradingDay("forex", first + index),
    ).flatMap((day) => (day !== undefined && day.from < now ? [day] : []))
    const dates = days.map(({ date }) => date)
    const pairs = chosen(forexPairs, forex)
    return Effect.forEach(
      pairs,
      (pair, index) => {
        const withQuotes = new Set(minuteDates(spans, pair.ticker, dates))
        const quotes = emptyQuotes()
        for (const day of days) {
          if (!withQuotes.has(day.date)) continue
          addQuotes(quotes, pair, day, { now, priceAt, random: random(`quotes of ${pair.ticker}`, day.day) })
        }
        return Effect.zipRight(table.appendColumns(statements, quotes), advance(index / pairs.length))
      },
      { discard: true },
    )
  },
}
