/**
 * Studies for markets without indicators of the service, computed from the shown bars.
 *
 * @module
 */
import type { Candle } from "@candela/market/Candles"
import type { StudyPoint } from "./Plot.js"
import type { StudyName } from "./View.js"

/** Windows of the studies, in bars. */
export const windows = { sma: 20, ema: 50, rsi: 14, macd: { short: 12, long: 26, signal: 9 } } as const

const mean = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * Returns averages from the index `window - 1` on: the first is the mean of `window` values, each
 * further value moves it by `weight` times its distance.
 */
const smoothed = (values: ReadonlyArray<number>, window: number, weight = 2 / (window + 1)): ReadonlyArray<number> => {
  if (values.length < window) return []
  let average = mean(values.slice(0, window))
  return [average, ...values.slice(window).map((value) => (average += weight * (value - average)))]
}

const averages = (values: ReadonlyArray<number>, window: number) =>
  values.slice(window - 1).map((_, at) => mean(values.slice(at, at + window)))

const strength = (values: ReadonlyArray<number>, window: number) => {
  const changes = values.slice(1).map((value, at) => value - values[at]!)
  const wilder = (changes: ReadonlyArray<number>) => smoothed(changes, window, 1 / window)
  const losses = wilder(changes.map((change) => Math.max(-change, 0)))
  return wilder(changes.map((change) => Math.max(change, 0))).map((gain, at) => {
    const all = gain + losses[at]!
    return all === 0 ? 50 : (100 * gain) / all
  })
}

const divergence = (values: ReadonlyArray<number>) => {
  const { long, short, signal } = windows.macd
  const fast = smoothed(values, short).slice(long - short)
  const lines = smoothed(values, long).map((slow, at) => fast[at]! - slow)
  return smoothed(lines, signal).map((average, at) => {
    const value = lines[at + signal - 1]!
    return { value, signal: average, histogram: value - average }
  })
}

const valuesOf = (name: StudyName, closes: ReadonlyArray<number>): ReadonlyArray<Omit<StudyPoint, "time">> => {
  if (name === "macd") return divergence(closes)
  const compute = { sma: averages, ema: smoothed, rsi: strength }[name]
  return compute(closes, windows[name]).map((value) => ({ value }))
}

/** Computes the values of a study, at the times of the bars, from the first bar with a value. */
export const compute = (name: StudyName, candles: ReadonlyArray<Candle>): ReadonlyArray<StudyPoint> => {
  const values = valuesOf(
    name,
    candles.map(({ close }) => close),
  )
  return values.map((value, at) => ({ time: candles[candles.length - values.length + at]!.time, ...value }))
}
