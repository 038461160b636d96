/**
 * Technical indicators the plain way: every value by its formula, from all the prices of a history.
 */

const mean = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * The mean of the first `window` values and those after it, each with the weight that its age
 * leaves it; nothing before the first complete window.
 */
const smoothing = (values: ReadonlyArray<number>, window: number, weight: number) =>
  values.flatMap((_, last) => {
    if (last < window - 1) return []
    const terms = values.slice(window, last + 1).map((value, index) => {
      const age = last - window - index
      return weight * (1 - weight) ** age * value
    })
    return [
      terms.reduce((sum, term) => sum + term, mean(values.slice(0, window)) * (1 - weight) ** (last + 1 - window)),
    ]
  })

const exponential = (values: ReadonlyArray<number>, window: number) => smoothing(values, window, 2 / (window + 1))

/** The windows of an indicator. */
export interface Windows {
  readonly window?: number
  readonly short_window?: number
  readonly long_window?: number
  readonly signal_window?: number
}

/** A value that is not rounded. */
export interface Plain {
  readonly value: number
  readonly signal?: number
}

/** The last values of a history, one for each price from the first complete window on. */
export const indicators = {
  sma: (prices: ReadonlyArray<number>, { window = 50 }: Windows): ReadonlyArray<Plain> =>
    prices.flatMap((_, last) =>
      last < window - 1 ? [] : [{ value: mean(prices.slice(last + 1 - window, last + 1)) }],
    ),
  ema: (prices: ReadonlyArray<number>, { window = 50 }: Windows): ReadonlyArray<Plain> =>
    exponential(prices, window).map((value) => ({ value })),
  rsi: (prices: ReadonlyArray<number>, { window = 14 }: Windows): ReadonlyArray<Plain> => {
    const changes = prices.slice(1).map((price, index) => price - prices[index]!)
    const moved = (sign: number) => changes.map((change) => (change * sign > 0 ? Math.abs(change) : 0))
    const gains = smoothing(moved(1), window, 1 / window)
    const losses = smoothing(moved(-1), window, 1 / window)
    return gains.map((gain, index) => {
      const strength = gain / losses[index]!
      return { value: Number.isNaN(strength) ? 50 : 100 - 100 / (1 + strength) }
    })
  },
  macd: (
    prices: ReadonlyArray<number>,
    { short_window = 12, long_window = 26, signal_window = 9 }: Windows,
  ): ReadonlyArray<Plain> => {
    const [short, long] = [exponential(prices, short_window), exponential(prices, long_window)]
    const count = Math.min(short.length, long.length)
    const lines = Array.from({ length: count }, (_, index) => short.at(index - count)! - long.at(index - count)!)
    const signals = exponential(lines, signal_window)
    return signals.map((signal, index) => ({ value: lines[index + signal_window - 1]!, signal }))
  },
}

/** How many steps it takes until `1 - weight` is left so often that a double cannot tell it from nothing. */
const steps = (weight: number) => {
  // The average is the price itself.
  if (weight === 1) return 0
  let count = 0
  for (let left = 1; left > 2 ** -52; left *= 1 - weight) count++
  return count
}

const lengthOf = (window: number) => window + steps(2 / (window + 1))

/** How many bars a value takes where so many exist. */
export const lengths = {
  sma: ({ window = 50 }: Windows) => window,
  ema: ({ window = 50 }: Windows) => lengthOf(window),
  rsi: ({ window = 14 }: Windows) => 1 + window + steps(1 / window),
  macd: ({ short_window = 12, long_window = 26, signal_window = 9 }: Windows) =>
    Math.max(lengthOf(short_window), lengthOf(long_window)) + lengthOf(signal_window) - 1,
}

/** Numbers as multiples of 2^-200, in which doubles of these sizes are exact. */
const bits = 200n
const toBits = (value: number) => BigInt(value * 2 ** 80) * 2n ** (bits - 80n)
const ofBits = (value: bigint) => Number(value) / 2 ** Number(bits)

const directMean = (values: ReadonlyArray<bigint>) =>
  values.reduce((sum, value) => sum + value, 0n) / BigInt(values.length)

/** A smoothed average over as many values as it takes. */
const directSmoothing = (
  values: ReadonlyArray<number>,
  last: number,
  window: number,
  weight: number,
  length: number,
) => {
  const taken = values.slice(Math.max(0, last + 1 - length), last + 1).map(toBits)
  const part = toBits(weight)
  return ofBits(
    taken
      .slice(window)
      .reduce(
        (average, value) => average + ((value - average) * part) / 2n ** bits,
        directMean(taken.slice(0, window)),
      ),
  )
}

const directExponential = (values: ReadonlyArray<number>, last: number, window: number) =>
  directSmoothing(values, last, window, 2 / (window + 1), lengthOf(window))

/** The value of one price, computed anew from the prices that it takes, with no error until it is a double. */
export const direct = {
  sma: (prices: ReadonlyArray<number>, last: number, { window = 50 }: Windows): Plain => {
    const sum = prices.slice(last + 1 - window, last + 1).reduce((sum, price) => sum + toBits(price), 0n)
    return { value: ofBits(sum) / window }
  },
  ema: (prices: ReadonlyArray<number>, last: number, { window = 50 }: Windows): Plain => ({
    value: directExponential(prices, last, window),
  }),
  rsi: (prices: ReadonlyArray<number>, last: number, { window = 14 }: Windows): Plain => {
    const changes = prices.slice(1).map((price, index) => price - prices[index]!)
    const length = window + steps(1 / window)
    const moved = (sign: number) =>
      directSmoothing(
        changes.map((change) => Math.max(sign * change, 0)),
        last - 1,
        window,
        1 / window,
        length,
      )
    const [gain, loss] = [moved(1), moved(-1)]
    return { value: gain + loss === 0 ? 50 : (100 * gain) / (gain + loss) }
  },
  macd: (
    prices: ReadonlyArray<number>,
    last: number,
    { short_window = 12, long_window = 26, signal_window = 9 }: Windows,
  ): Plain => {
    const first = Math.max(short_window, long_window) - 1
    const lines = Array.from({ length: last + 1 - first }, (_, index) =>
      first + index <= last - lengthOf(signal_window)
        ? 0
        : directExponential(prices, first + index, short_window) -
          directExponential(prices, first + index, long_window),
    )
    return {
      value: lines.at(-1)!,
      signal: directExponential(lines, lines.length - 1, signal_window),
    }
  },
}
