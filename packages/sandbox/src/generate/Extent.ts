/** Extent of the data in a data set. @module */

/**
 * Minutes of the trading days between two dates (both included; without `to`, until the end), or of
 * the last trading days; of all tickers, or of some.
 */
export type MinuteSpan = {
  readonly tickers?: ReadonlyArray<string>
} & ({ readonly from: string; readonly to?: string } | { readonly lastSessions: number })

/** Data of a market in a data set. */
export interface MarketExtent {
  /** Tickers, or all of the generators. */
  readonly tickers: ReadonlyArray<string> | "all"
  /** Days with minute bars. The day in progress always has them. */
  readonly minutes: ReadonlyArray<MinuteSpan>
  /** Days with quotes. Default none. */
  readonly quotes?: ReadonlyArray<MinuteSpan>
}

/** Data in a data set. */
export interface Extent {
  /** The first date, `yyyy-mm-dd`. */
  readonly from: string
  /** Markets with rows. */
  readonly markets: {
    readonly stocks?: MarketExtent
    readonly forex?: MarketExtent
    readonly crypto?: MarketExtent
    readonly futures?: MarketExtent
    readonly indices?: MarketExtent
  }
}

/** Selects the instruments of a market that an extent holds, in the order of their tickers. */
export const chosen = <A extends { readonly ticker: string }>(
  all: ReadonlyArray<A>,
  extent: MarketExtent | undefined,
): ReadonlyArray<A> =>
  all
    .filter(({ ticker }) => extent !== undefined && (extent.tickers === "all" || extent.tickers.includes(ticker)))
    .sort((one, other) => (one.ticker < other.ticker ? -1 : 1))

/** Returns the trading days on which a ticker has minute bars, in order. */
export const minuteDates = (
  { minutes }: MarketExtent,
  ticker: string,
  dates: ReadonlyArray<string>,
): ReadonlyArray<string> =>
  minutes
    .filter((span) => span.tickers?.includes(ticker) ?? true)
    .flatMap((span) =>
      "lastSessions" in span
        ? dates.slice(-span.lastSessions)
        : dates.filter((date) => date >= span.from && (span.to === undefined || date <= span.to)),
    )
