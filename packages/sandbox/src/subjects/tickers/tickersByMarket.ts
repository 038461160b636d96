import type { Store } from "../../store/Store.js"

/** Tickers of a market. */
export interface MarketTickers {
  /** Name of the market: `stocks`. */
  readonly market: string
  /** Number of tickers. */
  readonly count: number
  /** First tickers in alphabetical order. */
  readonly first: ReadonlyArray<string>
}

/** Markets that have tickers with bars or contracts, under the names in the service's documents. */
export const tickersByMarket: Store.Load<ReadonlyArray<MarketTickers>> = ({ query }) =>
  query<MarketTickers>(
    `WITH listed AS (
       SELECT CASE market WHEN 'otc' THEN 'stocks' WHEN 'fx' THEN 'forex' ELSE market END AS market, ticker
       FROM tickers WHERE held_until IS NULL AND ticker IN (SELECT ticker FROM day_bars)
       UNION ALL SELECT 'options', ticker FROM option_contracts
         WHERE expiration_date >= (SELECT max(date) FROM day_bars)
       UNION ALL SELECT DISTINCT 'futures', ticker FROM futures_contracts
     )
     SELECT market, count(*)::DOUBLE AS count, list(ticker ORDER BY ticker)[:10] AS first FROM listed GROUP BY market
     ORDER BY list_position(['stocks', 'options', 'futures', 'indices', 'forex', 'crypto'], market)`,
  )
