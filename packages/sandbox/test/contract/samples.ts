/**
 * What the contract of every endpoint asks, from the catalogue's examples and the kinds of
 * parameters, and what is special about some endpoints.
 */
import * as Catalog from "@candela/catalog/Catalog"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as Kind from "@candela/core/internal/Kind"

/** A row, whatever its endpoint. */
export type Row = Readonly<Record<string, unknown>>

/** What is special about an endpoint. */
export interface Special {
  /** The parameters that name something that the service does not know, where they are no tickers. */
  readonly unknown?: Readonly<Record<string, string>>
  /** Whether the service answers `NotFound` then, where the endpoint has rows. */
  readonly notFound?: boolean
  /** What a filter compares, where it is not the row's field of its name. */
  readonly compared?: Readonly<Record<string, (row: Row) => unknown>>
  /** The filters that are tested by hand, and why. */
  readonly untested?: Readonly<Record<string, string>>
}

const tickersOf = (row: Row) => [...(row["tickers"] as ReadonlyArray<string>)].sort()

const filings: Special = {
  compared: { min_ticker: (row) => tickersOf(row)[0], max_ticker: (row) => tickersOf(row).at(-1) },
}

/** The terms of a contract in a chain, by which it is filtered and sorted. */
const terms = (name: string) => (row: Row) => (row["details"] as Row)[name]
const termsCompared = Object.fromEntries(
  ["ticker", "contract_type", "expiration_date", "strike_price"].map((name) => [name, terms(name)]),
)
/** Ticks of the consolidated tape are selected by their receipt. */
const consolidated: Special["compared"] & {} = { timestamp: (row) => row["sip_timestamp"] }

const specials: Readonly<Record<string, Special>> = {
  "alternative.merchantAggregates": { unknown: { name: "none" } },
  "alternative.merchantHierarchy": { unknown: { lookup_name: "none" } },
  "benzinga.consensusRatings": { untested: { date: "rows do not have it: it says which ratings are counted" } },
  "benzinga.news": { compared: { stocks: (row) => row["tickers"] } },
  "crypto.historicTrades": { unknown: { from: "NONE" }, notFound: true },
  "crypto.lastTrade": { unknown: { from: "NONE" } },
  "crypto.trades": { compared: { timestamp: (row) => row["participant_timestamp"] } },
  "filings.form3": filings,
  "filings.form4": filings,
  // It has no parameter.
  "reference.marketStatus": { notFound: false },
  "forex.conversion": { unknown: { from: "XXX" } },
  "forex.lastQuote": { unknown: { from: "XXX" } },
  "forex.quotes": { compared: { timestamp: (row) => row["participant_timestamp"] } },
  "futures.products": { unknown: { product_code: "NONE" } },
  "reference.tickers": { untested: { cusip: "rows do not have it" } },
  "options.chain": { compared: termsCompared },
  "options.contracts": { unknown: { underlying_ticker: "NONE" } },
  "crypto.openClose": { unknown: { from: "NONE" } },
  "options.quotes": { compared: consolidated },
  "options.trades": { compared: consolidated },
  "reference.conditions": {
    compared: {
      data_type: (row) => row["data_types"],
      data_types: (row) => [...(row["data_types"] as ReadonlyArray<string>)].sort()[0],
      sip: (row) => Object.keys(row["sip_mapping"] as object),
    },
  },
  "stocks.balanceSheets": filings,
  "stocks.cashFlowStatements": filings,
  "stocks.quotes": { compared: consolidated },
  "stocks.trades": { compared: consolidated },
  "stocks.financials": {
    compared: { ticker: (row) => row["tickers"], period_of_report_date: (row) => row["end_date"] },
  },
  "stocks.incomeStatements": filings,
  "stocks.news": { compared: { ticker: (row) => row["tickers"] } },
}

/** What is special about an endpoint. */
export const specialOf = ({ name }: Endpoint.Any): Special => specials[name] ?? {}

/** A request that has some rows, at most 200. */
export const requestOf = ({ name }: Endpoint.Any): Readonly<Record<string, unknown>> => Catalog.find(name)!.example

/** Tickers that no market has. */
const unknownTickers: Readonly<Record<Kind.Market, string>> = {
  any: "NONE",
  stocks: "NONE",
  crypto: "X:NONEUSD",
  forex: "C:AAABBB",
  futures: "ESU99",
  options: "O:NONE250718C00200000",
  indices: "I:NONE",
}

/** A parameter with a ticker that its market does not have. */
const unknownTicker = ({ wireParams }: Endpoint.Any): Readonly<Record<string, unknown>> | undefined =>
  Object.entries(wireParams).flatMap(([name, { filter, kind }]): ReadonlyArray<Readonly<Record<string, unknown>>> => {
    if (kind._tag === "Ticker" && (filter?.operator ?? "eq") === "eq") return [{ [name]: unknownTickers[kind.market] }]
    return kind._tag === "List" && kind.item._tag === "Ticker" && filter === undefined
      ? [{ [name]: [unknownTickers[kind.item.market]] }]
      : []
  })[0]

/**
 * Parameters that name something that the service does not know; `undefined` where an endpoint
 * knows nothing of the kind.
 */
export const unknownOf = (endpoint: Endpoint.Any): Readonly<Record<string, unknown>> | undefined =>
  // The unified snapshot, that of indices and the summaries answer with a row for each unknown ticker.
  ["snapshots.list", "indices.snapshots", "stocks.summaries"].includes(endpoint.name)
    ? undefined
    : (specialOf(endpoint).unknown ?? unknownTicker(endpoint))
