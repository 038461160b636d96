/**
 * Markets with charts.
 *
 * @module
 */

/** Markets with bars. */
export const markets = ["stocks", "forex", "crypto", "futures"] as const

/** Name of a market. */
export type MarketName = (typeof markets)[number]
