import { type BaseBar, combine } from "@candela/sandbox/subjects/bars/BaseBar"
import { leastTrades } from "@candela/sandbox/subjects/bars/Deriving"
import { secondsOf } from "@candela/sandbox/subjects/bars/Seconds"
import { type Trade, tradesOf } from "@candela/sandbox/subjects/bars/Trades"
import * as Rounding from "@candela/sandbox/numbers/Rounding"
import { assert, describe, it } from "@effect/vitest"
import { assertForAll } from "../../forAll.js"
import { minuteOf } from "./minutes.js"
import { runs } from "@candela/support/seeded"

const decimals = 8
const round = (value: number) => Rounding.round(value, decimals)

/** A trade as a bar of its own. */
const toBar = ({ price, size, timestamp }: Trade): BaseBar => ({
  t: timestamp,
  o: price,
  h: price,
  l: price,
  c: price,
  v: size,
  vw: price,
  n: 1,
})

const assertForEverySecond = (check: (second: BaseBar, trades: ReadonlyArray<Trade>) => void) =>
  assertForAll(
    minuteOf(round),
    (minute) => secondsOf(minute, decimals).forEach((second) => check(second, tradesOf(second, decimals))),
    { seed: 1_123, numRuns: runs(120) },
  )

describe("the trades of a second", () => {
  it("make its bar: prices, volume and transactions exactly", () =>
    assertForEverySecond((second, trades) => {
      const { vw: _, ...bar } = combine(trades.map(toBar), second.t, decimals)
      const { vw: __, ...expected } = second
      const n = Math.max(second.n ?? 0, leastTrades(second))
      // A volume of more decimals than the market has is not divided.
      const v = round(second.v) === second.v ? second.v : bar.v
      assert.deepStrictEqual(bar, { ...expected, n, v })
      assert.closeTo(bar.v, second.v, 1e-8 * Math.max(1, second.v))
    }))

  it("lie in it, in the order of time, each at a time of its own, under an id of its own", () =>
    assertForEverySecond((second, trades) => {
      assert.isTrue(trades.every(({ timestamp }) => timestamp >= second.t && timestamp < second.t + 1_000))
      assert.isTrue(trades.every((trade, index) => index === 0 || trade.timestamp >= trades[index - 1]!.timestamp))
      if (trades.length <= 1_000)
        assert.strictEqual(new Set(trades.map(({ timestamp }) => timestamp)).size, trades.length)
      assert.strictEqual(new Set(trades.map(({ id }) => id)).size, trades.length)
    }))

  it("each have a size, in the market's decimals", () =>
    assertForEverySecond((second, trades) => {
      if (second.v < 1e-3 || round(second.v) !== second.v) return
      assert.isTrue(trades.every(({ size }) => size > 0 && round(size) === size))
    }))

  it("follow from the second alone", () =>
    assertForEverySecond((second, trades) => {
      assert.deepStrictEqual(tradesOf({ ...second }, decimals), trades)
    }))
})

it("a lively second's average price is about that of its trades", () => {
  const bar: BaseBar = {
    t: 1_709_510_405_000,
    o: 62_310.5,
    h: 62_318,
    l: 62_301.25,
    c: 62_311,
    v: 1.20345678,
    vw: 62_306.5,
    n: 24,
  }
  const { vw } = combine(tradesOf(bar, decimals).map(toBar), bar.t, decimals)
  assert.closeTo(vw!, bar.vw!, 1.5)
})
