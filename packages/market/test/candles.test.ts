import * as Columns from "@candela/core/Columns"
import { Bar } from "@candela/market/Bar"
import * as Candles from "@candela/market/Candles"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"

const prices = { open: 2, high: 4, low: 1, close: 3, volume: 10 }

describe("candles of bars", () => {
  const timesOf = (zone: Parameters<typeof Candles.localTime>[0], ...instants: ReadonlyArray<string>) =>
    Candles.ofColumns(zone)(
      Columns.fromRows(
        Bar,
        instants.map((instant) => ({ ...prices, timestamp: Date.parse(instant) })),
      ),
    ).map(({ time }) => new Date(time).toISOString())

  it("have the prices of the bars", () => {
    const chunk = Columns.fromRows(Bar, [{ ...prices, timestamp: 60_000, vwap: 2.5 }])
    assert.deepStrictEqual(Candles.ofColumns("UTC")(chunk), [{ ...prices, time: 60_000 }])
  })

  it("stand at the times of the market's clocks, in summer and in winter", () => {
    const opens = ["2025-01-02T14:30:00.000Z", "2025-07-02T13:30:00.000Z"]
    assert.deepStrictEqual(timesOf("America/New_York", ...opens), [
      "2025-01-02T09:30:00.000Z",
      "2025-07-02T09:30:00.000Z",
    ])
    assert.deepStrictEqual(timesOf("UTC", ...opens), opens)
  })
})

describe("rising candles", () => {
  it("close at their open or above it", () => {
    assert.isTrue(Candles.isRising({ open: 1, close: 1 }))
    assert.isTrue(Candles.isRising({ open: 1, close: 2 }))
    assert.isFalse(Candles.isRising({ open: 2, close: 1 }))
  })
})

describe("merged candles", () => {
  // Whole numbers, so that sums are exact.
  const candle = fc.tuple(fc.array(fc.integer({ min: -5, max: 500 }), { minLength: 4, maxLength: 4 }), fc.nat(1000))
  const rows = fc.array(candle, { maxLength: 60 }).map((rows) =>
    rows.map(([prices, volume], index) => ({
      ...{ time: index * 60_000, volume },
      ...{ open: prices[0]!, close: prices[1]!, high: Math.max(...prices), low: Math.min(...prices) },
    })),
  )

  it("are at most as many as asked for, of all bars, and alike in the number of their bars", () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 80 }), (candles, most) => {
        const merged = Candles.merge(candles, most)
        const bars = merged.map(({ bars }) => bars)
        assert.strictEqual(merged.length, Math.min(candles.length, most))
        assert.strictEqual(
          bars.reduce((sum, bars) => sum + bars, 0),
          candles.length,
        )
        if (bars.length > 0) assert.isAtMost(Math.max(...bars) - Math.min(...bars), 1)
      }),
    )
  })

  it("have the first open, the last close, the extremes and the whole volume of their bars", () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 80 }), (candles, most) => {
        let begin = 0
        for (const { bars, ...merged } of Candles.merge(candles, most)) {
          const own = candles.slice(begin, (begin += bars))
          assert.deepStrictEqual(merged, {
            time: own[0]!.time,
            open: own[0]!.open,
            high: Math.max(...own.map(({ high }) => high)),
            low: Math.min(...own.map(({ low }) => low)),
            close: own.at(-1)!.close,
            volume: own.reduce((sum, { volume }) => sum + volume, 0),
          })
        }
      }),
    )
  })

  it("are the same candles where there is room for all, and at least one where there is any", () => {
    const [one, two] = [
      { ...prices, time: 1 },
      { ...prices, time: 2 },
    ]
    assert.deepStrictEqual(Candles.merge([one, two], 2), [
      { ...one, bars: 1 },
      { ...two, bars: 1 },
    ])
    assert.lengthOf(Candles.merge([one, two], 0), 1)
    assert.lengthOf(Candles.merge([one, two], 1.9), 1)
    assert.deepStrictEqual(Candles.merge([], 5), [])
  })
})
