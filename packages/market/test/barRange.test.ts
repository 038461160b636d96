import type { Amount } from "@candela/core/declare/Endpoint"
import * as Market from "@candela/market/Market"
import { type Timespan, timespans } from "@candela/market/Timespan"
import * as BarRange from "@candela/market/BarRange"
import * as TimeZone from "@candela/market/TimeZone"
import * as Window from "@candela/market/Window"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { newYork, day, bound, range, shards, ascending } from "./ranges.js"
import { runs } from "@candela/support/seeded"

const unitsOf = (request: Parameters<typeof BarRange.estimate>[0], records?: BarRange.Shard): Amount => {
  const { expected, most, units } = BarRange.estimate(request, Market.stocks, records)
  return units ?? { most, expected }
}

const parameters = { seed: 20_250_630, numRuns: runs(300) }

describe("cut within the time of records", () => {
  const records = FastCheck.tuple(bound, bound).map(([from, to]) => BarRange.instants({ from, to, zone: "UTC" }))

  it("gives the whole range, and makes no cut outside: the first and the last range take what lies there", () => {
    FastCheck.assert(
      FastCheck.property(range, records, shards, (request, records, shards) => {
        const parts = ascending(request, BarRange.cut(request, shards, records))
        const { from, to } = BarRange.instants(request)
        assert.strictEqual(parts[0]!.from, from)
        assert.strictEqual(parts.at(-1)!.to, to)
        parts.slice(1).forEach((part, index) => {
          assert.strictEqual(part.from, parts[index]!.to + 1)
          assert.strictEqual(Window.start(request, part.from), part.from)
          assert.isAbove(part.from, records.from)
          assert.isAtMost(part.from, records.to)
        })
      }),
      parameters,
    )
  })

  it("cuts an open range where it cuts the records' own span", () => {
    FastCheck.assert(
      FastCheck.property(range, shards, (request, shards) => {
        const records = BarRange.instants(request)
        const open = { ...request, from: "0001-01-01", to: "9999-12-31" }
        const cuts = (parts: ReadonlyArray<BarRange.Shard>) =>
          ascending(request, parts)
            .slice(1)
            .map(({ from }) => from)
        assert.deepStrictEqual(cuts(BarRange.cut(open, shards, records)), cuts(BarRange.cut(request, shards)))
      }),
      parameters,
    )
  })

  it("makes no cut where no record can lie", () => {
    const request = { multiplier: 1, timespan: "minute", zone: newYork, sort: "asc" } as const
    const records = { from: Date.parse("2003-09-10"), to: Date.parse("2025-06-30") }
    for (const [from, to] of [
      ["1990-01-01", "2003-09-08"],
      ["2025-07-01", "2030-12-31"],
    ] as const) {
      assert.lengthOf(BarRange.cut({ ...request, from, to }, 16, records), 1)
      assert.lengthOf(BarRange.cut({ ...request, from, to }, 16), 16)
    }
  })
})

