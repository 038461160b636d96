/** Charts for tests. */
import { FastCheck } from "effect"
import type { Candle } from "@candela/market/Candles"
import type { Chart } from "../../src/chart/Chart.js"
import * as Numbers from "../../src/chart/Numbers.js"

export const dayMillis = 86_400_000

/** A chart of bars. */
export const chartOf = (candles: ReadonlyArray<Candle>, details: Partial<Chart> = {}): Chart => ({
  ticker: "AAPL",
  timespan: "day",
  multiplier: 1,
  from: "2024-01-02",
  to: "2024-12-31",
  zone: "America/New_York",
  candles,
  base: candles[0]!.open,
  format: Numbers.format(
    candles.map(({ close }) => close),
    4,
  ),
  isCut: false,
  isSynthetic: false,
  ...details,
})

/**
 * So many bars of a walk that is always the same, one on each weekday from 2024-01-01 (a Monday)
 * on, or one each so many milliseconds.
 */
export const walk = (count: number, every?: number): ReadonlyArray<Candle> => {
  let seed = 1
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  let price = 100
  const round = (value: number) => Math.round(value * 100) / 100
  return Array.from({ length: count }, (_, index) => {
    const open = price
    const close = round(open * (1 + (random() - 0.48) * 0.03))
    price = close
    const day = Math.floor(index / 5) * 7 + (index % 5)
    return {
      time: Date.UTC(2024, 0, 1) + (every === undefined ? day * dayMillis : index * every),
      open,
      close,
      high: round(Math.max(open, close) * (1 + random() * 0.01)),
      low: round(Math.min(open, close) * (1 - random() * 0.01)),
      volume: Math.round(1e6 * (0.5 + random())),
    }
  })
}

/** Prices from tiny to huge, many of them equal. */
const price = FastCheck.oneof(
  FastCheck.double({ min: 1e-5, max: 1e-3, noNaN: true }),
  FastCheck.integer({ min: 1, max: 500 }),
  FastCheck.double({ min: 1e-5, max: 1e12, noNaN: true }),
)

/** Any chart of up to so many bars, with gaps of any length between them. */
export const anyChart = (most: number): FastCheck.Arbitrary<Chart> =>
  FastCheck.tuple(
    FastCheck.array(
      FastCheck.record({
        prices: FastCheck.tuple(price, price, price, price),
        volume: FastCheck.oneof(FastCheck.constant(0), FastCheck.double({ min: 0, max: 1e15, noNaN: true })),
        gap: FastCheck.integer({ min: 1, max: 40 }),
      }),
      { minLength: 1, maxLength: most },
    ),
    FastCheck.constantFrom(1000, 60_000, 3_600_000, dayMillis),
  ).map(([rows, unit]) => {
    let time = Date.UTC(2024, 0, 1)
    const candles = rows.map(({ gap, prices, volume }) => {
      time += gap * unit
      const [open, close] = prices
      return { time, open, close, high: Math.max(...prices), low: Math.min(...prices), volume }
    })
    return chartOf(candles)
  })
