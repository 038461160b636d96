/** Every generator of the sandbox: those of its subjects. `./scripts/generate` writes it. @module */
import type { Generator } from "../generate/Generator.js"
import * as BalanceSheets from "../subjects/companies/BalanceSheets.js"
import * as CashFlowStatements from "../subjects/companies/CashFlowStatements.js"
import * as Conditions from "../subjects/conditions/Conditions.js"
import * as Dividends from "../subjects/dividends/Dividends.js"
import * as Exchanges from "../subjects/exchanges/Exchanges.js"
import * as Financials from "../subjects/companies/Financials.js"
import * as ForexQuotes from "../subjects/pairs/ForexQuotes.js"
import * as FundingConditions from "../subjects/economy/FundingConditions.js"
import * as FuturesBars from "../subjects/futures/FuturesBars.js"
import * as FuturesReference from "../subjects/futures/FuturesReference.js"
import * as IncomeStatements from "../subjects/companies/IncomeStatements.js"
import * as IndexBars from "../subjects/indices/IndexBars.js"
import * as Inflation from "../subjects/economy/Inflation.js"
import * as InflationExpectations from "../subjects/economy/InflationExpectations.js"
import * as LaborMarket from "../subjects/economy/LaborMarket.js"
import * as MerchantAggregates from "../subjects/merchants/MerchantAggregates.js"
import * as MerchantHierarchy from "../subjects/merchants/MerchantHierarchy.js"
import * as News from "../subjects/news/News.js"
import * as OptionContracts from "../subjects/options/OptionContracts.js"
import * as PairBars from "../subjects/pairs/PairBars.js"
import * as Ratios from "../subjects/ratios/Ratios.js"
import * as Schedules from "../subjects/futures/Schedules.js"
import * as Splits from "../subjects/splits/Splits.js"
import * as StockBars from "../subjects/stocks/StockBars.js"
import * as TickerDetails from "../subjects/tickers/TickerDetails.js"
import * as TickerTypes from "../subjects/tickers/TickerTypes.js"
import * as Tickers from "../subjects/tickers/Tickers.js"
import * as TreasuryYields from "../subjects/economy/TreasuryYields.js"

/** Every generator of the sandbox. */
export const all: ReadonlyArray<Generator> = [
  BalanceSheets.generator,
  CashFlowStatements.generator,
  Conditions.generator,
  Dividends.generator,
  Exchanges.generator,
  Financials.generator,
  ForexQuotes.generator,
  FundingConditions.generator,
  FuturesBars.generator,
  FuturesReference.generator,
  IncomeStatements.generator,
  IndexBars.generator,
  Inflation.generator,
  InflationExpectations.generator,
  LaborMarket.generator,
  MerchantAggregates.generator,
  MerchantHierarchy.generator,
  News.generator,
  OptionContracts.generator,
  PairBars.generator,
  Ratios.generator,
  Schedules.generator,
  Splits.generator,
  StockBars.generator,
  TickerDetails.generator,
  TickerTypes.generator,
  Tickers.generator,
  TreasuryYields.generator,
]
