/**
 * Studies for markets without indicators of the service, computed from the shown bars.
 *
 * @module
 */
import type { Candle } from "@candela/market/Candles"
import * as Formula from "@candela/market/Formula"
import type { StudyPoint } from "./Plot.js"
import type { StudyName } from "./View.js"

/** Windows of the studies, in bars. */
export const windows = { sma: 20, ema: 50, rsi: 14, macd: { short: 12, long: 26, signal: 9 } } as const

const formulas: Readonly<Record<StudyName, Formula.Formula<Omit<StudyPoint, "time">>>> = {
  sma: Formula.sma(windows.sma),
  ema: Formula.ema(windows.ema),
  rsi: Formula.rsi(windows.rsi),
  macd: Formula.macd(windows.macd),
}

/** Computes the values of a study, at the times of the bars, from the first bar with a value. */
export const compute = (name: StudyName, candles: ReadonlyArray<Candle>): ReadonlyArray<StudyPoint> => {
  const next = formulas[name].begin()
  return candles.flatMap(({ close, time }) => {
    const value = next(close)
    return value === undefined ? [] : [{ time, ...value }]
  })
}
