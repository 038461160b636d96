/**
 * Bars as a chart draws them, of every market alike. Times are those of a zone's clocks as if it were UTC, so that a chart's days are the market's days.
 *
 * @module
 */
import type { Columns } from "@candela/core/Columns"
import type { FuturesBar } from "@candela/futures/Bars"
import type { Bar } from "@candela/market/Bar"
import { offsetAt, type Zone } from "@candela/market/TimeZone"

/** A bar of a chart. */
export interface Candle {
  /** What the clocks show when its window begins, in milliseconds as if their zone were UTC. */
  readonly time: number
  /** First price. */
  readonly open: number
  /** Highest price. */
  readonly high: number
  /** Lowest price. */
  readonly low: number
  /** Last price. */
  readonly close: number
  /** Traded volume. */
  readonly volume: number
}

/** What the clocks of a zone show at an instant (epoch milliseconds), in milliseconds as if the zone were UTC. */
export const clock = (zone: Zone, epochMillis: number): number => epochMillis + offsetAt(zone, epochMillis)

interface Prices {
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  readonly volume: Float64Array
}

const candles = (length: number, { close, high, low, open, volume }: Prices, time: (index: number) => number) =>
  Array.from({ length }, (_, i): Candle => ({
    time: time(i),
    open: open[i]!,
    high: high[i]!,
    low: low[i]!,
    close: close[i]!,
    volume: volume[i]!,
  }))

/** Bars of stocks, forex and crypto, by the clocks of a zone. */
export const ofBars =
  (zone: Zone) =>
  ({ columns, length }: Columns<Bar>): ReadonlyArray<Candle> =>
    candles(length, columns, (i) => clock(zone, columns.timestamp[i]!))

/** Bars of futures, by the clocks of a zone. Sessions stand on their trading date, because they open on the evening before. */
export const ofFutures =
  (zone: Zone, areSessions: boolean) =>
  ({ columns, length }: Columns<FuturesBar>): ReadonlyArray<Candle> =>
    candles(length, columns, (i) =>
      areSessions
        ? Date.parse(columns.session_end_date[i]!)
        : clock(zone, Number(columns.window_start[i]! / 1_000_000n)),
    )

/** Whether a candle is drawn as rising: its close is not below its open. */
export const rises = ({ close, open }: Pick<Candle, "close" | "open">): boolean => close >= open
