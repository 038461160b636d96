/**
 * The tickers as they were on a day: their names and whether they were listed.
 *
 * @module
 */
import { stocks } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"

/** The day that a request is about, `yyyy-mm-dd`: the one that it names, but none that is still to come. */
export const dayOf = (date: string | undefined, now: number): string => {
  const today = dateOf(stocks.zone, now)
  return date !== undefined && date < today ? date : today
}

/** What columns of the table of tickers hold on a day, as SQL. `day` is the day's. */
export const columns = (day: string): Readonly<Record<string, string>> => ({
  name: `CASE WHEN ${day} < renamed_date THEN former_name ELSE name END`,
  active: `coalesce(${day} < delisted_date, true)`,
  delisted_utc: `CASE WHEN ${day} >= delisted_date THEN delisted_utc END`,
  // A record of a day cannot have been updated later.
  last_updated_utc: `CASE WHEN ${day} < last_updated_utc THEN ${day} || 'T00:00:00Z' ELSE last_updated_utc END`,
})

/** Whether a ticker was known on a day, as SQL: whether it was listed by then. `day` is the day's. */
export const isKnown = (day: string): string => `coalesce(list_date <= ${day}, true)`
