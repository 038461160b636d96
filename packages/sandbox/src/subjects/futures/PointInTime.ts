/**
 * Futures products and contracts as they were on a day. The tables hold each once; a request about several days sees a row for each of them.
 *
 * @module
 */
import { futures } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import type * as ListQuery from "../../query/ListQuery.js"
import type { Context } from "../../query/Context.js"

/** The filters on the day. */
type Dates = { readonly [K in "date" | `date.${"gt" | "gte" | "lt" | "lte"}`]?: string | undefined }

/** Writes the rows that a request sees as SQL. */
type Rows = (values: Dates, bind: ListQuery.Bind, context: Pick<Context, "visible">) => string

/** The days that a request is about, each as `day`: today alone where no filter speaks of days, else all that the filters choose from. */
const days: Rows = (values, bind, { visible }) => {
  const filters: ReadonlyArray<keyof Dates> = ["date", "date.gt", "date.gte", "date.lt", "date.lte"]
  const today = bind(dateOf(futures.zone, visible))
  const asked = filters.some((filter) => values[filter] !== undefined)
  const first = asked ? "(SELECT min(date) FROM futures_products)" : today
  const all = `generate_series(${first}::DATE, ${today}::DATE, INTERVAL 1 DAY)`
  return `(SELECT strftime(unnest(${all}), '%Y-%m-%d') AS day)`
}

/** The products on each day. */
export const products: Rows = (...request) => `
  SELECT * REPLACE (day AS date, day || 'T05:00:00Z' AS last_updated)
  FROM futures_products JOIN ${days(...request)} ON day >= date`

/** The contracts on each day: from when they are known until they have settled. */
export const contracts: Rows = (...request) => `
  SELECT * REPLACE (
    day AS date,
    day BETWEEN first_trade_date AND last_trade_date AS active,
    date_diff('day', day::DATE, settlement_date::DATE)::DOUBLE AS days_to_maturity,
    CASE WHEN day >= '2025-03-12' THEN type END AS type)
  FROM futures_contracts JOIN ${days(...request)} ON day BETWEEN known_date AND settlement_date`
