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
 * SQL for the table of tickers as of a day: those listed by then, with the names and states of the
 * day. `day` is an expression.
 */
export const tickersOn = (day: string): string => `
  SELECT * REPLACE (
    CASE WHEN ${day} < renamed_date THEN former_name ELSE name END AS name,
    coalesce(${day} < delisted_date, true) AS active,
    CASE WHEN ${day} >= delisted_date THEN delisted_utc END AS delisted_utc,
    -- A record of a day cannot have been updated later.
    CASE WHEN ${day} < last_updated_utc THEN ${day} || 'T00:00:00Z' ELSE last_updated_utc END AS last_updated_utc)
  FROM tickers WHERE coalesce(list_date <= ${day}, true)`
