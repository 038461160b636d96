import { Array } from "effect"

/** Condition for rows of these tickers, which are bound first: `$1` and on. At least one is needed. */
export const tickerIn = (tickers: ReadonlyArray<string>): string =>
  `ticker IN (${tickers.map((_, index) => `$${index + 1}`).join(", ")})`

/** Groups rows by ticker, in their order. */
export const byTicker = <A extends { readonly ticker: string }>(
  rows: ReadonlyArray<A>,
): ReadonlyMap<string, Array.NonEmptyArray<A>> => new Map(Object.entries(Array.groupBy(rows, ({ ticker }) => ticker)))
