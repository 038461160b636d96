/** Companies related to a company: those of its industry's major group, from the data of the overviews. @module */
import { Effect } from "effect"
import { Store, type StoreError } from "../../store/Store.js"
import * as PointInTime from "./PointInTime.js"
import { details } from "./TickerDetails.js"

/** Maximum number of related companies, as in the service. */
const most = 10

/**
 * Listed tickers of other companies whose industry code (Standard Industrial Classification) begins
 * with the same two digits.
 */
export const related = (
  ticker: string,
  now: number,
): Effect.Effect<ReadonlyArray<{ readonly ticker: string }>, StoreError, Store> =>
  Effect.flatMap(Store, (store) =>
    store.query<{ readonly ticker: string }>(
      `SELECT other.ticker FROM ${details.name} AS own, ${details.name} AS other
       WHERE own.ticker = $1 AND left(other.sic_code, 2) = left(own.sic_code, 2) AND other.ticker_root <> own.ticker_root
         AND other.ticker IN (SELECT ticker FROM (${PointInTime.tickersOn("$2")}) WHERE active)
       ORDER BY other.sic_code <> own.sic_code, other.ticker LIMIT ${most}`,
      [ticker, PointInTime.dayOf(undefined, now)],
    ),
  )
