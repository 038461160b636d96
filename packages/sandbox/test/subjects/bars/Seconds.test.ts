import { aggregate, type BaseBar, combine } from "@candela/sandbox/subjects/bars/BaseBar"
import { leastTrades } from "@candela/sandbox/subjects/bars/Deriving"
import * as Rounding from "@candela/sandbox/numbers/Rounding"
import * as Seconds from "@candela/sandbox/subjects/bars/Seconds"
import { assert, describe, it } from "@effect/vitest"
import { assertForAll } from "../../forAll.js"
import { runs } from "@candela/support/seeded"
import { minuteOf } from "./minutes.js"

const minuteStart = Date.parse("2024-03-15T14:30:00Z")

/** A minute as a liquid stock has it. */
const busy: BaseBar = { t: minuteStart, o: 172.5, h: 172.81, l: 172.44, c: 172.6, v: 84_213, vw: 172.6123, n: 1_204 }

describe.each([4, 8])("the seconds of a minute of %i decimals", (decimals) => {
  const round = (value: number) => Rounding.round(value, decimals)
  const secondsOf = (minute: BaseBar) => Seconds.secondsOf(minute, decimals)

  const assertForEveryMinute = (check: (minute: BaseBar, seconds: ReadonlyArray<BaseBar>) => void) =>
    assertForAll(minuteOf(round), (minute) => check(minute, secondsOf(minute)), { seed: 4_711, numRuns: runs(1_500) })

  it("add up to the minute exactly, its average price included", () =>
    assertForEveryMinute((minute, seconds) => {
      const withoutAverage = minute.v === 0 && seconds.length > 1
      assert.deepStrictEqual(combine(seconds, minute.t, decimals), withoutAverage ? { ...minute, vw: null } : minute)
    }))

  it("have its decimals, where the minute has no more", () =>
    assertForEveryMinute((minute, seconds) => {
      if (round(minute.v) !== minute.v) assert.lengthOf(seconds, 1)
      else
        for (const { c, h, l, o, v, vw } of seconds) {
          const values = [o, h, l, c, v, vw ?? 0]
          assert.deepStrictEqual(values.map(round), values)
        }
    }))

  it("add up in any grouping: of windows of twenty seconds as of one", () =>
    assertForEveryMinute((minute, seconds) => {
      const window = { multiplier: 20, timespan: "second", zone: "UTC" } as const
      const { vw: _, ...sum } = combine(aggregate(window, seconds, decimals), minute.t, decimals)
      const { vw: __, ...expected } = minute
      assert.deepStrictEqual(sum, expected)
    }))

  it("are whole seconds of the minute, in order, each at most once", () =>
    assertForEveryMinute((minute, seconds) => {
      assert.isAtLeast(seconds.length, 1)
      seconds.forEach(({ t }, index) => {
        assert.strictEqual((t - minute.t) % 1_000, 0)
        assert.isAtLeast(t, minute.t)
        assert.isBelow(t, minute.t + 60_000)
        if (index > 0) assert.isAbove(t, seconds[index - 1]!.t)
      })
    }))

  it("are bars: prices lie between low and high, the average too where the minute's does", () =>
    assertForEveryMinute((minute, seconds) => {
      const sound = minute.vw !== null && minute.vw >= minute.l && minute.vw <= minute.h
      for (const { c, h, l, o, vw } of seconds) {
        for (const price of [o, c]) assert.isTrue(l <= price && price <= h)
        assert.isTrue(minute.l <= l && h <= minute.h)
        if (sound && vw !== null) assert.isTrue(l <= vw && vw <= h, `${l} <= ${vw} <= ${h}`)
      }
    }))

  it("each have volume and a transaction where the minute has whole shares and transactions", () =>
    assertForEveryMinute((minute, seconds) => {
      if (minute.v > 0) for (const { v } of seconds) assert.isAbove(v, 0)
      if (Number.isInteger(minute.v)) for (const { v } of seconds) assert.isTrue(Number.isInteger(v))
      for (const { n } of seconds) {
        if (minute.n === null) assert.isNull(n)
        else if (minute.n > 0) assert.isAtLeast(n!, 1)
        else assert.strictEqual(n, 0)
      }
    }))

  it("each have a transaction for each of their prices, where there is more than one", () =>
    assertForEveryMinute((minute, seconds) => {
      if (minute.n === null || seconds.length === 1) return
      for (const second of seconds) assert.isAtLeast(second.n!, leastTrades(second))
    }))

  it("follow from the minute alone", () =>
    assertForEveryMinute((minute, seconds) => {
      assert.deepStrictEqual(secondsOf({ ...minute }), seconds)
    }))

  it("are many in a busy minute, in the minute's own decimals", () => {
    const seconds = secondsOf(busy)
    assert.isAbove(seconds.length, 30)
    for (const { c, h, l, o } of seconds) {
      for (const price of [o, h, l, c]) assert.strictEqual(Math.round(price * 100) / 100, price)
    }
  })

  it("differ from minute to minute", () => {
    const times = [0, 1, 2, 3].map((index) =>
      secondsOf({ ...busy, t: minuteStart + index * 60_000 })
        .map(({ t }) => t % 60_000)
        .join(),
    )
    assert.strictEqual(new Set(times).size, 4)
  })

  it("are one where there is one share or one transaction", () => {
    assert.lengthOf(secondsOf({ ...busy, v: 1 }), 1)
    assert.lengthOf(secondsOf({ ...busy, n: 1 }), 1)
  })
})
