import { assert, describe, it } from "@effect/vitest"
import type { Candle } from "@candela/market/Candles"
import * as Change from "../../src/explorer/Change.js"
import * as Format from "../../src/explorer/Format.js"

const day = (time: number, open: number, close: number): Candle => ({
  ...{ time, open, close },
  ...{ high: 9, low: 1, volume: 1 },
})

describe("Format", () => {
  it("gives no sign to what is rounded to zero", () => {
    assert.strictEqual(Format.price(-0.004, 2), "0.00")
    assert.strictEqual(Format.price(-1234.5, 2), "−1,234.50")
    assert.strictEqual(Format.change(100, 99.9999, 2), "0.00 (0.00%)")
    assert.strictEqual(Format.change(100, 98.5, 2), "−1.50 (−1.50%)")
    assert.strictEqual(Format.change(100, 101, 2), "+1.00 (+1.00%)")
  })
})

describe("the axis of time", () => {
  it("names the month of a day", () => {
    assert.strictEqual(Format.day(Date.parse("2025-06-30T15:59:00Z")), "Jun 30")
  })
})

const millisOfDay = 86_400_000

describe("the change of a range", () => {
  it("is measured from the last close before it; where the data begin in it, from its first open", () => {
    const days = [day(1, 2, 3), day(2, 4, 5), day(3, 6, 7)].map((one) => ({ ...one, time: one.time * millisOfDay }))
    const change = (begin: number) =>
      Change.change(
        days.filter(({ time }) => time >= begin * millisOfDay),
        days,
        begin * millisOfDay,
      )
    assert.deepStrictEqual(change(2), { from: 3, to: 7 })
    assert.deepStrictEqual(change(3), { from: 5, to: 7 })
    assert.deepStrictEqual(change(0), { from: 2, to: 7 })
    assert.isUndefined(change(4))
  })

  it("is that of the drawn bars, and says since when where these begin later than the days", () => {
    const days = [1, 2, 3, 4].map((at) => day(at * millisOfDay, at, at))
    const hours = [3.4, 3.5, 4.4].map((at) => day(at * millisOfDay, at, at))
    assert.deepStrictEqual(Change.change(hours, days, 3 * millisOfDay), { from: 2, to: 4.4 })
    assert.deepStrictEqual(Change.change(hours, days, 2 * millisOfDay), {
      from: 3.4,
      to: 4.4,
      since: 3.4 * millisOfDay,
    })
    assert.deepStrictEqual(Change.change(hours, [], 2 * millisOfDay), { from: 3.4, to: 4.4 })
  })
})
