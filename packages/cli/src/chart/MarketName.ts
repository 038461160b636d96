/**
 * The markets that have charts.
 *
 * @module
 */

/** The markets that have bars. */
export const markets = ["stocks", "forex", "crypto", "futures"] as const

/** The name of a market. */
export type MarketName = (typeof markets)[number]
