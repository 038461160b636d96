import { Columns } from "@candela/core"
import { Candles, FuturesBar } from "@candela/futures"
import { assert, describe, it } from "@effect/vitest"

const bar: FuturesBar = {
  ticker: "ESU5",
  ...{ open: 2, high: 4, low: 1, close: 3, settlement_price: 3, volume: 10, dollar_volume: 25, transactions: 5 },
  // Sunday evening in Chicago: the session of Monday has opened.
  window_start: BigInt(Date.parse("2025-06-29T22:00:00Z")) * 1_000_000n,
  session_end_date: "2025-06-30",
}

describe("candles of futures", () => {
  const timeOf = (areSessions: boolean) => {
    const [candle] = Candles.ofColumns("America/Chicago", areSessions)(Columns.fromRows(FuturesBar, [bar]))
    const { time, ...prices } = candle!
    assert.deepStrictEqual(prices, { open: 2, high: 4, low: 1, close: 3, volume: 10 })
    return new Date(time).toISOString()
  }

  it("stand at the clocks' time, and those of sessions on their trading date", () => {
    assert.strictEqual(timeOf(false), "2025-06-29T17:00:00.000Z")
    assert.strictEqual(timeOf(true), "2025-06-30T00:00:00.000Z")
  })
})
