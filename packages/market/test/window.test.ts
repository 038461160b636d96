import { timespans } from "@candela/market/Timespan"
import * as TimeZone from "@candela/market/TimeZone"
import * as Window from "@candela/market/Window"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { assertInTurns } from "@candela/support/turns"
import { runs } from "@candela/support/seeded"

const hour = 3_600_000
const newYork = "America/New_York"
const zones: ReadonlyArray<TimeZone.Zone> = [newYork, "UTC", "America/Chicago"]
const parameters = { seed: 18_831_118, numRuns: runs(3000) }

const zone = FastCheck.constantFrom(...zones)
const multiplier = FastCheck.oneof(
  FastCheck.integer({ min: 1, max: 60 }),
  FastCheck.integer({ min: 1, max: 5_000 }),
  FastCheck.integer({ min: 1, max: 2 ** 31 }),
)
const window: FastCheck.Arbitrary<Window.Window> = FastCheck.record({
  multiplier,
  timespan: FastCheck.constantFrom(...timespans),
  zone,
})
// The days on which daylight-saving time begins and ends, the end of February, and any instant from year 1 to 2500.
const instant = FastCheck.oneof(
  FastCheck.integer({ min: Date.parse("2024-03-09T00:00:00Z"), max: Date.parse("2024-03-12T00:00:00Z") }),
  FastCheck.integer({ min: Date.parse("2024-11-02T00:00:00Z"), max: Date.parse("2024-11-05T00:00:00Z") }),
  FastCheck.integer({ min: Date.parse("2024-02-28T00:00:00Z"), max: Date.parse("2024-03-02T00:00:00Z") }),
  FastCheck.integer({ min: Date.parse("0001-01-02T00:00:00Z"), max: Date.parse("2500-01-01T00:00:00Z") }),
)

const local = (name: TimeZone.Zone, millis: number) =>
  new Date(millis + TimeZone.offsetAt(name, millis)).toISOString().slice(0, 16)

/** The window that holds a local New York time, as local times. */
const newYorkWindow = (multiplier: number, timespan: Window.Window["timespan"], utc: string) => {
  const window: Window.Window = { multiplier, timespan, zone: newYork }
  const millis = Date.parse(utc)
  return [local(newYork, Window.start(window, millis)), local(newYork, Window.next(window, millis))]
}

