/** Every generator of the sandbox: those of its subjects. `./scripts/generate` writes it. @module */
import type { Generator } from "../generate/Generator.js"
import * as BalanceSheets from "../subjects/companies/BalanceSheets.js"
import * as CashFlowStatements from "../subjects/companies/CashFlowStatements.js"
import * as Dividends from "../subjects/dividends/Dividends.js"
import * as Financials from "../subjects/companies/Financials.js"
import * as ForexQuotes from "../subjects/pairs/ForexQuotes.js"
import * as FundingConditions from "../subjects/economy/FundingConditions.js"
import * as FuturesBars from "../subjects/futures/FuturesBars.js"
import * as FuturesReference from "../subjects/futures/FuturesReference.js"
import * as IncomeStatements from "../subjects/companies/IncomeStatements.js"
import * as IndexBars from "../subjects/indices/IndexBars.js"
import * as Inflation from "../subjects/economy/Inflation.js"
import * as InflationExpectations from "../subjects/economy/InflationExpectations.js"
import * as MerchantAggregates from "../subjects/merchants/MerchantAggregates.js"
import * as MerchantHierarchy from "../subjects/merchants/MerchantHierarchy.js"
import * as News from "../subjects/news/News.js"
import * as OptionContracts from "../subjects/options/OptionContracts.js"
import * as PairBars from "../subjects/pairs/PairBars.js"
import * as Ratios from "../subjects/ratios/Ratios.js"
import * as Splits from "../subjects/splits/Splits.js"
import * as StockBars from "../subjects/stocks/StockBars.js"
import * as TickerDetails from "../subjects/tickers/TickerDetails.js"
import * as Tickers from "../subjects/tickers/Tickers.js"

/** Every generator of the sandbox. */
export const all: ReadonlyArray<Generator> = [
  BalanceSheets.generator,
  CashFlowStatements.generator,
  Dividends.generator,
  Financials.generator,
  ForexQuotes.generator,
  FundingConditions.generator,
  FuturesBars.generator,
  FuturesReference.generator,
  IncomeStatements.generator,
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
