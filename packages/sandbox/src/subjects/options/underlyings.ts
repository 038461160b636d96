import type { OptionDetails } from "@candela/market/InstrumentState"

/** Profile of an underlying and its options for the generator. */
export interface Underlying {
  readonly ticker: string
  /** Prefix of the contracts' tickers: SPXW are the options on the S&P 500 that settle at the close. */
  readonly root: string
  readonly exerciseStyle: NonNullable<OptionDetails["exercise_style"]>
  /** Distance between strikes, dollars. */
  readonly step: number
  /** Center of the volatility smile. */
  readonly level: number
  /** Implied volatility of a strike at that price, as a fraction a year. */
  readonly volatility: number
  /** Dividend yield, as a fraction of the price a year. */
  readonly dividendYield: number
  /** Usual open interest of a contract at the money. */
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

/** Risk-free interest rate of all options, continuously compounded, as a fraction a year. */
export const riskFreeRate = 0.0425
