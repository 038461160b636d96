/**
 * The vendor's own JavaScript client sends what ours sends: the sandbox's answers to both are the same document.
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Request from "@candela/core/Request"
import { Sandbox } from "@candela/sandbox/Sandbox"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import { assert, describe, layer } from "@effect/vitest"
import { restClient } from "@massive.com/client-js"
import { Effect, Either, Layer, Predicate, Schema, String, Struct } from "effect"
import { readFileSync } from "node:fs"
import { services } from "./services.js"
import { Connection, keys, raw } from "./support.js"

type Asked = Readonly<Record<string, unknown>>

const connection = Layer.scoped(
  Connection,
  Effect.map(Effect.all([Sandbox, HttpClient.HttpClient, Effect.scope]), ([{ baseUrl }, client, scope]) => ({
    baseUrl,
    client,
    scope,
  })),
).pipe(Layer.provide(FetchHttpClient.layer))

const server = Layer.provideMerge(connection, Sandbox.layerServer({ keys }))

const clientOf = (key: string, options: { readonly pagination?: boolean } = {}) =>
  Effect.map(Sandbox, ({ baseUrl }) => restClient(key, baseUrl, options) as unknown as Client)

/** Its methods give axios's answer by their types, and the document itself at run time. */
type Client = Readonly<Record<string, (asked: Asked) => Promise<Asked>>>

/** A request under the names that the vendor's client has for its parameters. */
const camel = (request: Asked): Asked =>
  Object.fromEntries(
    Object.entries(request).map(([name, value]) => [
      String.snakeToCamel(name.replace(".", "_")),
      name === "tickers" && Array.isArray(value)
        ? value
        : Array.isArray(value) || typeof value === "bigint" || name.startsWith("timestamp")
          ? `${value as string}`
          : value,
    ]),
  )

const endpointOf = (name: string): Endpoint.Any => {
  const [service, method] = name.split(".") as [keyof typeof services, string]
  return (services[service]!.endpoints as Readonly<Record<string, Endpoint.Any>>)[method]!
}

const rowsOf = (document: Asked) => (document["results"] ?? document["tickers"] ?? document["ticks"]) as unknown

const sizes = [
  [1, "day", "2024-01-02", "2025-06-27"],
  [5, "minute", "2025-06-26", "2025-06-27"],
  [1, "hour", Date.parse("2024-03-07T12:34:56Z"), Date.parse("2024-03-12T15:00:00Z")],
  [2, "week", "2024-01-01", "2024-12-31"],
  [30, "second", "2025-06-26", "2025-06-26"],
] as const

/** Bars of any size, in either order, adjusted and as traded. */
const bars = (ticker: Asked) =>
  sizes.flatMap(([multiplier, timespan, from, to]) => [
    { ...ticker, multiplier, timespan, from, to, sort: "asc", adjusted: true, limit: 50_000 },
    { ...ticker, multiplier, timespan, from, to, sort: "desc", adjusted: false, limit: 50_000 },
  ])

const contract = { optionsTicker: "O:AAPL250718C00190000" }

const indicators = (ticker: Asked, windows: Asked) =>
  [
    {},
    { timestamp: "2024-03-08" },
    {
      ...windows,
      ...{ "timestamp.gte": "2024-03-04", "timestamp.lt": 1_710_028_800_000 },
      ...{ timespan: "hour", limit: 5000, order: "asc" },
    },
    {
      ...windows,
      ...{ "timestamp.gt": "2024-03-04", "timestamp.lte": "2024-06-09" },
      ...{ series_type: "low", expand_underlying: true, limit: 100 },
    },
  ].map((request) => ({ ...ticker, ...request }))

/** Ticks of a day, in either order: the service takes dates and nanoseconds. */
const ticks = (ticker: Asked) => [
  { ...ticker, timestamp: "2025-06-30", order: "asc", limit: 200 },
  { ...ticker, "timestamp.lte": "2025-06-30", limit: 20 },
]

const futuresTicks = [
  { ticker: "ESU5", timestamp: "2025-06-30", sort: ["timestamp.asc"], limit: 200 },
  { ticker: "ESU5", session_end_date: "2025-06-27" },
]

