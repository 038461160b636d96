/** Minute and day bars of stocks. @module */
import { stocks } from "@candela/market/Market"
import { Array, Effect } from "effect"
import * as Calendar from "@candela/market/Calendar"
import * as Bars from "../bars/StoredBars.js"
import { chosen, type MarketExtent, minuteDates } from "../../generate/Extent.js"
import type { Generator } from "../../generate/Generator.js"
import { dayBar } from "./days.js"
import { addMinutes } from "./minutes.js"
import { type Profile, profiles } from "../companies/profiles.js"
import { formerHolder, renamed, renames } from "../companies/renames.js"
import { walk } from "./walk.js"

/** Number of days whose minutes are made at once. */
const daysAtOnce = 40

/** A stock under one of its tickers. */
interface Held {
  /** Ticker of the bars. */
  readonly ticker: string
  /** Stock, whose walk goes on when it changes its ticker. */
  readonly profile: Profile
  /** Random stream of the walk. */
  readonly stream: string
  /** First date under the ticker; absent for the first ticker. */
  readonly from?: string
  /** First date without it; absent for the last one. */
  readonly until?: string
}

/** Stocks by ticker and time. Those of the changed tickers come once for each. */
const held = (market: MarketExtent): ReadonlyArray<Held> => {
  const { ticker } = renamed
  const { date, former } = renames[ticker]!
  const all: ReadonlyArray<Held> = [
    ...profiles.map((profile) => ({ ticker: profile.ticker, profile, stream: profile.ticker })),
    { ticker: former, profile: renamed, stream: former, until: date },
    { ticker, profile: renamed, stream: former, from: date },
    { ticker, profile: formerHolder, stream: ticker },
  ]
  return chosen(all, market)
}

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
      tickers: held(market),
      advance,
      writeMinutes: ({ from = "", profile: company, stream, ticker, until }, { flush, minutes }) =>
        Effect.gen(function* () {
          const profile = { ...company, ticker }
          const ofTicker = walk({ ...company, ticker: stream }, random, sessions).filter(
            ({ session: { date } }) => date >= from && (until === undefined || date < until),
          )
          const withMinutes = new Set([...minuteDates(market, profile.ticker, dates), ...inProgress])
          const rows: Array<Bars.DayBar> = []
          for (const days of Array.chunksOf(ofTicker, daysAtOnce)) {
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
