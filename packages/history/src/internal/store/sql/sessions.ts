/**
 * Sessions of the markets of a store, for their view.
 *
 * @module
 */
import * as Calendar from "@candela/market/Calendar"
import { dateOfDay, dayNumber } from "@candela/market/TimeZone"
import { saturday, sunday, weekday } from "@candela/market/Weekday"
import type { Params } from "../model/sql.js"
import type { Exceptions } from "./views.js"

const isWeekday = (day: number): boolean => weekday(day) !== saturday && weekday(day) !== sunday

/** Markets whose bars a store has. */
const markets = ["stocks", "forex", "crypto"] as const

/** First and last day of the view: those for which the calendar of stocks knows the holidays. */
const [first, last] = ["1990-01-01", "2035-12-31"]

/** Returns the exceptions of the week of stocks. */
export const exceptions = (): Exceptions => {
  const sessions = Calendar.sessions(first, last, Calendar.stocks)
  const open = new Set(sessions.map(({ date }) => date))
  const days = Array.from({ length: dayNumber(last) - dayNumber(first) + 1 }, (_, day) => dayNumber(first) + day)
  return {
    closed: days.filter((day) => isWeekday(day) && !open.has(dateOfDay(day))).map(dateOfDay),
    early: sessions.filter(({ earlyClose }) => earlyClose).map(({ date }) => date),
  }
}

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
