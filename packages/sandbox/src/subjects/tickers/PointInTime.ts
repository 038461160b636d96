/**
 * Tickers as of a day: their names and whether they were listed.
 *
 * @module
 */
import { stocks } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"

/** Day of a request, `yyyy-mm-dd`: its date, but never a future one. */
export const dayOf = (date: string | undefined, now: number): string => {
  const today = dateOf(stocks.zone, now)
  return date !== undefined && date < today ? date : today
}

/**
 * SQL for the table of tickers as of a day, with those that companies had before: those listed by then, with the names
 * and states of the day. `day` is an expression.
 */
export const companiesOn = (day: string): string => `
  SELECT * REPLACE (
    CASE WHEN ${day} < renamed_date THEN former_name ELSE name END AS name,
    coalesce(${day} < delisted_date, true) AS active,
    CASE WHEN ${day} >= delisted_date THEN delisted_utc END AS delisted_utc,
    -- A record of a day cannot have been updated later.
    CASE WHEN ${day} < last_updated_utc THEN ${day} || 'T00:00:00Z' ELSE last_updated_utc END AS last_updated_utc)
  FROM tickers WHERE coalesce(greatest(held_from, list_date) <= ${day}, true)`

/**
 * SQL for the table of tickers as of a day: each ticker once, with the company that had it then, or had it last. `day`
 * is an expression.
 */
// protects: A ticker means the company that has it on the day, not one that had it before.
// mutant: "a ticker is one company on each day": held_until → NULL
export const tickersOn = (day: string): string => `FROM (${companiesOn(day)}) WHERE coalesce(${day} < held_until, true)`
