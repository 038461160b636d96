import { Resolution, TradingDate, WindowStart } from "@candela/futures"
import { dateOf, dateOfDay, dayMillis, dayNumber } from "@candela/market/TimeZone"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { runs } from "@candela/support/seeded"

const zone = "America/Chicago"

/** Dates of ten years: all changes of the clocks, and every day of the week. */
const date = FastCheck.integer({ min: dayNumber("2017-04-03"), max: dayNumber("2027-04-03") }).map(dateOfDay)
const session = Resolution.parse("1session")!

const nanosOf = (millis: number) => BigInt(millis) * 1_000_000n

const check = <A>(arbitrary: FastCheck.Arbitrary<A>, law: (value: A) => void) =>
  FastCheck.assert(FastCheck.property(arbitrary, law), { seed: 2_017, numRuns: runs(500) })

const weekdayOf = (date: string) => new Date(date).getUTCDay()
const isTradingDate = (date: string) => weekdayOf(date) >= 1 && weekdayOf(date) <= 5

/** The local time of an instant in Chicago. */
const local = new Intl.DateTimeFormat("en-CA", {
  timeZone: zone,
  dateStyle: "short",
  timeStyle: "short",
  hourCycle: "h23",
})

describe("the window_start to query for the session that settles on a date", () => {
  it("selects exactly the session that opens at 17:00 on the day before, and nothing for a Saturday or a Sunday", () =>
    check(date, (date) => {
      const { from, to } = WindowStart.span({ window_start: TradingDate.windowStart(date) }, session)
      if (!isTradingDate(date)) return assert.isAbove(from, to)
      const before = dateOfDay(dayNumber(date) - 1)
      assert.strictEqual(local.format(from), `${before}, 17:00`)
      assert.strictEqual(TradingDate.of(nanosOf(from)), date)
      assert.strictEqual(Resolution.windows(session).next(from), to + 1)
    }))

  it("is the day before in the calendar: Sunday for Monday", () => {
    assert.strictEqual(TradingDate.windowStart("2025-06-30"), "2025-06-29")
    assert.strictEqual(TradingDate.windowStart("2024-03-01"), "2024-02-29")
    assert.strictEqual(TradingDate.windowStart("2025-01-01"), "2024-12-31")
  })
})

describe("the trading date of a session", () => {
  it("is the next one at or after 17:00 in Chicago, the present one before; a weekend belongs to Friday", () =>
    check(FastCheck.tuple(date, FastCheck.nat(dayMillis - 1), FastCheck.nat(999_999)), ([date, millis, nanos]) => {
      const at = dayNumber(date) * dayMillis + millis
      const [, hour] = /, (\d+):/.exec(local.format(at))!
      const day = dayNumber(dateOf(zone, at)) + (Number(hour) >= 17 ? 1 : 0)
      // Saturday and Sunday lie before the session of Monday, which opens on Sunday evening.
      const expected = [day, day - 1, day - 2].map(dateOfDay).find(isTradingDate)
      assert.strictEqual(TradingDate.of(nanosOf(at) + BigInt(nanos)), expected)
    }))
})
