import { Crypto } from "@candela/crypto"
import { Effect } from "effect"
import type { Calls } from "./Calls.js"

const cryptoTicker = "X:BTCUSD"
const date = "2025-06-27"

/** A call of each method of `Crypto`. */
export const crypto = Effect.map(Crypto, (crypto): Calls<Crypto.Service> => ({
  bars: crypto.bars({ cryptoTicker, multiplier: 1, timespan: "day", from: "2025-06-02", to: date }),
  movers: crypto.movers({ direction: "losers" }),
  snapshot: crypto.snapshot({ ticker: cryptoTicker }),
  snapshots: crypto.snapshots({ tickers: [cryptoTicker, "X:ETHUSD"] }),
  previousDayBar: crypto.previousDayBar({ cryptoTicker }),
  sma: crypto.sma({ cryptoTicker, expand_underlying: true }),
  ema: crypto.ema({ cryptoTicker, window: 20, timespan: "week" }),
  rsi: crypto.rsi({ cryptoTicker, "timestamp.gte": "2025-06-02", order: "asc" }),
  macd: crypto.macd({ cryptoTicker, short_window: 6, long_window: 13, signal_window: 5 }),
  trades: crypto.trades({ from: "BTC", to: "USD", date }),
}))
