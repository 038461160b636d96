/**
 * Formulas of technical indicators: values of prices, one after the other.
 *
 * ```ts
 * const next = Formula.ema(20).begin()
 * next(101.5) // undefined, until there are 20 prices
 * ```
 *
 * An exponential average weighs all earlier prices, each less than the next. Here it uses a fixed
 * number of them, `most`: the weight of earlier ones is less than the last bit of a double. So a
 * value depends on its own price and on `most - 1` before it, whatever range or page they are of,
 * and equals that of smoothing the whole history. At the beginning of a history there are fewer
 * prices. Smoothing begins with the plain mean of the first `window` of them.
 *
 * Values are not rounded. Prices that are missing are none: leave them out.
 *
 * @module
 */
import { DoubleDouble } from "./internal/doubleDouble.js"

/** Formula of an indicator. */
export interface Formula<Value> {
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

/** Value of an average or an index. */
export interface Value {
  /** The value: of an average in the unit of the prices, of a relative strength index from 0 to 100. */
  readonly value: number
}

/** Value of a moving average convergence/divergence. */
export interface MacdValue extends Value {
  /** Exponential moving average of the values. */
  readonly signal: number
  /** Value minus signal. */
  readonly histogram: number
}

/** Windows of a moving average convergence/divergence, in prices. */
export interface MacdWindows {
  /** Of the short average. Default 12. */
  readonly short?: number | undefined
  /** Of the long average. Default 26. */
  readonly long?: number | undefined
  /** Of the signal. Default 9. */
  readonly signal?: number | undefined
}

/** Converts the values of a formula. */
const map = <A, B>({ begin, ...rest }: Formula<A>, to: (value: A) => B): Formula<B> => ({
  ...rest,
  begin: () => {
    const next = begin()
    return (price) => {
      const value = next(price)
      return value === undefined ? undefined : to(value)
    }
  },
})

/** The last of many numbers: memory does not grow with their number. */
class Recent {
  private readonly values: Array<number> = []
  private at = -1

  constructor(private readonly size: number) {}

  add(value: number): void {
    this.at = (this.at + 1) % this.size
    this.values[this.at] = value
  }

  /** Returns the number that was added `count` before the last one; there must have been so many. */
  before(count: number): number {
    return this.values[(this.at - count + this.size) % this.size]!
  }
}

const windowOf = (window: number): number => {
  if (!(Number.isInteger(window) && window > 0)) {
    throw new RangeError(`A window of ${window} prices: give a whole number, 1 or more`)
  }
  return window
}

/** Mean of each price and those before it, `window` in all. */
const mean = (window: number): Formula<number> => ({
  least: windowOf(window),
  most: window,
  begin: () => {
    const prices = new Recent(window + 1)
    const sum = new DoubleDouble()
    let count = 0
    return (price) => {
      prices.add(price)
      sum.add(price)
      if (count < window) count++
      else sum.add(-prices.before(window))
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
const smoothed = (window: number, weight: number): Formula<number> => {
  const means = mean(window)
  const steps = memory(weight)
  const most = window + steps
  /** Weight of the initial mean after `steps`. */
  const left = (1 - weight) ** steps
  return {
    least: window,
    most,
    begin: () => {
      const prices = new Recent(steps + 1)
      const nextMean = means.begin()
      const average = new DoubleDouble()
      let count = 0
      let first = 0
      let before = NaN
      let same = 0
      return (price) => {
        same = price === before ? same + 1 : 1
        before = price
        prices.add(price)
        count++
        if (count <= window) {
          first = nextMean(price) ?? 0
          average.set(first)
          return count < window ? undefined : first
        }
        average.moveTowards(price, weight)
        if (count > most) {
          // Drops the first price: as if the average had begun with the mean after the first one.
          const second = prices.before(steps)
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

/**
 * Simple moving average: the mean of each price and those before it, `window` in all. Throws a `RangeError` for
 * a window that is not a positive integer, as all formulas do.
 */
export const sma = (window = 50): Formula<Value> => map(mean(window), (value) => ({ value }))

/** Exponential moving average: each price weighs `2 / (window + 1)`. */
export const ema = (window = 50): Formula<Value> => map(exponential(window), (value) => ({ value }))

/**
 * Relative strength index: the average gain as a percentage of the sum of average gain and average
 * loss, both by Wilder's smoothing (each change weighs `1 / window`). 50 when no price changed.
 */
export const rsi = (window = 14): Formula<Value> => {
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
        return { value: all === 0 ? 50 : (100 * gain) / all }
      }
    },
  }
}

/**
 * Moving average convergence/divergence: the short exponential average less the long one, the average of these
 * values as their signal, and their difference.
 */
export const macd = (windows: MacdWindows = {}): Formula<MacdValue> => {
  const [short, long] = [exponential(windows.short ?? 12), exponential(windows.long ?? 26)]
  const signal = exponential(windows.signal ?? 9)
  return {
    least: Math.max(short.least, long.least) + signal.least - 1,
    most: Math.max(short.most, long.most) + signal.most - 1,
    begin: () => {
      const [nextShort, nextLong, nextSignal] = [short.begin(), long.begin(), signal.begin()]
      return (price) => {
        const [one, other] = [nextShort(price), nextLong(price)]
        if (one === undefined || other === undefined) return undefined
        const value = one - other
        const average = nextSignal(value)
        return average === undefined ? undefined : { value, signal: average, histogram: value - average }
      }
    },
  }
}
