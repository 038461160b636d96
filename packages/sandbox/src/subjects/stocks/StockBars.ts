/** Minute and day bars of stocks. @module */
import { stocks } from "@candela/market/Market"
import { Array, Effect } from "effect"
import * as Calendar from "@candela/market/Calendar"
import * as Bars from "../bars/StoredBars.js"
import { chosen, minuteDates } from "../../generate/Extent.js"
import type { Generator } from "../../generate/Generator.js"
import { dayBar } from "./days.js"
import { addMinutes } from "./minutes.js"
import { profiles } from "../companies/profiles.js"
import { walk } from "./walk.js"

/** Number of days whose minutes are made at once. */
const daysAtOnce = 40

/** Writes the bars of stocks. */
export const generator: Generator = {
  name: "stock bars",
  tables: [Bars.minuteBars, Bars.dayBars],
  needs: [],
  weight: 25,
  write: ({ advance, extent, now, random, statements, today }) => {
    const market = extent.markets.stocks
    if (market === undefined) return Effect.void
    const sessions = Calendar.sessions(extent.from, today).filter((session) => session.preMarketOpen < now)
    const dates = sessions.map(({ date }) => date)
    // Only minutes show the trades so far of a session in progress.
    const inProgress = sessions.filter((session) => session.afterHoursClose > now).map(({ date }) => date)
    return Bars.write(statements, {
      market: stocks,
      tickers: chosen(profiles, market),
      advance,
      writeMinutes: (profile, { flush, minutes }) =>
        Effect.gen(function* () {
          const withMinutes = new Set([...minuteDates(market, profile.ticker, dates), ...inProgress])
          const rows: Array<Bars.DayBar> = []
          for (const days of Array.chunksOf(walk(profile, random, sessions), daysAtOnce)) {
            for (const day of days) {
              if (withMinutes.has(day.session.date)) addMinutes(minutes, profile, day, now)
              else rows.push(dayBar(profile, day))
            }
            yield* flush
          }
          return rows
        }),
    })
  },
}