const macd = { short_window: 3, long_window: 10, signal_window: 5 }
const directions = [{ direction: "gainers" }, { direction: "losers" }]
const dates = [{}, { "date.gte": "2001-01-01", "date.lt": "2002-01-01" }, { sort: ["date.desc"], limit: 1000 }]
const anyDate = { "date.any_of": ["1999-01-01", "2024-05-01"] }
const products = [
  {},
  { date: "2025-03-11" },
  { "date.gte": "2025-03-10", "date.lt": "2025-03-14", product_code: "ES", limit: 50 },
]

/** The endpoints with the vendor's methods for them, and what is asked of both. */
const cases: ReadonlyArray<readonly [name: string, method: string, requests: ReadonlyArray<Asked>]> = [
  [
    "alternative.merchantAggregates",
    "getConsumerSpendingEuV1MerchantAggregates",
    [
      {},
      { name: "tesco", "transaction_date.gte": "2025-06-01", sort: ["total_spend"] },
      { user_country: "DE", "channel.any_of": ["online", "bnpl"], limit: 5000 },
    ],
  ],
  [
    "alternative.merchantHierarchy",
    "getConsumerSpendingEuV1MerchantHierarchy",
    [
      {},
      { "active_from.lte": "2021-02-15", "active_to.gte": "2021-02-15" },
      { listing_status: "private", sort: ["active_from.desc"] },
    ],
  ],
  ["benzinga.analystInsights", "getBenzingaV1AnalystInsights", [{ "ticker.any_of": ["AAPL", "KO"] }]],
  ["benzinga.analysts", "getBenzingaV1Analysts", [{}]],
  ["benzinga.bullsBearsSay", "getBenzingaV1BullsBearsSay", [{ ticker: "AAPL" }]],
  ["benzinga.consensusRatings", "getBenzingaV1ConsensusRatingsTicker", [{ ticker: "AAPL" }]],
  ["benzinga.earnings", "getBenzingaV1Earnings", [{}, { fiscal_period: "Q1", "fiscal_year.gte": 2024 }]],
  ["benzinga.firms", "getBenzingaV1Firms", [{}]],
  ["benzinga.guidance", "getBenzingaV1Guidance", [{ "date.gte": "2024-01-01" }]],
  ["benzinga.news", "getBenzingaV2News", [{}, { "published.gte": "2025-01-01" }]],
  ["benzinga.ratings", "getBenzingaV1Ratings", [{ "date.gte": "2025-01-01", rating_action: "upgrades" }]],
  ["crypto.bars", "getCryptoAggregates", bars({ cryptoTicker: "X:SOLUSD" })],
  ["crypto.dailyMarketSummary", "getGroupedCryptoAggregates", [{ date: "2025-06-27" }]],
  ["crypto.ema", "getCryptoEMA", indicators({ cryptoTicker: "X:BTCUSD" }, { window: 24 })],
  ["crypto.exchanges", "getCryptoV1Exchanges", [{}]],
  [
    "crypto.historicTrades",
    "deprecatedGetHistoricCryptoTrades",
    [undefined, 10, 1000].map((limit) => ({ from: "ETH", to: "USD", date: "2024-03-09", ...(limit && { limit }) })),
  ],
  ["crypto.lastTrade", "getLastCryptoTrade", [{ from: "BTC", to: "USD" }]],
  ["crypto.macd", "getCryptoMACD", indicators({ cryptoTicker: "X:BTCUSD" }, macd)],
  ["crypto.movers", "getCryptoSnapshotDirection", directions],
  ["crypto.openClose", "getCryptoOpenClose", [{ from: "BTC", to: "USD", date: "2025-06-27" }]],
  ["crypto.previousDayBar", "getPreviousCryptoAggregates", [{ cryptoTicker: "X:BTC-USD", adjusted: false }]],
  ["crypto.rsi", "getCryptoRSI", indicators({ cryptoTicker: "X:BTCUSD" }, { window: 7 })],
  ["crypto.sma", "getCryptoSMA", indicators({ cryptoTicker: "X:BTCUSD" }, { window: 24 })],
  ["crypto.snapshot", "getCryptoSnapshotTicker", [{ ticker: "X:BTC-USD" }]],
  ["crypto.snapshots", "getCryptoSnapshotTickers", [{}, { tickers: ["X:BTC-USD", "X:ETHUSD", "X:XXXYYY"] }]],
  ["crypto.trades", "getCryptoTrades", ticks({ cryptoTicker: "X:BTC-USD" })],
  ["economy.fundingConditions", "getFedV1FundingConditions", dates],
  ["economy.inflation", "getFedV1Inflation", [...dates, anyDate]],
  ["economy.inflationExpectations", "getFedV1InflationExpectations", [...dates, anyDate]],
  ["economy.laborMarket", "getFedV1LaborMarket", [...dates, anyDate]],
  ["economy.treasuryYields", "getFedV1TreasuryYields", [...dates, anyDate]],
  ["etfglobal.analytics", "getEtfGlobalV1Analytics", [{ "composite_ticker.any_of": ["SPY", "QQQ"] }]],
  ["etfglobal.constituents", "getEtfGlobalV1Constituents", [{ composite_ticker: "SPY", limit: 1000 }]],
  ["etfglobal.fundFlows", "getEtfGlobalV1FundFlows", [{ "processed_date.gte": "2025-06-01" }]],
  ["etfglobal.profiles", "getEtfGlobalV1Profiles", [{ composite_ticker: "TLT" }]],
  [
    "etfglobal.taxonomies",
    "getEtfGlobalV1Taxonomies",
    [{ "processed_date.gte": "2024-01-01" }, { composite_ticker: "GLD" }],
  ],
  ["filings.eightKText", "getStocksFilings8KVXText", [{}, { "filing_date.gte": "2025-01-01", limit: 99 }]],
  ["filings.form3", "getStocksFilingsVXForm3", [{}, { "tickers.any_of": ["KO", "PEP"], form_type: "3" }]],
  ["filings.form4", "getStocksFilingsVXForm4", [{}, { "filing_date.gte": "2024-01-01", transaction_code: "S" }]],
  ["filings.holdings", "getStocksFilingsVX13F", [{ "filing_date.gte": "2025-01-01", limit: 1000 }]],
  [
    "filings.index",
    "getStocksFilingsVXIndex",
    [{}, { ticker: "AAPL", "form_type.any_of": ["10-K", "8-K"] }, { "filing_date.gte": "2024-01-01" }],
  ],
  ["filings.riskFactors", "getStocksFilingsVXRiskFactors", [{ ticker: "AAPL", limit: 500 }]],
  ["filings.riskFactorTaxonomy", "getStocksTaxonomiesVXRiskFactors", [{}]],
  ["filings.tenKSections", "getStocksFilings10KVXSections", [{ ticker: "KO", section: "business", limit: 20 }]],
  ["forex.bars", "getForexAggregates", bars({ forexTicker: "C:USDJPY" })],
  [
    "forex.conversion",
    "getCurrencyConversion",
    [
      { from: "EUR", to: "USD" },
      { from: "JPY", to: "EUR", amount: -1234.5, precision: 4 },
    ],
  ],
  ["forex.dailyMarketSummary", "getGroupedForexAggregates", [{ date: "2025-06-27", adjusted: false }]],
  ["forex.ema", "getForexEMA", indicators({ fxTicker: "C:EURUSD" }, { window: 24 })],
  ["forex.exchanges", "getForexV1Exchanges", [{}]],
  [
    "forex.lastQuote",
    "getLastCurrencyQuote",
    [
      { from: "EUR", to: "USD" },
      { from: "JPY", to: "EUR" },
    ],
  ],
  ["forex.macd", "getForexMACD", indicators({ fxTicker: "C:EURUSD" }, macd)],
  ["forex.movers", "getForexSnapshotDirection", directions],
  ["forex.previousDayBar", "getPreviousForexAggregates", [{ forexTicker: "C:EUR-USD", adjusted: false }]],
  [
    "forex.quotes",
    "getForexQuotes",
    [
      { timestamp: "2024-03-06" },
      { "timestamp.gte": 1_709_733_600_000_000_001n, "timestamp.lt": 1_709_740_800_123_456_789n, order: "asc" },
      { "timestamp.gt": "2024-03-05", "timestamp.lte": 1_709_740_800_123_456_789n, order: "desc" },
    ].map((request) => ({ fxTicker: "C:EUR-USD", limit: 50_000, sort: "timestamp", ...request })),
  ],
  ["forex.rsi", "getForexRSI", indicators({ fxTicker: "C:EURUSD" }, { window: 7 })],
  ["forex.sma", "getForexSMA", indicators({ fxTicker: "C:EURUSD" }, { window: 24 })],
  ["forex.snapshot", "getForexSnapshotTicker", [{ ticker: "C:EURUSD" }]],
  [
    "forex.snapshots",
    "getForexSnapshotTickers",
    [{}, { tickers: ["C:EURUSD"] }, { tickers: ["C:USDJPY", "C:EUR-USD"] }],
  ],
  [
    "futures.bars",
    "aggregatesV1",
    [
      { ticker: "ESU5" },
      { ticker: "ESU5", window_start: "2025-06-26" },
      { ticker: "GCQ5", resolution: "5min", "window_start.gte": "2025-06-26", "window_start.lt": "2025-06-27" },
      {
        ...{ ticker: "ESU5", resolution: "1sec", "window_start.gt": 1_751_031_000_000_000_000n },
        ...{ "window_start.lte": "2025-06-28", sort: ["window_start.asc"], limit: 500 },
      },
      { ticker: "CLQ5", resolution: "1week", "window_start.lte": "2025-06-15", limit: 10 },
    ],
  ],
  ["futures.contracts", "getFuturesV1Contracts", [...products, { active: true, type: "combo", "ticker.gte": "N" }]],
  ["futures.exchanges", "getFuturesV1Exchanges", [{}]],
  ["futures.marketStatus", "getFuturesV1MarketStatus", [{}, { product_code: "ES" }]],
  ["futures.products", "getFuturesV1Products", products],
  ["futures.quotes", "getFuturesV1QuotesTicker", futuresTicks],
  [
    "futures.schedules",
    "getFuturesV1Schedules",
    [{}, { product_code: "ES", "session_end_date.gte": "2024-12-23", sort: ["session_end_date.asc"], limit: 50 }],
  ],
  [
    "futures.snapshots",
    "getFuturesV1Snapshot",
    [{}, { product_code: "ES", limit: 2 }, { "ticker.any_of": ["NQU5", "ESU5"] }],
  ],
  ["futures.trades", "getFuturesV1TradesTicker", futuresTicks],
  [
    "indices.bars",
    "getIndicesAggregates",
    [{ indicesTicker: "I:SPX", multiplier: 1, timespan: "day", from: "2024-01-02", to: "2025-06-27", sort: "asc" }],
  ],
  ["indices.ema", "getIndicesEMA", indicators({ indicesTicker: "I:SPX" }, { window: 24 })],
  ["indices.macd", "getIndicesMACD", indicators({ indicesTicker: "I:SPX" }, macd)],
  ["indices.openClose", "getIndicesOpenClose", [{ indicesTicker: "I:NDX", date: "2025-06-27" }]],
  ["indices.previousDayBar", "getPreviousIndicesAggregates", [{ indicesTicker: "I:NDX" }]],
  ["indices.rsi", "getIndicesRSI", indicators({ indicesTicker: "I:SPX" }, { window: 7 })],
  ["indices.sma", "getIndicesSMA", indicators({ indicesTicker: "I:SPX" }, { window: 24 })],
  ["indices.snapshots", "getIndicesSnapshot", [{}, { "ticker.any_of": ["I:NDX", "I:NONE"], order: "desc" }]],
  [
    "options.bars",
    "getOptionsAggregates",
    [
      { ...contract, multiplier: 1, timespan: "day", from: "2025-05-01", to: "2025-06-27", sort: "desc" },
      { ...contract, multiplier: 5, timespan: "minute", from: "2025-06-26", to: "2025-06-27", adjusted: false },
    ],
  ],
  [
    "options.chain",
    "getOptionsChain",
    [{ underlyingAsset: "AAPL", "strike_price.gte": 185, contract_type: "call", sort: "strike_price", limit: 10 }],
  ],
  ["options.contract", "getOptionsContract", [{ options_ticker: contract.optionsTicker, as_of: "2025-06-02" }]],
  [
    "options.contracts",
    "listOptionsContracts",
    [{ underlying_ticker: "AAPL", "expiration_date.gte": "2025-06-01", expired: true, order: "desc", limit: 20 }],
  ],
  ["options.ema", "getOptionsEMA", indicators({ optionsTicker: "O:AAPL250718C00200000" }, { window: 24 })],
  ["options.exchanges", "getOptionsV1Exchanges", [{}]],
  ["options.lastTrade", "getLastOptionsTrade", [{ optionsTicker: "O:AAPL250703C00190000" }]],
  ["options.macd", "getOptionsMACD", indicators({ optionsTicker: "O:AAPL250718C00200000" }, macd)],
  ["options.openClose", "getOptionsOpenClose", [{ ...contract, date: "2025-06-27", adjusted: true }]],
  ["options.previousDayBar", "getPreviousOptionsAggregates", [contract, { optionsTicker: "O:SPY251219C00650000" }]],
  ["options.quotes", "getOptionsQuotes", ticks({ optionsTicker: "O:AAPL250703C00190000" })],
  ["options.rsi", "getOptionsRSI", indicators({ optionsTicker: "O:AAPL250718C00200000" }, { window: 7 })],
  ["options.sma", "getOptionsSMA", indicators({ optionsTicker: "O:AAPL250718C00200000" }, { window: 24 })],
  ["options.snapshot", "getOptionContract", [{ underlyingAsset: "AAPL", optionContract: contract.optionsTicker }]],
  ["options.trades", "getOptionsTrades", ticks({ optionsTicker: "O:AAPL250703C00190000" })],
  [
    "reference.conditions",
    "listConditions",
    [{}, { asset_class: "stocks", data_type: "trade", limit: 100 }, { sip: "OPRA" }],
  ],
  ["reference.exchanges", "listExchanges", [{}, { asset_class: "options", locale: "us" }]],
  ["reference.ipos", "getV1ReferenceIpos", [{}, { ipo_status: "history", limit: 100 }]],
  ["reference.marketHolidays", "getMarketHolidays", [{}]],
  ["reference.marketStatus", "getMarketStatus", [{}]],
  ["reference.relatedCompanies", "getRelatedCompanies", [{ ticker: "AAPL" }]],
  [
    "reference.ticker",
    "getTicker",
    ["AAPL", "BRK.A", "SPY", "SPLK", "FNMA", "C:EURUSD", "X:BTCUSD", "I:SPX"].flatMap((ticker) => [
      { ticker },
      { ticker, date: "2024-03-15" },
    ]),
  ],
  ["reference.tickerEvents", "getEvents", [{ id: "META" }, { id: "DOC", types: ["ticker_change"] }]],
  [
    "reference.tickers",
    "listTickers",
    [
      { limit: 1000 },
      { market: "fx", search: "euro", sort: "name", order: "desc", limit: 5 },
      { type: "CS", exchange: "XNAS", date: "2024-03-15", limit: 1000 },
      { active: false, sort: "delisted_utc" },
      { "ticker.gte": "B", "ticker.lt": "C" },
      { "ticker.gt": "X:ATOMUSD", "ticker.lte": "X:BTCUSD" },
    ],
  ],
  ["reference.tickerTypes", "listTickerTypes", [{}, { asset_class: "indices", locale: "us" }]],
  [
    "snapshots.list",
    "getSnapshots",
    [
      { type: "stocks" },
      { type: "options", order: "desc" },
      { type: "indices" },
      { "ticker.gte": "C:", "ticker.lt": "D" },
      { "ticker.any_of": ["AAPL", "NONE", "X:BTCUSD"], order: "desc" },
    ].map((request) => ({ limit: 250, order: "asc", ...request })),
  ],
  // It knows neither `min_ticker` nor `max_ticker`.
  [
    "stocks.balanceSheets",
    "getStocksFinancialsV1BalanceSheets",
    [
      { "tickers.all_of": ["BRK.A", "BRK.B"] },
      { tickers: "BRK.B", timeframe: "annual" },
      {
        ...{ "cik.gte": "0000320193", fiscal_year: 2024, "fiscal_quarter.lte": 2 },
        ...{ sort: ["total_assets.desc"], limit: 1000 },
      },
    ],
  ],
  ["stocks.bars", "getStocksAggregates", bars({ stocksTicker: "ODFL" })],
  [
    "stocks.cashFlowStatements",
    "getStocksFinancialsV1CashFlowStatements",
    [
      {
        ...{ "tickers.any_of": ["KO", "BRK.B"], timeframe: "trailing_twelve_months" },
        ...{ "filing_date.gte": "2024-01-01", sort: ["net_income.desc"] },
      },
    ],
  ],
  [
    "stocks.dailyMarketSummary",
    "getGroupedStocksAggregates",
    [false, true].map((include_otc) => ({ date: "2024-03-08", adjusted: false, include_otc })),
  ],
  [
    "stocks.dividends",
    "getStocksV1Dividends",
    [
      {
        ...{ "ticker.any_of": ["KO", "PEP", "SPY"], "ex_dividend_date.gte": "2024-01-01" },
        ...{ "ex_dividend_date.lt": "2025-01-01", "frequency.gt": 0, limit: 20 },
        sort: ["frequency.desc", "ex_dividend_date.asc"],
      },
    ],
  ],
  [
    "stocks.dividendsV3",
    "listDividends",
    [
      {
        ...{ "ticker.gte": "HD", "ticker.lt": "T", "ex_dividend_date.gte": "2024-01-01", "pay_date.lt": "2025-06-01" },
        ...{ "cash_amount.gt": 0.2, frequency: 4, dividend_type: "CD", order: "asc", sort: "cash_amount", limit: 20 },
      },
    ],
  ],
  ["stocks.ema", "getStocksEMA", indicators({ stockTicker: "NVDA" }, { window: 24 })],
  ["stocks.exchanges", "getStocksV1Exchanges", [{}, { limit: 5 }]],
  ["stocks.financials", "listFinancials", [{}, { ticker: "KO", timeframe: "annual", include_sources: true }]],
  ["stocks.float", "getStocksVXFloat", [{}, { "free_float_percent.gte": 90, sort: ["free_float.desc"] }]],
  ["stocks.incomeStatements", "getStocksFinancialsV1IncomeStatements", [{ "period_end.gte": "2024-01-01" }]],
  ["stocks.lastQuote", "getLastStocksQuote", [{ stocksTicker: "AAPL" }]],
  ["stocks.lastTrade", "getLastStocksTrade", [{ stocksTicker: "AAPL" }]],
  ["stocks.macd", "getStocksMACD", indicators({ stockTicker: "NVDA" }, macd)],
  ["stocks.movers", "getStocksSnapshotDirection", directions.map((request) => ({ ...request, include_otc: true }))],
  // It sends each letter of a `publishedUtc` as a parameter of its own.
  ["stocks.news", "listNews", [{ "ticker.gte": "KO", "ticker.lt": "META", order: "asc", limit: 20 }]],
  [
    "stocks.openClose",
    "getStocksOpenClose",
    [true, false].map((adjusted) => ({ stocksTicker: "ODFL", date: "2024-03-08", adjusted })),
  ],
  ["stocks.previousDayBar", "getPreviousStocksAggregates", [{ stocksTicker: "BRK.A", adjusted: true }]],
  ["stocks.quotes", "getStocksQuotes", ticks({ stockTicker: "AAPL" })],
  [
    "stocks.ratios",
    "getStocksFinancialsV1Ratios",
    [{ "ticker.lt": "N", "price_to_earnings.gt": 10, sort: ["market_cap.desc"] }],
  ],
  ["stocks.rsi", "getStocksRSI", indicators({ stockTicker: "NVDA" }, { window: 7 })],
  ["stocks.shortInterest", "getStocksV1ShortInterest", [{ "settlement_date.gte": "2024-01-01" }]],
  ["stocks.shortVolume", "getStocksV1ShortVolume", [{ "date.gte": "2024-01-01" }]],
  ["stocks.sma", "getStocksSMA", indicators({ stockTicker: "NVDA" }, { window: 24 })],
  ["stocks.snapshot", "getStocksSnapshotTicker", [{ stocksTicker: "FNMA" }]],
  [
    "stocks.snapshots",
    "getStocksSnapshotTickers",
    [{ include_otc: true }, { include_otc: false, tickers: ["AAPL", "BRK.B", "FNMA"] }],
  ],
  ["stocks.splits", "getStocksV1Splits", [{ "execution_date.gte": "2024-01-01", sort: ["ticker.desc"] }]],
  [
    "stocks.splitsV3",
    "listStockSplits",
    [{}, { reverse_split: true }, { "ticker.gte": "O", order: "asc", sort: "ticker", limit: 2 }],
  ],
  ["stocks.summaries", "getSnapshotSummary", [{ "ticker.any_of": ["AAPL", "C:EURUSD", "O:X", "I:SPX"] }]],
  ["stocks.trades", "getStocksTrades", ticks({ stockTicker: "AAPL" })],
  [
    "tmx.corporateEvents",
    "getTmxV1CorporateEvents",
    [{}, { "type.any_of": ["dividend", "conference"] }, { "date.gte": "2024-01-01" }],
  ],
]