describe("an estimate of base aggregates", () => {
  const rows = (
    timespan: Window.Window["timespan"],
    from: string | number,
    to: string | number,
    records?: BarRange.Shard,
  ): Amount => unitsOf({ multiplier: 1, timespan, from, to }, records)

  it("counts the weekdays' trading time: at most from 04:00 to 20:00, usually from 09:30 to 16:00 and a quarter of the other minutes", () => {
    // 2024-03-04 is a Monday.
    assert.deepInclude(rows("minute", "2024-03-04", "2024-03-04"), { most: 960, expected: 533 })
    assert.deepInclude(rows("hour", "2024-03-04", "2024-03-10"), { most: 5 * 960, expected: 2663 })
    assert.deepInclude(rows("second", "2024-03-04", "2024-03-04"), { most: 960 * 60, expected: 390 * 60 + 164 })
    assert.deepInclude(rows("day", "2024-03-02", "2024-03-11"), { most: 6, expected: 6 })
    assert.deepInclude(rows("day", "2024-03-09", "2024-03-10"), { most: 0, expected: 0 })
    // A month of minutes is about 21 sessions.
    assert.strictEqual(rows("minute", "2024-03-01", "2024-03-31").most / 960, 21)
  })

  it("counts the part of a day that is asked for", () => {
    const at = (time: string) => Date.parse(`2024-03-04T${time}-05:00`)
    assert.deepInclude(rows("minute", at("10:00:00"), at("10:09:59")), { most: 10, expected: 10 })
    assert.deepInclude(rows("second", at("10:00:00"), at("10:00:09")), { most: 10, expected: 10 })
    assert.deepInclude(rows("minute", at("08:00:00"), at("09:59:59")), { most: 120, expected: 30 + 90 / 4 + 0.5 })
    assert.deepInclude(rows("minute", at("20:00:00"), at("23:59:59")), { most: 0, expected: 0 })
  })

  it("stretches the range to whole windows, as bars do", () => {
    assert.strictEqual(rows("week", "2024-03-06", "2024-03-06").most, 5)
    assert.strictEqual(rows("year", "2024-03-06", "2024-03-06").most, 262)
  })

  it("is nothing for a range that ends before it begins, and where no record can lie", () => {
    assert.deepInclude(rows("day", "2024-03-05", "2024-03-04"), { most: 0, expected: 0 })
    const records = { from: Date.parse("2024-03-05T05:00:00Z"), to: Date.parse("2024-03-06T04:59:59Z") }
    assert.deepInclude(rows("minute", "0001-01-01", "2024-03-04", records), { most: 0, expected: 0 })
    assert.deepInclude(rows("minute", "0001-01-01", "9999-12-31", records), { most: 960, expected: 533 })
  })

  it("counts every weekday of a range, and every minute of it that a clock shows between 04:00 and 20:00", () => {
    const localHour = new Intl.DateTimeFormat("en-US", { timeZone: newYork, hour: "2-digit", hourCycle: "h23" })
    FastCheck.assert(
      FastCheck.property(day, FastCheck.integer({ min: 0, max: 400 }), (first, length) => {
        let [weekdays, hours] = [0, 0]
        for (let number = first; number <= first + length; number++) {
          const weekday = new Date(number * TimeZone.dayMillis).getUTCDay()
          if (weekday === 0 || weekday === 6) continue
          weekdays++
          // The first day is counted by the clock, the others like it.
          if (number !== first) hours += 16
          else {
            const midnight = TimeZone.startOfDay(newYork, first)
            const next = TimeZone.startOfDay(newYork, first + 1)
            for (let at = midnight; at < next; at += 3_600_000) {
              const hour = Number(localHour.format(at))
              if (hour >= 4 && hour < 20) hours++
            }
          }
        }
        const [from, to] = [TimeZone.dateOfDay(first), TimeZone.dateOfDay(first + length)]
        assert.strictEqual(rows("day", from, to).most, weekdays)
        assert.strictEqual(rows("minute", from, to).most, hours * 60)
      }),
      parameters,
    )
  })

  it("is final when its last window has ended, unless it is adjusted for splits", () => {
    const finalOf = (timespan: Timespan, to: string | number, adjusted = false) =>
      BarRange.estimate({ multiplier: 1, timespan, from: "2024-03-04", to, adjusted }, Market.stocks, {
        from: -Infinity,
        to: Date.parse("2024-06-01T00:00:00Z"),
      }).final
    assert.strictEqual(finalOf("day", "2024-03-05"), Date.parse("2024-03-06T05:00:00Z"))
    assert.strictEqual(finalOf("minute", Date.parse("2024-03-05T15:00:30Z")), Date.parse("2024-03-05T15:01:00Z"))
    // A week that began within the range is whole.
    assert.strictEqual(finalOf("week", "2024-03-05"), Date.parse("2024-03-10T05:00:00Z"))
    assert.strictEqual(finalOf("month", "2024-03-05"), Date.parse("2024-04-01T04:00:00Z"))
    // A range that goes on is final after the present.
    assert.isAbove(finalOf("day", "2025-01-01")!, Date.parse("2024-06-01T00:00:00Z"))
    assert.isUndefined(finalOf("day", "2024-03-05", true))
  })

  it("of the parts of a cut is together that of the whole", () => {
    FastCheck.assert(
      FastCheck.property(range, shards, bound, (request, shards, until) => {
        const stock = { ...request, zone: newYork } as const
        const { from, to } = BarRange.instants(stock)
        FastCheck.pre(from <= to)
        const records = { from: Date.parse("2003-09-10"), to: BarRange.instants({ ...stock, to: until }).to }
        const parts = BarRange.cut(stock, shards, records)
        const sum = { most: 0, expected: 0 }
        for (const part of parts) {
          const { expected, most } = unitsOf({ ...stock, ...part }, records)
          sum.most += most
          sum.expected += expected
        }
        const whole = unitsOf(stock, records)
        assert.strictEqual(whole.most, sum.most)
        // Each is rounded.
        assert.closeTo(whole.expected, sum.expected, parts.length)
        assert.isAtMost(whole.expected, whole.most)
      }),
      parameters,
    )
  })
})

