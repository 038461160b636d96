/**
 * The computations of technical indicators: pure functions of prices.
 *
 * An exponential average weighs all earlier prices, each less than the next. Here it uses a fixed
 * number of them, `most`: the weight of earlier ones is less than the last bit of a double. So a
 * value depends on its own bar and on `most - 1` before it, whatever the requested range, order or
 * page, and the sent decimals equal those of smoothing the whole history. At the beginning of a
 * history there are fewer prices. Smoothing begins with the plain mean of the first `window` of them.
 *
 * @module
 */
import { round } from "../../numbers/Rounding.js"
import { DoubleDouble } from "./DoubleDouble.js"

/** Computation of an indicator. */
export interface Computation<Value> {
  /** Number of prices for the first value of a history. */
  readonly least: number
  /** Maximum number of prices for a value. */
  readonly most: number
  /**
   * Begins with the first of some prices. The function takes them in the order of time and returns the value of
   * each, `undefined` after fewer than `least` prices. A price costs the same time whatever the windows are.
   */
  readonly begin: () => (price: number) => Value | undefined
}

/** Converts the values of a computation. */
const map = <A, B>({ begin, ...rest }: Computation<A>, to: (value: A) => B): Computation<B> => ({
  ...rest,
  begin: () => {
    const next = begin()
    return (price) => {
      const value = next(price)
      return value === undefined ? undefined : to(value)
    }
  },
})

/** Mean of each price and those before it, `window` in all. */
const mean = (window: number): Computation<number> => ({
  least: window,
  most: window,
  begin: () => {
    const prices: Array<number> = []
    const sum = new DoubleDouble()
    return (price) => {
      const count = prices.push(price)
      sum.add(price)
      if (count > window) sum.add(-prices[count - 1 - window]!)
      return count < window ? undefined : sum.high / window
    }
  },
})

/**
 * Number of steps after which an earlier value weighs less than the last bit of a double, if each
 * step leaves `1 - weight` of it.
 */
const memory = (weight: number) => Math.ceil(Math.log(Number.EPSILON) / Math.log1p(-weight))

/**
 * Smoothed average: the first one is the mean of `window` prices, and each further price moves it
 * by `weight` of its distance.
 */
const smoothed = (window: number, weight: number): Computation<number> => {
  const steps = memory(weight)
  const most = window + steps
  /** Weight of the initial mean after `steps`. */
  const left = (1 - weight) ** steps
  const means = mean(window)
  return {
    least: window,
    most,
    begin: () => {
      const prices: Array<number> = []
      const nextMean = means.begin()
      const average = new DoubleDouble()
      let first = 0
      let same = 0
      return (price) => {
        same = price === prices.at(-1) ? same + 1 : 1
        const count = prices.push(price)
        if (count <= window) {
          first = nextMean(price) ?? 0
          average.set(first)
          return count < window ? undefined : first
        }
        average.moveTowards(price, weight)
        if (count > most) {
          // Drops the first price: as if the average had begun with the mean after the first one.
          const second = prices[count - 1 - steps]!
          const mean = nextMean(second)!
          average.add(left * (mean - second + (1 - weight) * (second - first)))
          first = mean
        }
        // Zeros average to zero: a remainder of earlier prices would show as gains or losses.
        if (same >= most) average.set(price)
        return average.high
      }
    },
  }
}

const exponential = (window: number) => smoothed(window, 2 / (window + 1))

/** A value. */
export interface IndicatorValue {
  readonly value: number
}

/** Simple moving average: the mean of each price and those before it, `window` in all. */
export const sma = (window: number, decimals: number): Computation<IndicatorValue> =>
  map(mean(window), (average) => ({ value: round(average, decimals) }))

/** Exponential moving average: each price weighs `2 / (window + 1)`. */
export const ema = (window: number, decimals: number): Computation<IndicatorValue> =>
  map(exponential(window), (average) => ({ value: round(average, decimals) }))

/**
 * Relative strength index: the average gain as a percentage of the sum of average gain and average
 * loss, both by Wilder's smoothing (each change weighs `1 / window`). 50 when no price changed.
 */
export const rsi = (window: number, decimals: number): Computation<IndicatorValue> => {
  const { begin, least, most } = smoothed(window, 1 / window)
  return {
    least: least + 1,
    most: most + 1,
    begin: () => {
      const [nextGain, nextLoss] = [begin(), begin()]
      let before: number | undefined
      return (price) => {
        const change = before === undefined ? undefined : price - before
        before = price
        if (change === undefined) return undefined
        const [gain, loss] = [nextGain(Math.max(change, 0)), nextLoss(Math.max(-change, 0))]
        if (gain === undefined || loss === undefined) return undefined
        const all = gain + loss
        return { value: all === 0 ? 50 : round((100 * gain) / all, decimals) }
      }
    },
  }
}

/**
 * Moving average convergence/divergence: the short average less the long one, the average of these
 * values as their signal, and their difference.
 */
export const macd = (
  windows: { readonly short: number; readonly long: number; readonly signal: number },
  decimals: number,
): Computation<IndicatorValue & { readonly signal: number; readonly histogram: number }> => {
  const [short, long, signal] = [exponential(windows.short), exponential(windows.long), exponential(windows.signal)]
  return {
    least: Math.max(short.least, long.least) + signal.least - 1,
    most: Math.max(short.most, long.most) + signal.most - 1,
    begin: () => {
      const [nextShort, nextLong, nextSignal] = [short.begin(), long.begin(), signal.begin()]
      return (price) => {
        const [one, other] = [nextShort(price), nextLong(price)]
        if (one === undefined || other === undefined) return undefined
        const average = nextSignal(one - other)
        if (average === undefined) return undefined
        const value = round(one - other, decimals)
        const signal = round(average, decimals)
        return { value, signal, histogram: round(value - signal, decimals) }
      }
    },
  }
}