describe("laws", () => {
  it.effect("a window holds the instant it was found by", () =>
    assertInTurns(
      [window, instant],
      (window, millis) => {
        assert.isAtMost(Window.start(window, millis), millis)
        assert.isAbove(Window.next(window, millis), millis)
      },
      parameters,
    ),
  )

  it.effect("every instant of a window finds the same window", () =>
    assertInTurns(
      [window, instant, FastCheck.double({ min: 0, max: 1, noNaN: true })],
      (window, millis, share) => {
        const start = Window.start(window, millis)
        const next = Window.next(window, millis)
        const other = start + Math.floor((next - 1 - start) * share)
        for (const member of [start, other, next - 1]) {
          assert.strictEqual(Window.start(window, member), start)
          assert.strictEqual(Window.next(window, member), next)
        }
      },
      parameters,
    ),
  )

  it.effect("windows lie side by side without gaps", () =>
    assertInTurns(
      [window, instant],
      (window, millis) => {
        const next = Window.next(window, millis)
        FastCheck.pre(next < 8.6e15)
        assert.strictEqual(Window.start(window, next), next)
        const start = Window.start(window, millis)
        FastCheck.pre(start > -8.6e15)
        assert.strictEqual(Window.next(window, start - 1), start)
      },
      parameters,
    ),
  )

  it.effect("a window of a multiple is made of whole windows of one", () =>
    assertInTurns(
      [window, instant],
      (window, millis) => {
        const single = { ...window, multiplier: 1 }
        const start = Window.start(window, millis)
        const next = Window.next(window, millis)
        FastCheck.pre(start > -8.6e15 && next < 8.6e15)
        assert.strictEqual(Window.start(single, start), start)
        assert.strictEqual(Window.next(single, next - 1), next)
      },
      parameters,
    ),
  )

  it.effect("days and longer begin at local midnight, shorter windows never cross it", () =>
    assertInTurns(
      [window, instant],
      (window, millis) => {
        const start = Window.start(window, millis)
        FastCheck.pre(start > -8.6e15)
        const day = TimeZone.dayOf(window.zone, start)
        if (["second", "minute", "hour"].includes(window.timespan)) {
          assert.strictEqual(TimeZone.dayOf(window.zone, Window.next(window, millis) - 1), day)
        } else {
          assert.strictEqual(TimeZone.startOfDay(window.zone, day), start)
        }
      },
      parameters,
    ),
  )

  it.effect("seconds, minutes and hours are counted from local midnight, whether or not they divide an hour", () => {
    const sizes = { second: 1000, minute: 60_000, hour }
    const railways = Date.parse("1883-11-18T17:00:00Z")
    return assertInTurns(
      [
        zone,
        FastCheck.oneof(FastCheck.constantFrom(1, 2, 5, 15, 20, 30, 45, 60, 61, 3600), multiplier),
        FastCheck.constantFrom("second" as const, "minute" as const, "hour" as const),
        FastCheck.oneof(instant, FastCheck.integer({ min: railways - 24 * hour, max: railways + 24 * hour })),
      ],
      (zone, multiplier, timespan, millis) => {
        const window = { zone, multiplier, timespan }
        const day = TimeZone.dayOf(zone, millis)
        const midnight = TimeZone.startOfDay(zone, day)
        const size = multiplier * sizes[timespan]
        const start = midnight + Math.floor((millis - midnight) / size) * size
        assert.strictEqual(Window.start(window, millis), start)
        assert.strictEqual(Window.next(window, millis), Math.min(start + size, TimeZone.startOfDay(zone, day + 1)))
      },
      parameters,
    )
  })

  it.effect("months, quarters and years are those of the calendar, counted from year 1", () =>
    assertInTurns(
      [
        zone,
        FastCheck.integer({ min: 1, max: 48 }),
        FastCheck.constantFrom("month" as const, "quarter" as const, "year" as const),
        instant,
      ],
      (zone, multiplier, timespan, millis) => {
        const start = Window.start({ zone, multiplier, timespan }, millis)
        const months = { month: 1, quarter: 3, year: 12 }[timespan] * multiplier
        const [year = 0, month = 0] = TimeZone.dateOf(zone, millis).split("-").map(Number)
        const first = Math.floor(((year - 1) * 12 + month - 1) / months) * months
        const expected = `${String(Math.floor(first / 12) + 1).padStart(4, "0")}-${String((first % 12) + 1).padStart(2, "0")}-01`
        assert.strictEqual(TimeZone.dateOf(zone, start), expected)
      },
      parameters,
    ),
  )

  it.effect("instants further away than a calendar reaches are taken as the first or the last", () =>
    assertInTurns(
      [window, FastCheck.double({ min: 8.6e15, max: 1e300, noNaN: true })],
      (window, millis) => {
        assert.strictEqual(Window.start(window, millis), Window.start(window, 8.6e15 - 1))
        assert.strictEqual(Window.next(window, millis), Window.next(window, 8.6e15 - 1))
        assert.strictEqual(Window.start(window, -millis), Window.start(window, -8.6e15))
      },
      parameters,
    ),
  )

  it.effect("weeks begin on Sunday", () =>
    assertInTurns(
      [zone, multiplier, instant],
      (zone, multiplier, millis) => {
        const start = Window.start({ zone, multiplier, timespan: "week" }, millis)
        FastCheck.pre(start > -8.6e15)
        assert.strictEqual(new Date(start + TimeZone.offsetAt(zone, start)).getUTCDay(), 0)
      },
      parameters,
    ),
  )
})

