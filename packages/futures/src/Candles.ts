/**
 * Futures bars as chart candles, those of `Candles` of `@candela/market`.
 *
 * @module
 */
import type { Columns } from "@candela/core/Columns"
import { localTime, make, type Candle } from "@candela/market/Candles"
import type { Zone } from "@candela/market/TimeZone"
import type { FuturesBar } from "./Bars.js"

/**
 * Returns the candles of a chunk of bars in the local time of a zone. Bars of whole sessions
 * (`areSessions`) are placed on their trading date.
 */
export const ofColumns =
  (zone: Zone, areSessions: boolean) =>
  (chunk: Columns<FuturesBar>): ReadonlyArray<Candle> => {
    const { session_end_date, window_start } = chunk.columns
    return make(chunk, (index) =>
      areSessions ? Date.parse(session_end_date[index]!) : localTime(zone, Number(window_start[index]! / 1_000_000n)),
    )
  }