describe("an estimate of bars", () => {
  const rows = (timespan: Timespan, from: string, to: string, multiplier = 1, market = Market.stocks) => {
    const { expected, most } = BarRange.estimate({ multiplier, timespan, from, to }, market)
    return { most, expected }
  }

  it("counts bars, not what a page's limit counts", () => {
    // From Monday to Friday.
    const week = ["2024-03-04", "2024-03-08"] as const
    assert.deepStrictEqual(rows("minute", ...week), { most: 5 * 960, expected: 2663 })
    assert.deepStrictEqual(rows("minute", ...week, 30), { most: 5 * 32, expected: 5 * 32 })
    assert.deepStrictEqual(rows("hour", ...week), { most: 5 * 16, expected: 5 * 16 })
    // Counted from midnight: 04:00 and 20:00 lie within windows of 5 hours.
    assert.deepStrictEqual(rows("hour", ...week, 5), { most: 5 * 4, expected: 5 * 4 })
    assert.deepStrictEqual(rows("hour", ...week, 100), { most: 5, expected: 5 })
    assert.deepStrictEqual(rows("day", ...week), { most: 5, expected: 5 })
    assert.deepStrictEqual(rows("week", ...week), { most: 1, expected: 1 })
  })

  it("counts calendar windows by the calendar", () => {
    const years = ["2022-01-01", "2023-12-31"] as const
    assert.strictEqual(rows("day", ...years).expected, 520)
    assert.strictEqual(rows("week", ...years).expected, 106)
    assert.strictEqual(rows("month", ...years).expected, 24)
    assert.strictEqual(rows("month", ...years, 5).expected, 6)
    assert.strictEqual(rows("quarter", ...years).expected, 8)
    assert.strictEqual(rows("year", ...years).expected, 2)
    assert.strictEqual(rows("day", ...years, 1, Market.crypto).expected, 730)
    assert.strictEqual(rows("hour", ...years, 1, Market.crypto).expected, 730 * 24)
  })

  it("is at most the windows that overlap the market's hours, and of less than a day exactly", () => {
    const markets = FastCheck.constantFrom(Market.stocks, Market.forex, Market.crypto)
    const length = FastCheck.integer({ min: 0, max: 20 })
    const multiplier = FastCheck.integer({ min: 7, max: 2000 })
    FastCheck.assert(
      FastCheck.property(
        FastCheck.record({ market: markets, timespan: FastCheck.constantFrom(...timespans), multiplier }),
        day,
        length,
        ({ market, multiplier, timespan }, first, length) => {
          const size = { multiplier, timespan: timespan === "second" ? "minute" : timespan, zone: market.zone } as const
          const [from, to] = [TimeZone.dateOfDay(first), TimeZone.dateOfDay(first + length)]
          const begin = Window.start(size, TimeZone.startOfDay(market.zone, first))
          const end = TimeZone.startOfDay(market.zone, first + length + 1)
          let traded = 0
          for (let at = begin; at < end; at = Window.next(size, at)) {
            if (Market.time(market, market.hours, at, Window.next(size, at)) > 0) traded++
          }
          const { expected, most } = rows(size.timespan, from, to, multiplier, market)
          assert.isAtLeast(most, traded)
          assert.isAtMost(expected, most)
          if (Window.isClock(size.timespan)) assert.strictEqual(most, traded)
        },
      ),
      parameters,
    )
  })
})

describe("covered", () => {
  it("grows with each bar in the request's order, from more than nothing to 1", () => {
    FastCheck.assert(
      FastCheck.property(
        range,
        FastCheck.array(FastCheck.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 }),
        (inAnyZone, places) => {
          const request = { ...inAnyZone, zone: newYork } as const
          const { from, to } = BarRange.instants(request)
          FastCheck.pre(from <= to)
          const timestamps = places
            .map((place) => Window.start(request, from + Math.floor((to - from) * place)))
            .sort((a, b) => (request.sort === "asc" ? a - b : b - a))
          const shares = timestamps.map((timestamp) => BarRange.covered(request, Market.stocks, timestamp))
          for (const [index, share] of shares.entries()) {
            assert.isAtLeast(share, index === 0 ? 0 : shares[index - 1]!)
            assert.isAtMost(share, 1)
          }
          const last = request.sort === "asc" ? to : from
          assert.strictEqual(BarRange.covered(request, Market.stocks, last), 1)
        },
      ),
      parameters,
    )
  })

  it("is 1 at the last bar of trading, whatever rows there were, and a half in the middle", () => {
    const week = { multiplier: 1, timespan: "minute", from: "2024-03-04", to: "2024-03-10" } as const
    const at = (instant: string) => Date.parse(`${instant}-05:00`)
    const share = (sort: "asc" | "desc", instant: string) =>
      BarRange.covered({ ...week, sort }, Market.stocks, at(instant))
    assert.strictEqual(share("asc", "2024-03-08T19:59:00"), 1)
    assert.strictEqual(share("asc", "2024-03-06T11:59:00"), 0.5)
    assert.strictEqual(share("desc", "2024-03-04T04:00:00"), 1)
    assert.strictEqual(share("desc", "2024-03-06T12:00:00"), 0.5)
    assert.strictEqual(share("asc", "2024-03-04T04:00:00"), 1 / (5 * 960))
  })

  it("counts what can hold records only", () => {
    const open = { multiplier: 1, timespan: "day", from: "0001-01-01", to: "9999-12-31", sort: "asc" } as const
    const records = { from: Date.parse("2024-03-04T05:00:00Z"), to: Date.parse("2024-03-08T22:00:00Z") }
    const share = (date: string) => BarRange.covered(open, Market.stocks, TimeZone.midnight(newYork, date), records)
    assert.deepStrictEqual(["2024-03-04", "2024-03-05", "2024-03-08"].map(share), [0.2, 0.4, 1])
    // Imported rows may be older.
    assert.strictEqual(share("1999-12-31"), 0)
  })
})
