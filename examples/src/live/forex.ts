import { Forex } from "@candela/forex"
import { Effect } from "effect"
import type { Calls } from "./Calls.js"

const ticker = "C:EURUSD"

/** A call of each method of `Forex`. */
export const forex = Effect.map(Forex, (forex): Calls<Forex.Service> => ({
  bars: forex.bars({ forexTicker: ticker, multiplier: 1, timespan: "day", from: "2025-06-02", to: "2025-06-27" }),
  previousDayBar: forex.previousDayBar({ forexTicker: ticker }),
  sma: forex.sma({ fxTicker: ticker, expand_underlying: true }),
  ema: forex.ema({ fxTicker: ticker, window: 20, timespan: "week" }),
  rsi: forex.rsi({ fxTicker: ticker, "timestamp.gte": "2025-06-02", order: "asc" }),
  macd: forex.macd({ fxTicker: ticker, short_window: 6, long_window: 13, signal_window: 5 }),
  conversion: forex.conversion({ from: "EUR", to: "USD", amount: 100, precision: 4 }),
  movers: forex.movers({ direction: "gainers" }),
  lastQuote: forex.lastQuote({ from: "EUR", to: "USD" }),
  quotes: forex.quotes({ fxTicker: ticker, "timestamp.gte": "2025-06-27", order: "asc", limit: 100 }),
  snapshot: forex.snapshot({ ticker }),
  snapshots: forex.snapshots({ tickers: [ticker, "C:USDJPY"] }),
}))
