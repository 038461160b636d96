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

const tickersOf = (row: Row) => [...(row["tickers"] as ReadonlyArray<string>)].sort()
const noTicker = { ticker: "NONE" }
const noCrypto = { cryptoTicker: "X:NONEUSD" }
const noForex = { ticker: "C:AAABBB" }
const noStock = { stocksTicker: "NONE" }

const bars = { multiplier: 1, timespan: "day", from: "2025-05-01", to: "2025-06-27" }
const values = { "timestamp.gte": "2025-05-01" }
const filings = {
  request: { "tickers.any_of": ["AAPL", "BRK.A", "KO"] },
  unknown: { "tickers.any_of": ["NONE"] },
  compared: { min_ticker: (row: Row) => tickersOf(row)[0], max_ticker: (row: Row) => tickersOf(row).at(-1) },
}

const cryptoIndicator = { request: { cryptoTicker: "X:BTCUSD", ...values }, unknown: noCrypto }
const forexIndicator = { request: { fxTicker: "C:EURUSD", ...values }, unknown: { fxTicker: "C:AAABBB" } }

/** The samples, by the names of their endpoints. */
export const samples: Readonly<Record<string, Sample>> = {
  "alternative.merchantAggregates": { request: { "transaction_date.gte": "2025-06-23" }, unknown: { name: "none" } },
  "alternative.merchantHierarchy": { unknown: { lookup_name: "none" } },
  "crypto.bars": { request: { cryptoTicker: "X:BTCUSD", ...bars }, unknown: noCrypto },
  "crypto.ema": cryptoIndicator,
  "crypto.macd": cryptoIndicator,
  "crypto.movers": { request: { direction: "gainers" } },
  "crypto.previousDayBar": { request: { cryptoTicker: "X:BTCUSD" }, unknown: noCrypto },
  "crypto.rsi": cryptoIndicator,
  "crypto.sma": cryptoIndicator,
  "crypto.snapshot": { request: { ticker: "X:BTCUSD" }, unknown: { ticker: "X:NONEUSD" } },
  "crypto.snapshots": { unknown: { tickers: ["X:NONEUSD"] } },
  "crypto.trades": {
    request: { from: "BTC", to: "USD", date: "2025-06-27" },
    unknown: { from: "NONE" },
    notFound: true,
  },
  "economy.fundingConditions": { request: { "date.gte": "2025-05-01" } },
  "economy.inflation": { request: { "date.gte": "2023-01-01" } },
  "economy.inflationExpectations": { request: { "date.gte": "2023-01-01" } },
  "forex.bars": { request: { forexTicker: "C:EURUSD", ...bars }, unknown: { forexTicker: "C:AAABBB" } },
  "forex.conversion": { request: { from: "EUR", to: "USD" }, unknown: { from: "XXX" } },
  "forex.ema": forexIndicator,
  "forex.lastQuote": { request: { from: "EUR", to: "USD" }, unknown: { from: "XXX" } },
  "forex.macd": forexIndicator,
  "forex.movers": { request: { direction: "losers" } },
  "forex.previousDayBar": { request: { forexTicker: "C:EURUSD" }, unknown: { forexTicker: "C:AAABBB" } },
  "forex.quotes": {
    request: { fxTicker: "C:EURUSD", "timestamp.gte": 1_751_313_000_000_000_000n },
    unknown: { fxTicker: "C:AAABBB" },
    compared: { timestamp: (row) => row["participant_timestamp"] },
  },
  "forex.rsi": forexIndicator,
  "forex.sma": forexIndicator,
  "forex.snapshot": { request: { ticker: "C:EURUSD" }, unknown: noForex },
  "forex.snapshots": { unknown: { tickers: ["C:AAABBB"] } },
  "futures.bars": {
    request: { ticker: "ESU5", resolution: "1session", "window_start.gte": "2025-05-01" },
    unknown: { ticker: "ESU99" },
  },
  "futures.contracts": { request: { "date.gte": "2025-06-30" }, unknown: { ticker: "ESU99" } },
  "futures.products": { request: { "date.gte": "2025-06-26" }, unknown: { product_code: "NONE" } },
  "reference.ticker": { request: { ticker: "AAPL" }, unknown: noTicker },
  "reference.tickers": { request: { "ticker.lte": "D" }, special: { cusip: "rows do not have it" }, unknown: noTicker },
  "snapshots.list": { request: { "ticker.gte": "C:NZDUSD", "ticker.lte": "CSCO" } },
  "stocks.balanceSheets": filings,
  "stocks.bars": { request: { stocksTicker: "AAPL", ...bars }, unknown: noStock },
  "stocks.cashFlowStatements": filings,
  "stocks.dailyMarketSummary": { request: { date: "2025-06-27" } },
  "stocks.dividends": { request: { "ex_dividend_date.gte": "2025-01-01" }, unknown: noTicker },
  "stocks.dividendsV3": { request: { "ex_dividend_date.gte": "2025-01-01" }, unknown: noTicker },
  "stocks.movers": { request: { direction: "gainers" } },
  "stocks.news": {
    request: { "published_utc.gte": "2025-06-01" },
    unknown: noTicker,
    compared: { ticker: (row) => row["tickers"] },
  },
  "stocks.openClose": { request: { stocksTicker: "AAPL", date: "2025-06-27" }, unknown: noStock },
  "stocks.previousDayBar": { request: { stocksTicker: "AAPL" }, unknown: noStock },
  "stocks.ratios": { unknown: noTicker },
  "stocks.snapshot": { request: { stocksTicker: "AAPL" }, unknown: noStock },
  "stocks.snapshots": { unknown: { tickers: ["NONE"] } },
}
