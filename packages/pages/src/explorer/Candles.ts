/**
 * Bars as a chart draws them. Times are those of the market's clocks, in seconds, as if its zone were UTC: the chart's days are the market's days.
 *
 * @module
 */
import type { Columns } from "@candela/core/Columns"
import type { FuturesBar } from "@candela/futures/Bars"
import type { Bar } from "@candela/market/Bar"
import * as Market from "@candela/market/Market"
import { offsetAt, type Zone } from "@candela/market/TimeZone"

/** A bar of a chart. */
export interface Candle {
  /** When its window begins by the market's clocks, in seconds. */
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** What the clocks of a zone show at an instant (epoch milliseconds), in seconds as if the zone were UTC. */
export const clock = (zone: Zone, epochMillis: number): number => (epochMillis + offsetAt(zone, epochMillis)) / 1000

/** The prices between which a range's change is measured. */
export interface Change {
  /** The last close before the range; where the data begin in the range, its first open. */
  readonly from: number
  /** The newest close. */
  readonly to: number
}

/** The change of a range that begins at a time, by daily bars that begin earlier; `undefined` where no day lies in the range. */
export const change = (days: ReadonlyArray<Candle>, begin: number): Change | undefined => {
  const first = days.findIndex(({ time }) => time >= begin)
  return first === -1 ? undefined : { from: days[first - 1]?.close ?? days[first]!.open, to: days.at(-1)!.close }
}

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

/** Bars of a market with this zone. */
export const ofBars =
  (zone: Zone) =>
  ({ columns, length }: Columns<Bar>): ReadonlyArray<Candle> =>
    candles(length, columns, (i) => clock(zone, columns.timestamp[i]!))

/** Bars of futures. Those of sessions stand on their trading date, as a session opens on the evening before. */
export const ofSessions =
  (areSessions: boolean) =>
  ({ columns, length }: Columns<FuturesBar>): ReadonlyArray<Candle> =>
    candles(length, columns, (i) =>
      areSessions
        ? Date.parse(columns.session_end_date[i]!) / 1000
        : clock(Market.futures.zone, Number(columns.window_start[i]! / 1_000_000n)),
    )
