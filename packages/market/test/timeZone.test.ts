import * as TimeZone from "@candela/market/TimeZone"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { assertInTurns } from "@candela/support/turns"
import { runs } from "@candela/support/seeded"

const zones: ReadonlyArray<TimeZone.Zone> = ["America/New_York", "UTC", "America/Chicago"]
const seed = { seed: 20240310, numRuns: runs(2000) }
const zone = FastCheck.constantFrom(...zones)
const hour = 3_600_000
// 1850 to 2150
const instant = FastCheck.integer({ min: -3_786_912_000_000, max: 5_680_281_600_000 })
// 0001-01-01 to 9999-12-31
const day = FastCheck.integer({ min: -719_162, max: 2_932_896 })

const formats = new Map(
  zones.map((name) => [
    name,
    new Intl.DateTimeFormat("sv-SE", { timeZone: name, dateStyle: "short", timeStyle: "medium" }),
  ]),
)
const localText = (name: TimeZone.Zone, millis: number) => formats.get(name)!.format(millis)

describe("offsets", () => {
  it.effect("agree with the platform's own local time at any instant", () =>
    assertInTurns(
      [zone, instant],
      (name, millis) => {
        const local = new Date(millis + TimeZone.offsetAt(name, millis)).toISOString()
        assert.strictEqual(`${local.slice(0, 10)} ${local.slice(11, 19)}`, localText(name, millis))
      },
      seed,
    ),
  )

  it("change at the very millisecond of daylight-saving time", () => {
    const spring = Date.parse("2024-03-10T07:00:00Z")
    assert.strictEqual(TimeZone.offsetAt("America/New_York", spring - 1), -5 * hour)
    assert.strictEqual(TimeZone.offsetAt("America/New_York", spring), -4 * hour)
    const autumn = Date.parse("2024-11-03T06:00:00Z")
    assert.strictEqual(TimeZone.offsetAt("America/New_York", autumn - 1), -4 * hour)
    assert.strictEqual(TimeZone.offsetAt("America/New_York", autumn), -5 * hour)
    assert.strictEqual(TimeZone.offsetAt("America/Chicago", autumn), -5 * hour)
    assert.strictEqual(TimeZone.offsetAt("America/Chicago", autumn + hour), -6 * hour)
  })

  it("follow the rules of their year (daylight-saving time began in April before 2007)", () => {
    assert.strictEqual(TimeZone.offsetAt("America/New_York", Date.parse("2006-03-20T12:00:00Z")), -5 * hour)
    assert.strictEqual(TimeZone.offsetAt("America/New_York", Date.parse("2007-03-20T12:00:00Z")), -4 * hour)
  })
})

describe("days", () => {
  it("begin at local midnight", () => {
    assert.strictEqual(TimeZone.midnight("America/New_York", "2024-03-10"), Date.parse("2024-03-10T05:00:00Z"))
    assert.strictEqual(TimeZone.midnight("America/New_York", "2024-03-11"), Date.parse("2024-03-11T04:00:00Z"))
    assert.strictEqual(TimeZone.midnight("America/Chicago", "2024-11-03"), Date.parse("2024-11-03T05:00:00Z"))
    assert.strictEqual(TimeZone.midnight("America/Chicago", "2024-11-04"), Date.parse("2024-11-04T06:00:00Z"))
    assert.strictEqual(TimeZone.midnight("UTC", "1970-01-01"), 0)
  })

  it("have an hour less in spring, and an hour more in autumn", () => {
    const length = (date: string) => {
      const number = TimeZone.dayNumber(date)
      return TimeZone.startOfDay("America/New_York", number + 1) - TimeZone.startOfDay("America/New_York", number)
    }
    assert.strictEqual(length("2024-03-10"), 23 * hour)
    assert.strictEqual(length("2024-03-11"), 24 * hour)
    assert.strictEqual(length("2024-11-03"), 25 * hour)
  })

  it.effect("are named by the local date, in every year from 0001 to 9999", () =>
    assertInTurns(
      [zone, day],
      (name, number) => {
        const start = TimeZone.startOfDay(name, number)
        const date = TimeZone.dateOfDay(number)
        assert.strictEqual(TimeZone.dayNumber(date), number)
        assert.strictEqual(TimeZone.midnight(name, date), start)
        assert.strictEqual(TimeZone.dateOf(name, start), date)
        assert.strictEqual(TimeZone.dayOf(name, start - 1), number - 1)
      },
      seed,
    ),
  )

  it.effect("hold every instant: it is not before its day's start, and before the next day's", () =>
    assertInTurns(
      [zone, instant],
      (name, millis) => {
        const number = TimeZone.dayOf(name, millis)
        assert.isAtMost(TimeZone.startOfDay(name, number), millis)
        assert.isAbove(TimeZone.startOfDay(name, number + 1), millis)
        assert.strictEqual(TimeZone.dateOf(name, millis), localText(name, millis).slice(0, 10))
      },
      seed,
    ),
  )

  it("reach the sentinel dates", () => {
    for (const date of ["0001-01-01", "9999-12-31"]) {
      for (const name of zones) assert.strictEqual(TimeZone.dateOf(name, TimeZone.midnight(name, date)), date)
    }
  })
})
