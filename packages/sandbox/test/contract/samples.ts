/**
 * What is asked of each endpoint in the tests of all of them. An endpoint whose parameters are all optional needs no sample, unless its rows are many.
 */

/** A row, whatever its endpoint. */
export type Row = Readonly<Record<string, unknown>>

/** What is asked of an endpoint. */
export interface Sample {
  /** A request that has some rows, at most 200. */
  readonly request?: Readonly<Record<string, unknown>>
  /** The parameters that name something that the service does not know. Left out where an endpoint knows nothing of the kind. */
  readonly unknown?: Readonly<Record<string, string | ReadonlyArray<string>>>
  /** What is answered then: `NotFound`, or no rows. Default: `NotFound` where the endpoint has one value, else no rows. */
  readonly notFound?: boolean
  /** What a filter compares, where it is not the row's field of its name. */
  readonly compared?: Readonly<Record<string, (row: Row) => unknown>>
  /** The filters that are tested by hand, and why. */
  readonly special?: Readonly<Record<string, string>>
}

const tickers = (row: Row) => [...(row["tickers"] as ReadonlyArray<string>)].sort()
const days = { from: "2025-05-01", to: "2025-06-27" }
const bars = { multiplier: 1, timespan: "day", ...days }

/** The samples, by the names of their endpoints. */
export const samples: Readonly<Record<string, Sample>> = {
  "crypto.bars": { request: { cryptoTicker: "X:BTCUSD", ...bars }, unknown: { cryptoTicker: "X:NONEUSD" } },
  "crypto.sma": {
    request: { cryptoTicker: "X:BTCUSD", "timestamp.gte": "2025-05-01" },
    unknown: { cryptoTicker: "X:NONEUSD" },
  },
  "crypto.trades": {
    request: { from: "BTC", to: "USD", date: "2025-06-27" },
    unknown: { from: "NONE" },
    notFound: true,
  },
  "forex.conversion": { request: { from: "EUR", to: "USD" }, unknown: { from: "XXX" } },
  "forex.quotes": {
    request: { fxTicker: "C:EURUSD", "timestamp.gte": 1_751_313_000_000_000_000n },
    unknown: { fxTicker: "C:AAABBB" },
    compared: { timestamp: (row) => row["participant_timestamp"] },
  },
  "forex.snapshot": { request: { ticker: "C:EURUSD" }, unknown: { ticker: "C:AAABBB" } },
  "forex.snapshots": { unknown: { tickers: ["C:AAABBB"] } },
  "futures.bars": {
    request: { ticker: "ESU5", resolution: "1session", "window_start.gte": "2025-05-01" },
    unknown: { ticker: "ESU99" },
  },
  "reference.ticker": { request: { ticker: "AAPL" }, unknown: { ticker: "NONE" } },
  "reference.tickers": { special: { cusip: "rows do not have it" } },
  "snapshots.list": { request: { "ticker.gte": "C:NZDUSD", "ticker.lte": "CSCO" } },
  "stocks.balanceSheets": {
    request: { "tickers.any_of": ["AAPL", "BRK.A", "KO"] },
    compared: { min_ticker: (row) => tickers(row)[0], max_ticker: (row) => tickers(row).at(-1) },
  },
  "stocks.bars": { request: { stocksTicker: "AAPL", ...bars }, unknown: { stocksTicker: "NONE" } },
  "stocks.dailyMarketSummary": { request: { date: "2025-06-27" } },
  "stocks.dividends": { request: { "ex_dividend_date.gte": "2025-01-01" } },
  "stocks.openClose": { request: { stocksTicker: "AAPL", date: "2025-06-27" }, unknown: { stocksTicker: "NONE" } },
  "stocks.previousDayBar": { request: { stocksTicker: "AAPL" }, unknown: { stocksTicker: "NONE" } },
}