describe("minutes and hours", () => {
  it("are counted from local midnight in elapsed time", () => {
    assert.deepStrictEqual(newYorkWindow(5, "minute", "2024-01-05T14:33:59Z"), ["2024-01-05T09:30", "2024-01-05T09:35"])
    assert.deepStrictEqual(newYorkWindow(4, "hour", "2024-01-05T14:33:00Z"), ["2024-01-05T08:00", "2024-01-05T12:00"])
    // Four elapsed hours after midnight it is 05:00 on the day on which an hour is left out, 03:00
    // on the day that has one twice.
    assert.deepStrictEqual(newYorkWindow(4, "hour", "2024-03-10T09:00:00Z"), ["2024-03-10T05:00", "2024-03-10T09:00"])
    assert.deepStrictEqual(newYorkWindow(4, "hour", "2024-11-03T08:00:00Z"), ["2024-11-03T03:00", "2024-11-03T07:00"])
  })

  it("the last window of a day ends at midnight", () => {
    assert.deepStrictEqual(newYorkWindow(7, "hour", "2024-01-06T04:00:00Z"), ["2024-01-05T21:00", "2024-01-06T00:00"])
    assert.deepStrictEqual(newYorkWindow(1000, "minute", "2024-01-06T04:00:00Z"), [
      "2024-01-05T16:40",
      "2024-01-06T00:00",
    ])
    assert.deepStrictEqual(newYorkWindow(48, "hour", "2024-01-06T04:00:00Z"), ["2024-01-05T00:00", "2024-01-06T00:00"])
  })

  it("the hour that comes twice is two windows", () => {
    const first = Date.parse("2024-11-03T05:30:00Z")
    const window: Window.Window = { multiplier: 1, timespan: "hour", zone: newYork }
    assert.strictEqual(local(newYork, Window.start(window, first)), "2024-11-03T01:00")
    assert.strictEqual(local(newYork, Window.start(window, first + hour)), "2024-11-03T01:00")
    assert.strictEqual(Window.start(window, first + hour), Window.next(window, first))
  })
})

describe("days and longer", () => {
  it("a day has 23, 24 or 25 hours", () => {
    const length = (utc: string) => {
      const window: Window.Window = { multiplier: 1, timespan: "day", zone: newYork }
      return Window.next(window, Date.parse(utc)) - Window.start(window, Date.parse(utc))
    }
    assert.strictEqual(length("2024-03-10T12:00:00Z"), 23 * hour)
    assert.strictEqual(length("2024-03-11T12:00:00Z"), 24 * hour)
    assert.strictEqual(length("2024-11-03T12:00:00Z"), 25 * hour)
  })

  it("multiples of days are counted from 1970-01-01", () => {
    assert.deepStrictEqual(newYorkWindow(3, "day", "1970-01-03T12:00:00Z"), ["1970-01-01T00:00", "1970-01-04T00:00"])
    assert.deepStrictEqual(newYorkWindow(3, "day", "1969-12-31T12:00:00Z"), ["1969-12-29T00:00", "1970-01-01T00:00"])
    // 2024-03-10 is day 19792, and 19792 = 5 * 3958 + 2
    assert.deepStrictEqual(newYorkWindow(5, "day", "2024-03-10T12:00:00Z"), ["2024-03-08T00:00", "2024-03-13T00:00"])
  })

  it("weeks run from Sunday to Saturday, multiples counted from 1970-01-04", () => {
    assert.deepStrictEqual(newYorkWindow(1, "week", "2024-03-16T12:00:00Z"), ["2024-03-10T00:00", "2024-03-17T00:00"])
    assert.deepStrictEqual(newYorkWindow(2, "week", "1970-01-12T12:00:00Z"), ["1970-01-04T00:00", "1970-01-18T00:00"])
    assert.deepStrictEqual(newYorkWindow(2, "week", "1970-01-03T12:00:00Z"), ["1969-12-21T00:00", "1970-01-04T00:00"])
  })

  it("months know leap years, and an instant late on the last evening is still of its month", () => {
    assert.deepStrictEqual(newYorkWindow(1, "month", "2024-03-01T04:59:00Z"), ["2024-02-01T00:00", "2024-03-01T00:00"])
    assert.deepStrictEqual(newYorkWindow(1, "month", "2023-02-28T12:00:00Z"), ["2023-02-01T00:00", "2023-03-01T00:00"])
  })

  it("multiples of months, quarters and years are counted from year 1", () => {
    assert.deepStrictEqual(newYorkWindow(6, "month", "2024-03-01T12:00:00Z"), ["2024-01-01T00:00", "2024-07-01T00:00"])
    assert.deepStrictEqual(newYorkWindow(1, "quarter", "2024-06-30T12:00:00Z"), [
      "2024-04-01T00:00",
      "2024-07-01T00:00",
    ])
    // 2023 years before 2024: 2023 = 5 * 404 + 3
    assert.deepStrictEqual(newYorkWindow(5, "year", "2024-06-30T12:00:00Z"), ["2021-01-01T00:00", "2026-01-01T00:00"])
    assert.deepStrictEqual(newYorkWindow(100, "year", "2000-06-30T12:00:00Z"), ["1901-01-01T00:00", "2001-01-01T00:00"])
  })
})
