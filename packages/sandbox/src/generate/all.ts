/** Every generator of the sandbox: those of the modules beside this one. `./scripts/generate` writes it. @module */
import * as BalanceSheets from "./BalanceSheets.js"
import * as CashFlowStatements from "./CashFlowStatements.js"
import * as Dividends from "./Dividends.js"
import * as ForexQuotes from "./ForexQuotes.js"
import * as FundingConditions from "./FundingConditions.js"
import * as FuturesBars from "./FuturesBars.js"
import * as FuturesReference from "./FuturesReference.js"
import * as IndexBars from "./IndexBars.js"
import * as Inflation from "./Inflation.js"
import * as InflationExpectations from "./InflationExpectations.js"
import * as MerchantAggregates from "./MerchantAggregates.js"
import * as MerchantHierarchy from "./MerchantHierarchy.js"
import * as News from "./News.js"
import * as OptionContracts from "./OptionContracts.js"
import * as PairBars from "./PairBars.js"
import * as Ratios from "./Ratios.js"
import * as Splits from "./Splits.js"
import * as StockBars from "./StockBars.js"
import * as TickerDetails from "./TickerDetails.js"
import * as Tickers from "./Tickers.js"
import type { Generator } from "./Generator.js"

/** Every generator of the sandbox. */
export const all: ReadonlyArray<Generator> = [
  BalanceSheets.generator,
  CashFlowStatements.generator,
  Dividends.generator,
  ForexQuotes.generator,
  FundingConditions.generator,
  FuturesBars.generator,
  FuturesReference.generator,
  IndexBars.generator,
  Inflation.generator,
  InflationExpectations.generator,
  MerchantAggregates.generator,
  MerchantHierarchy.generator,
  News.generator,
  OptionContracts.generator,
  PairBars.generator,
  Ratios.generator,
  Splits.generator,
  StockBars.generator,
  TickerDetails.generator,
  Tickers.generator,
]
