/**
 * Bars as chart candles, the same in every market.
 *
 * ```ts
 * const candles = Candles.ofColumns(Market.stocks.zone)(chunk) // of a chunk that `bars.columns` gives
 * const drawn = Candles.merge(candles, 80) // at most one for each column of a terminal
 * ```
 *
 * Charts place bars on a time axis without zones. A candle's time is therefore the local time of a
 * zone, written as if the zone were UTC: the chart's days are the market's days.
 *
 * @module
 */
import { offsetAt, type Zone } from "./TimeZone.js"

/** One candle: the prices and the volume of a window of time. */
export interface Candle {
  /** Local time of the window's start, in milliseconds as returned by {@link localTime}. */
  readonly time: number
  /** First price, in the quote currency. */
  readonly open: number
  /** Highest price. */
  readonly high: number
  /** Lowest price. */
  readonly low: number
  /** Last price. */
  readonly close: number
  /** Traded volume, in the unit of the bars. */
  readonly volume: number
}

/** A candle of several bars. */
export interface Merged extends Candle {
  /** Number of bars, at least 1. */
  readonly bars: number
}

/** A chunk of bars in columns, as returned by `bars.columns`. */
export interface Priced {
  /** Number of bars. */
  readonly length: number
  /** Prices in one currency, and volumes. */
  readonly columns: Readonly<Record<"open" | "high" | "low" | "close" | "volume", Float64Array>>
}

/** A chunk of bars with their timestamps, epoch milliseconds. */
export interface Timed extends Priced {
  /** Prices in one currency, volumes, and starts of the windows. */
  readonly columns: Priced["columns"] & { readonly timestamp: Float64Array }
}

/**
 * Returns the local time of a zone at an instant (epoch milliseconds), in milliseconds as if the
 * zone were UTC: 09:30 in New York is 09:30 UTC here.
 */
export const localTime = (zone: Zone, epochMillis: number): number => epochMillis + offsetAt(zone, epochMillis)

/** Returns the candles of a chunk of any bars. `time` returns the local time of a bar by its index. */
export const make = (
  { columns: { close, high, low, open, volume }, length }: Priced,
  time: (index: number) => number,
): ReadonlyArray<Candle> =>
  Array.from({ length }, (_, index) => ({
    time: time(index),
    open: open[index]!,
    high: high[index]!,
    low: low[index]!,
    close: close[index]!,
    volume: volume[index]!,
  }))

/**
 * Returns the candles of a chunk of stock, forex or crypto bars, in the local time of a zone. For
 * futures bars see `Candles` of `@candela/futures`.
 */
export const ofColumns =
  (zone: Zone) =>
  (chunk: Timed): ReadonlyArray<Candle> =>
    make(chunk, (index) => localTime(zone, chunk.columns.timestamp[index]!))

/** Whether a candle is drawn as rising: its close is not below its open. */
export const isRising = ({ close, open }: Pick<Candle, "close" | "open">): boolean => close >= open

/**
 * Merges neighbouring candles if there are more than `most`: the numbers of bars of two merged candles differ by at
 * most one. A merged candle begins when its first bar begins; it has that bar's open, the last bar's close, the highest
 * high, the lowest low, and the sum of the volumes. Candles must be in ascending order of time. `most` is at least 1.
 */
export const merge = (candles: ReadonlyArray<Candle>, most: number): ReadonlyArray<Merged> => {
  const count = Math.min(candles.length, Math.max(Math.floor(most), 1))
  const boundary = (index: number) => Math.floor((index * candles.length) / count)
  return Array.from({ length: count }, (_, index) => {
    const [begin, end] = [boundary(index), boundary(index + 1)]
    const { open, time } = candles[begin]!
    let [high, low, volume] = [-Infinity, Infinity, 0]
    for (let bar = begin; bar < end; bar++) {
      const candle = candles[bar]!
      high = Math.max(high, candle.high)
      low = Math.min(low, candle.low)
      volume += candle.volume
    }
    return { time, open, high, low, close: candles[end - 1]!.close, volume, bars: end - begin }
  })
}
