/**
 * The computations of technical indicators: pure functions of prices.
 *
 * An exponential average counts all prices before its own, each less than the one after it. Here it counts a fixed number of them, `most`: the weight of what
 * came earlier is less than the last bit of a double. So a value depends on its own bar and on `most - 1` before it, whatever range, order or page it is asked
 * for in, and the decimals that are sent are those of smoothing the whole history. At the beginning of a history there are fewer prices. Smoothing begins with
 * the plain mean of the first `window` of them.
 *
 * @module
 */
import { round } from "../Rounding.js"

/** The computation of an indicator. */
export interface Computation<Value> {
  /** How many prices the first value of a history takes. */
  readonly least: number
  /** How many prices a value takes where so many exist. */
  readonly most: number
  /** The values of the prices from the index `from` on, `least - 1` or more, given the prices in the order of time: each takes `most` up to its own. */
  readonly compute: (prices: ReadonlyArray<number>, from: number) => ReadonlyArray<Value>
}

/** A computation whose values are converted. */
const map = <A, B>({ compute, ...rest }: Computation<A>, to: (value: A) => B): Computation<B> => ({
  ...rest,
  compute: (prices, from) => compute(prices, from).map(to),
})

/** The mean of a few prices. Each sum is taken anew, so that a value is the same to the last bit on every page. */
const mean = (prices: ReadonlyArray<number>, from: number, count: number) => {
  let sum = 0
  for (let place = from; place < from + count; place++) sum += prices[place]!
  return sum / count
}

/** After how many steps an earlier value weighs less than the last bit of a double, where each step leaves `1 - weight` of it. */
const memory = (weight: number) => Math.ceil(Math.log(Number.EPSILON) / Math.log1p(-weight))

/** Smoothed averages: the first one is the mean of `window` prices, and each further price moves it by `weight` of its distance. */
const smoothed = (window: number, weight: number): Computation<number> => {
  const most = window + memory(weight)
  const averageAt = (prices: ReadonlyArray<number>, index: number) => {
    const first = Math.max(0, index + 1 - most)
    let average = mean(prices, first, window)
    for (let place = first + window; place <= index; place++) average += weight * (prices[place]! - average)
    return average
  }
  return {
    least: window,
    most,
    compute: (prices, from) => prices.slice(from).map((_, index) => averageAt(prices, from + index)),
  }
}

const exponential = (window: number) => smoothed(window, 2 / (window + 1))

/** A value. */
export interface Value {
  readonly value: number
}

/** The simple moving average: the mean of each price and those before it, `window` in all. */
export const sma = (window: number, decimals: number): Computation<Value> => ({
  least: window,
  most: window,
  compute: (prices, from) =>
    prices.slice(from).map((_, index) => ({ value: round(mean(prices, from + index + 1 - window, window), decimals) })),
})

/** The exponential moving average: each price weighs `2 / (window + 1)`. */
export const ema = (window: number, decimals: number): Computation<Value> =>
  map(exponential(window), (average) => ({ value: round(average, decimals) }))

/**
 * The relative strength index: the average gain in percent of the sum of average gain and average loss, which Wilder's smoothing averages (each change weighs
 * `1 / window`). 50 where no price changed.
 */
export const rsi = (window: number, decimals: number): Computation<Value> => {
  const { compute, least, most } = smoothed(window, 1 / window)
  return {
    least: least + 1,
    most: most + 1,
    compute: (prices, from) => {
      const changes = prices.slice(1).map((price, index) => price - prices[index]!)
      const gains = compute(
        changes.map((change) => Math.max(change, 0)),
        from - 1,
      )
      const losses = compute(
        changes.map((change) => Math.max(-change, 0)),
        from - 1,
      )
      return gains.map((gain, index) => {
        const all = gain + losses[index]!
        return { value: all === 0 ? 50 : round((100 * gain) / all, decimals) }
      })
    },
  }
}

/** The moving average convergence/divergence: the short average less the long one, the average of these values as their signal, and their difference. */
export const macd = (
  windows: { readonly short: number; readonly long: number; readonly signal: number },
  decimals: number,
): Computation<Value & { readonly signal: number; readonly histogram: number }> => {
  const [short, long, signal] = [exponential(windows.short), exponential(windows.long), exponential(windows.signal)]
  const least = Math.max(short.least, long.least)
  const most = Math.max(short.most, long.most)
  return {
    least: least + signal.least - 1,
    most: most + signal.most - 1,
    compute: (prices, from) => {
      const first = Math.max(least - 1, from + 1 - signal.most)
      const longs = long.compute(prices, first)
      const lines = short.compute(prices, first).map((average, index) => average - longs[index]!)
      return signal.compute(lines, from - first).map((average, index) => {
        const value = round(lines[from - first + index]!, decimals)
        const signal = round(average, decimals)
        return { value, signal, histogram: round(value - signal, decimals) }
      })
    },
  }
}
