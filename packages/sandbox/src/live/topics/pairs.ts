/** Spellings of pairs in the live channel. @module */

const currency = 3

/**
 * Spells the ticker of a pair of requests, `X:BTCUSD`: with a sign between its currencies, of which
 * the last has three letters.
 */
export const spelt =
  (prefix: string, sign: string) =>
  (ticker: string): string =>
    `${prefix}${ticker.slice(2, -currency)}${sign}${ticker.slice(-currency)}`
