/**
 * Sessions of the markets of a store, for their view.
 *
 * @module
 */
import * as Calendar from "@candela/market/Calendar"
import type { Params } from "../model/sql.js"

/** Markets whose bars a store has. */
const markets = ["stocks", "forex", "crypto"] as const

/** First and last day of the view: those for which the calendar of stocks knows the holidays. */
const [first, last] = ["1990-01-01", "2035-12-31"]

/** Returns the columns of the view, as parameters of its table. */
export const columns = (): Params => {
  const sessions = markets.flatMap((market) =>
    Calendar.sessions(first, last, Calendar.of(market)).map((session) => ({ market, session })),
  )
  const column = (name: "preMarketOpen" | "open" | "close" | "afterHoursClose") =>
    sessions.map(({ session }) => session[name])
  return {
    markets: sessions.map(({ market }) => market),
    days: sessions.map(({ session }) => session.date),
    early: sessions.map(({ session }) => session.earlyClose),
    preMarketOpens: column("preMarketOpen"),
    opens: column("open"),
    closes: column("close"),
    afterHoursCloses: column("afterHoursClose"),
  }
}
