/** Profile of an index for the generator. */
export interface Index {
  /** Index ticker: `I:SPX`. */
  readonly ticker: string
  readonly name: string
  /** Level at which each member has the price of its profile. */
  readonly level: number
  /** Standard deviation of a day's return, as a fraction. */
  readonly volatility: number
  /** Member stocks. None has a split or is delisted, so that the weights never change. */
  readonly members: ReadonlyArray<string>
}

/** All indices. The symbols and names are real; only the members that have bars here are listed. */
export const indices: ReadonlyArray<Index> = [
  {
    ticker: "I:DJI",
    name: "Dow Jones Industrial Average",
    level: 34_400,
    volatility: 0.005,
    members: ["BA", "DIS", "HD", "IBM", "JNJ", "JPM", "KO", "PG", "UNH", "V"],
  },
  {
    ticker: "I:NDX",
    name: "Nasdaq-100",
    level: 15_200,
    volatility: 0.007,
    members: ["AAPL", "AMZN", "CSCO", "GOOGL", "INTC", "META", "MSFT", "PEP", "TSLA"],
  },
  // A fund of all members represents their value: a tenth of the index.
  { ticker: "I:SPX", name: "S&P 500", level: 4_430, volatility: 0.008, members: ["SPY"] },
]
