/**
 * Snapshots of crypto pairs.
 *
 * @module
 */
import type { CryptoSnapshot } from "@candela/crypto/Snapshots"
import { crypto } from "@candela/market/Market"
import { Effect } from "effect"
import * as Trades from "../bars/Trades.js"
import * as PairDays from "./PairDays.js"
import * as Snapshots from "./Snapshots.js"

const none: Trades.Trade = { timestamp: 0, price: 0, size: 0, id: "", exchange: 0, conditions: [] }

/** Snapshots of crypto pairs. A pair without data is all zeros. */
export const snapshots: Snapshots.Snapshots<CryptoSnapshot> = Snapshots.make(["crypto"], (tickers, key) =>
  Effect.map(PairDays.read({ market: crypto, tickers, visible: key.visible }), (days) =>
    tickers.map((ticker): CryptoSnapshot => {
      const found = days.get(ticker)
      const { day, min, newest, prevDay, updated = 0 } = found ?? {}
      return {
        ticker,
        day: Snapshots.dayOf(day),
        min: Snapshots.minuteOf(min),
        prevDay: Snapshots.dayOf(prevDay),
        // Kept while the day is cleared.
        lastTrade: newest === undefined ? none : Trades.lastOf(newest, crypto.decimals),
        ...Snapshots.changeOf(found, crypto),
        updated: Snapshots.nanosOf(updated),
        ...(key.subscription.fairMarketValue && newest !== undefined ? { fmv: newest.c } : {}),
      }
    }),
  ),
)
