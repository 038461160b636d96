/**
 * Futures products and contracts as of a day. The tables hold each once; a request about several
 * days sees a row for each day.
 *
 * @module
 */
import { futures } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import type * as ListQuery from "../../query/ListQuery.js"
import type { Context } from "../../query/Context.js"

/** Filters on the day. */
type Dates = { readonly [K in "date" | `date.${"gt" | "gte" | "lt" | "lte"}`]?: string | undefined }

/** Writes the visible rows of a request as SQL. */
type Rows = (values: Dates, bind: ListQuery.Bind, context: Pick<Context, "visible">) => string

/** Days of a request, each as `day`: today alone without a date filter, else all that the filters choose from. */
const days: Rows = (values, bind, { visible }) => {
  const filters: ReadonlyArray<keyof Dates> = ["date", "date.gt", "date.gte", "date.lt", "date.lte"]
  const today = bind(dateOf(futures.zone, visible))
  const asked = filters.some((filter) => values[filter] !== undefined)
  const first = asked ? "(SELECT min(date) FROM futures_products)" : today
  const all = `generate_series(${first}::DATE, ${today}::DATE, INTERVAL 1 DAY)`
  return `(SELECT strftime(unnest(${all}), '%Y-%m-%d') AS day)`
}

/** Products on each day. */
export const products: Rows = (...request) => `
  SELECT * REPLACE (day AS date, day || 'T05:00:00Z' AS last_updated)
  FROM futures_products JOIN ${days(...request)} ON day >= date`

/** Contracts on each day: from their known date until their settlement. */
export const contracts: Rows = (...request) => `
  SELECT * REPLACE (
    day AS date,
    day BETWEEN first_trade_date AND last_trade_date AS active,
    date_diff('day', day::DATE, settlement_date::DATE)::DOUBLE AS days_to_maturity,
    CASE WHEN day >= '2025-03-12' THEN type END AS type)
  FROM futures_contracts JOIN ${days(...request)} ON day BETWEEN known_date AND settlement_date`
