import { Crypto } from "@candela/crypto"
import { Effect } from "effect"
import type { Calls } from "./Calls.js"

const cryptoTicker = "X:BTCUSD"
const date = "2025-06-27"

/** A call of each method of `Crypto`. */
export const crypto = Effect.map(Crypto, (crypto): Calls<Crypto.Service> => ({
  bars: crypto.bars({ cryptoTicker, multiplier: 1, timespan: "day", from: "2025-06-02", to: date }),
  movers: crypto.movers({ direction: "losers" }),
  sma: crypto.sma({ cryptoTicker, expand_underlying: true }),
  snapshot: crypto.snapshot({ ticker: cryptoTicker }),
  snapshots: crypto.snapshots({ tickers: [cryptoTicker, "X:ETHUSD"] }),
  trades: crypto.trades({ from: "BTC", to: "USD", date }),
}))
