import type { OptionDetails } from "@candela/snapshots/Snapshot"

/** What the generator knows of an underlying and its options. */
export interface Underlying {
  readonly ticker: string
  /** What the contracts' tickers begin with: SPXW are those options on the S&P 500 that settle at the close. */
  readonly root: string
  readonly exerciseStyle: NonNullable<OptionDetails["exercise_style"]>
  /** Dollars from one strike to the next. */
  readonly step: number
  /** The price around which volatilities smile. */
  readonly level: number
  /** The implied volatility of a strike at that price, as a fraction a year. */
  readonly volatility: number
  /** As a fraction of the price a year. */
  readonly dividendYield: number
  /** The open interest of a contract at the money, usually. */
  readonly interest: number
}

/** All underlyings with options. */
export const underlyings: ReadonlyArray<Underlying> = [
  {
    ticker: "AAPL",
    root: "AAPL",
    exerciseStyle: "american",
    step: 5,
    level: 190,
    volatility: 0.22,
    dividendYield: 0.005,
    interest: 20_000,
  },
  {
    ticker: "I:SPX",
    root: "SPXW",
    exerciseStyle: "european",
    step: 50,
    level: 4_430,
    volatility: 0.125,
    dividendYield: 0.013,
    interest: 5_000,
  },
]

/** The risk-free interest of all options, continuously compounded, as a fraction a year. */
export const riskFreeRate = 0.0425
