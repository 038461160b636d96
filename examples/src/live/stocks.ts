import { Stocks } from "@candela/stocks"
import { Effect } from "effect"
import type { Calls } from "./Calls.js"

const stocksTicker = "AAPL"
const date = "2025-06-27"

/** A call of each method of `Stocks`. */
export const stocks = Effect.map(Stocks, (stocks): Calls<Stocks.Service> => ({
  bars: stocks.bars({ stocksTicker, multiplier: 1, timespan: "day", from: "2025-06-02", to: date }),
  dailyMarketSummary: stocks.dailyMarketSummary({ date }),
  openClose: stocks.openClose({ stocksTicker, date }),
  previousDayBar: stocks.previousDayBar({ stocksTicker }),
  dividends: stocks.dividends({ ticker: stocksTicker, "ex_dividend_date.lte": date, sort: "ex_dividend_date.desc" }),
  splits: stocks.splits({ ticker: stocksTicker, "execution_date.lte": date }),
  dividendsV3: stocks.dividendsV3({ ticker: stocksTicker, "ex_dividend_date.lte": date, sort: "pay_date" }),
  balanceSheets: stocks.balanceSheets({ tickers: stocksTicker, timeframe: "annual" }),
  snapshot: stocks.snapshot({ stocksTicker }),
  snapshots: stocks.snapshots({ tickers: [stocksTicker, "MSFT"] }),
  movers: stocks.movers({ direction: "gainers", include_otc: true }),
  cashFlowStatements: stocks.cashFlowStatements({ tickers: stocksTicker, timeframe: "trailing_twelve_months" }),
  ratios: stocks.ratios({ ticker: stocksTicker }),
  news: stocks.news({ ticker: stocksTicker, "published_utc.lte": date }),
}))
