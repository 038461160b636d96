import type { Candle } from "@candela/market/Candles"
import * as LiveCandles from "@candela/market/internal/LiveCandles"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { runs } from "@candela/support/seeded"

const noon = Date.UTC(2025, 5, 2, 16)
const form = { window: { multiplier: 5, timespan: "minute", zone: "America/New_York" }, zone: "UTC" } as const

type Bar = Parameters<ReturnType<typeof LiveCandles.make>>[0][number]

const bar = (second: number, open: number, close: number, volume: number): Bar => ({
  ...{ timestamp: noon + second * 1000, open, close, volume },
  ...{ high: Math.max(open, close) + 1, low: Math.min(open, close) - 1 },
})

const anyBar = FastCheck.tuple(
  FastCheck.integer({ min: 0, max: 1200 }),
  FastCheck.integer({ min: 1, max: 99 }),
  FastCheck.integer({ min: 1, max: 99 }),
  FastCheck.integer({ min: 1, max: 99 }),
).map((parts) => bar(...parts))

/** Candles of bars, each a second of a five-minute window, by their definition. */
const defined = (bars: ReadonlyArray<Bar>): ReadonlyArray<Candle> => {
  const last = new Map(bars.map((bar) => [bar.timestamp, bar]))
  const starts = [...new Set([...last.keys()].map((time) => time - (time % 300_000)))].sort((a, b) => a - b)
  return starts.map((time) => {
    const own = [...last.values()].filter(({ timestamp }) => timestamp >= time && timestamp < time + 300_000)
    own.sort((one, other) => one.timestamp - other.timestamp)
    return {
      ...{ time, open: own[0]!.open, close: own.at(-1)!.close },
      high: Math.max(...own.map(({ high }) => high)),
      low: Math.min(...own.map(({ low }) => low)),
      volume: own.reduce((sum, { volume }) => sum + volume, 0),
    }
  })
}

describe("candles that grow", () => {
  it("are those of the bars as they are at the end, in whatever parts and order these come, and how often", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.array(FastCheck.array(anyBar, { minLength: 1, maxLength: 6 }), { maxLength: 12 }),
        (parts) => {
          const grow = LiveCandles.make(form)
          const grown = parts.reduce<ReadonlyArray<Candle>>((all, bars) => LiveCandles.merge(all, grow(bars)), [])
          // Twenty minutes: later bars than a quarter of an hour are not sent.
          const newest = Math.max(...parts.flat().map(({ timestamp }) => timestamp))
          const kept = ({ time }: Candle) => time + 300_000 >= newest - 16 * 60_000
          assert.deepStrictEqual(grown.filter(kept), defined(parts.flat()).filter(kept))
        },
      ),
      { numRuns: runs(200) },
    )
  })

  it("stay as they are where a bar that comes too late would change them", () => {
    const grow = LiveCandles.make(form)
    const candles = grow([bar(0, 1, 2, 3), bar(1, 2, 5, 3), bar(300, 5, 6, 3)])
    assert.lengthOf(candles, 2)
    assert.lengthOf(grow([bar(3600, 6, 7, 3)]), 1)
    assert.deepStrictEqual(grow([bar(2, 9, 9, 9), bar(3601, 7, 8, 3)]), [
      { time: noon + 3_600_000, open: 6, high: 9, low: 5, close: 8, volume: 6 },
    ])
  })

  it("are in the local time of a zone, by the windows of the market", () => {
    const window = { multiplier: 4, timespan: "hour", zone: "America/New_York" } as const
    const [candle] = LiveCandles.make({ window, zone: "America/Chicago" })([bar(0, 1, 2, 3)])
    // From noon in New York on: eleven in Chicago.
    assert.strictEqual(new Date(candle!.time).toISOString(), "2025-06-02T11:00:00.000Z")
  })
})
