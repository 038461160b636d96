/** What the generator knows of an index. */
export interface Index {
  /** `I:SPX`. */
  readonly ticker: string
  readonly name: string
}

/** All indices. The symbols and names are real. */
export const indices: ReadonlyArray<Index> = [
  { ticker: "I:DJI", name: "Dow Jones Industrial Average" },
  { ticker: "I:NDX", name: "Nasdaq-100" },
  { ticker: "I:SPX", name: "S&P 500" },
]
