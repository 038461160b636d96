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
import { round } from "../../numbers/Rounding.js"
import { DoubleDouble } from "./DoubleDouble.js"

/** The computation of an indicator. */
export interface Computation<Value> {
  /** How many prices the first value of a history takes. */
  readonly least: number
  /** How many prices a value takes where so many exist. */
  readonly most: number
  /**
   * Begins with the first of some prices. The function takes them in the order of time and gives the value of each, `undefined` where fewer than `least` came so
   * far. A price costs the same time whatever the windows are.
   */
  readonly begin: () => (price: number) => Value | undefined
}

/** A computation whose values are converted. */
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

/** The mean of each price and those before it, `window` in all. */
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

/** After how many steps an earlier value weighs less than the last bit of a double, where each step leaves `1 - weight` of it. */
const memory = (weight: number) => Math.ceil(Math.log(Number.EPSILON) / Math.log1p(-weight))

/** Smoothed averages: the first one is the mean of `window` prices, and each further price moves it by `weight` of its distance. */
const smoothed = (window: number, weight: number): Computation<number> => {
  const steps = memory(weight)
  const most = window + steps
  /** What so many steps leave of the mean that an average began with. */
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
          // It takes one price less at its beginning: as if it had begun with the mean that comes after the first one.
          const second = prices[count - 1 - steps]!
          const mean = nextMean(second)!
          average.add(left * (mean - second + (1 - weight) * (second - first)))
          first = mean
        }
        // Zeros average to zero: a rest of what came before them would tell of gains or losses.
        if (same >= most) average.set(price)
        return average.high
      }
    },
  }
}

const exponential = (window: number) => smoothed(window, 2 / (window + 1))

/** A value. */
export interface Value {
  readonly value: number
}

/** The simple moving average: the mean of each price and those before it, `window` in all. */
export const sma = (window: number, decimals: number): Computation<Value> =>
  map(mean(window), (average) => ({ value: round(average, decimals) }))

/** The exponential moving average: each price weighs `2 / (window + 1)`. */
export const ema = (window: number, decimals: number): Computation<Value> =>
  map(exponential(window), (average) => ({ value: round(average, decimals) }))

/**
 * The relative strength index: the average gain in percent of the sum of average gain and average loss, which Wilder's smoothing averages (each change weighs
 * `1 / window`). 50 where no price changed.
 */
export const rsi = (window: number, decimals: number): Computation<Value> => {
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

/** The moving average convergence/divergence: the short average less the long one, the average of these values as their signal, and their difference. */
export const macd = (
  windows: { readonly short: number; readonly long: number; readonly signal: number },
  decimals: number,
): Computation<Value & { readonly signal: number; readonly histogram: number }> => {
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
