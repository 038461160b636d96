/**
 * Every generator of the sandbox. A new subject is a module and a line here.
 *
 * @module
 */
import * as BalanceSheets from "./BalanceSheets.js"
import * as Dividends from "./Dividends.js"
import * as ForexQuotes from "./ForexQuotes.js"
import * as FuturesBars from "./FuturesBars.js"
import type { Generator } from "./Generator.js"
import * as PairBars from "./PairBars.js"
import * as Splits from "./Splits.js"
import * as StockBars from "./StockBars.js"
import * as TickerDetails from "./TickerDetails.js"
import * as Tickers from "./Tickers.js"

/** Every generator of the sandbox. */
export const all: ReadonlyArray<Generator> = [
  Tickers.generator,
  TickerDetails.generator,
  Splits.generator,
  StockBars.generator,
  Dividends.generator,
  BalanceSheets.generator,
  PairBars.generator,
  ForexQuotes.generator,
  FuturesBars.generator,
]