/**
 * Values as numbers where they may be digits in text (nanoseconds, ids), and without what the
 * service sends for nothing.
 */
const rounded = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(rounded)
  if (Predicate.isRecord(value)) {
    const kept = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined && inner !== "")
    return Object.fromEntries(kept.map(([key, inner]) => [key, rounded(inner)]))
  }
  return typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value
}

const at = (document: unknown, place: string) =>
  place
    .split(".")
    .filter(Boolean)
    .reduce((value, key) => (value as Asked | undefined)?.[key], document)

/** Each field that the vendor's client got is one that ours reads, with the same value. */
const assertRead = (endpoint: Endpoint.Any, got: unknown, words: string) => {
  const bytes = new TextEncoder().encode(JSON.stringify(got))
  if (endpoint.kind === "single") {
    const { value } = Either.getOrThrow(endpoint.decode(bytes)).rows as { readonly value: unknown }
    const read = Schema.encodeUnknownSync(endpoint.value as Schema.Schema<unknown>)(value)
    const sent = rounded(at(got, endpoint.at ?? "")) as Asked
    // Where the value is the document, `status` and `request_id` stand beside it.
    const own = endpoint.at === undefined ? Struct.omit(sent as Frame, "status", "request_id") : sent
    assert.deepEqual(pickLike(rounded(read), own), own, words)
    return
  }
  const read = Either.getOrThrow(endpoint.decoder.rows(bytes)).rows as ReadonlyArray<unknown>
  const encode = Schema.encodeUnknownSync(endpoint.row as Schema.Schema<unknown>)
  const sent = (at(got, endpoint.at) ?? []) as ReadonlyArray<unknown>
  assert.strictEqual(read.length, sent.length, words)
  read.slice(0, 50).forEach((row, index) => {
    const own = rounded(sent[index])
    assert.deepEqual(pickLike(rounded(encode(row)), own), own, words)
  })
}

type Frame = { readonly status?: unknown; readonly request_id?: unknown }

/** The fields of a value that another one has. */
const pickLike = (value: unknown, like: unknown): unknown =>
  Predicate.isRecord(value) && Predicate.isRecord(like)
    ? Object.fromEntries(Object.keys(like).flatMap((key) => (key in value ? [[key, value[key]]] : [])))
    : value

/** Endpoints that are newer than the vendor's JavaScript client. */
const unmatched: ReadonlySet<string> = new Set(["filings.eightKDisclosures", "filings.disclosureTaxonomy"])

/** What differs from one answer to the next. */
const same = Struct.omit("request_id", "next_url")

describe("the vendor's client gets what ours gets", () => {
  layer(server, { excludeTestServices: true })((it) => {
    for (const [name, method, requests] of cases) {
      it.scoped(`of ${name}`, () =>
        Effect.gen(function* () {
          const theirs = yield* clientOf("key")
          for (const request of requests) {
            const got = yield* Effect.promise(() => theirs[method]!(camel(request)))
            const { json, status } = yield* raw(Either.getOrThrow(Request.url(endpointOf(name), request)))
            assert.strictEqual(status, 200)
            const words = JSON.stringify(camel(request))
            assert.deepEqual(same(got), same(json), words)
            assert.strictEqual(got["next_url"] === undefined, json["next_url"] === undefined, words)
            assert.isNotEmpty(rowsOf(got) ?? Struct.omit(got as Frame, "status", "request_id"), words)
            assertRead(endpointOf(name), got, words)
          }
        }),
      )
    }

    for (const [name, method, request, limit] of [
      ["crypto.bars", "getCryptoAggregates", bars({ cryptoTicker: "X:SOLUSD" })[0]!, 100],
      ["forex.quotes", "getForexQuotes", { fxTicker: "C:EURGBP", timestamp: "2024-03-06" }, 100],
      ["reference.tickers", "listTickers", { market: "crypto" }, 10],
      ["stocks.bars", "getStocksAggregates", bars({ stocksTicker: "ODFL" })[0]!, 100],
      ["stocks.dividends", "getStocksV1Dividends", { "ticker.lt": "K" }, 9],
    ] as const) {
      it.scoped(`of many pages of ${name}, which it puts in an order of its own`, () =>
        Effect.gen(function* () {
          const theirs = yield* clientOf("key", { pagination: true })
          const got = rowsOf(yield* Effect.promise(() => theirs[method]!(camel({ ...request, limit }))))
          const whole = { ...request, limit: name === "reference.tickers" ? 1000 : 5000 }
          const { json } = yield* raw(Either.getOrThrow(Request.url(endpointOf(name), whole)))
          assert.notProperty(json, "next_url")
          assert.isAbove((got as ReadonlyArray<unknown>).length, limit)
          assert.sameDeepMembers(got as Array<unknown>, rowsOf(json) as Array<unknown>)
        }),
      )
    }

    it("by a method for each of ours, as the page of the vendor's client says", () => {
      const page = readFileSync(new URL("../../../../docs/from-the-vendors-client.md", import.meta.url), "utf8")
      const listed = Array.from(
        page.matchAll(/^\| (?:`(\w+)`|none yet) +\| `(\w+\.\w+)` +\|$/gm),
        ([, theirs, ours]) => [ours, theirs] as const,
      )
      const tried = new Map(cases.map(([name, method]) => [name, method]))
      const ours = Object.entries(services).flatMap(([service, { endpoints }]) =>
        Object.keys(endpoints).map((method) => `${service}.${method}`),
      )
      assert.deepStrictEqual(
        ours.filter((name) => tried.has(name) === unmatched.has(name)),
        [],
        "not tried",
      )
      assert.deepStrictEqual(
        listed,
        ours
          .sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1))
          .map((name) => [name, tried.get(name)] as const),
      )
    })

    it.scoped("and no more: a wrong key", () =>
      Effect.gen(function* () {
        const theirs = yield* clientOf("wrong")
        const error = yield* Effect.flip(
          Effect.tryPromise({
            try: () => theirs["getPreviousStocksAggregates"]!({ stocksTicker: "AAPL" }),
            catch: (error) => error as { readonly response?: { readonly status: number; readonly data: unknown } },
          }),
        )
        assert.strictEqual(error.response?.status, 401)
        assert.deepInclude(error.response?.data, { status: "ERROR", error: "Unknown API Key" })
      }),
    )
  })
})
