import * as Market from "@candela/market/Market"
import * as Session from "@candela/market/Session"
import * as TimeZone from "@candela/market/TimeZone"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { assertInTurns } from "@candela/support/turns"
import { runs } from "@candela/support/seeded"

const parameters = { seed: 20_170_403, numRuns: runs(1000) }

const market = FastCheck.constantFrom(Market.futures, Market.stocks, Market.forex, Market.crypto)
const multiplier = FastCheck.oneof(FastCheck.integer({ min: 1, max: 4 }), FastCheck.integer({ min: 1, max: 1000 }))
// The weekends on which daylight-saving time begins and ends, and any instant from year 1 to 2500.
const instant = FastCheck.oneof(
  FastCheck.integer({ min: Date.parse("2024-03-08T00:00:00Z"), max: Date.parse("2024-03-12T00:00:00Z") }),
  FastCheck.integer({ min: Date.parse("2024-11-01T00:00:00Z"), max: Date.parse("2024-11-05T00:00:00Z") }),
  FastCheck.integer({ min: Date.parse("0001-01-02T00:00:00Z"), max: Date.parse("2500-01-01T00:00:00Z") }),
)

const weekdayOf = (day: number) => new Date(day * TimeZone.dayMillis).getUTCDay()

const chicago = (epochMillis: number) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Chicago", dateStyle: "short", timeStyle: "short" }).format(
    epochMillis,
  )

describe("windows of sessions", () => {
  it.effect("hold the instant they were found by, and every instant of a window finds it", () =>
    assertInTurns(
      [market, multiplier, instant, FastCheck.double({ min: 0, max: 1, noNaN: true })],
      (market, multiplier, millis, share) => {
        const start = Session.start(market, multiplier, millis)
        const next = Session.next(market, multiplier, millis)
        assert.isAtMost(start, millis)
        assert.isAbove(next, millis)
        for (const member of [start, start + Math.floor((next - 1 - start) * share), next - 1]) {
          assert.strictEqual(Session.start(market, multiplier, member), start)
          assert.strictEqual(Session.next(market, multiplier, member), next)
        }
      },
      parameters,
    ),
  )

  it.effect("lie side by side without gaps", () =>
    assertInTurns(
      [market, multiplier, instant],
      (market, multiplier, millis) => {
        const [start, next] = [Session.start(market, multiplier, millis), Session.next(market, multiplier, millis)]
        assert.strictEqual(Session.start(market, multiplier, next), next)
        assert.strictEqual(Session.next(market, multiplier, start - 1), start)
      },
      parameters,
    ),
  )

  it.effect("of a multiple are made of so many whole sessions, each on a weekday of the market", () =>
    assertInTurns(
      [market, FastCheck.integer({ min: 1, max: 50 }), instant],
      (market, multiplier, millis) => {
        const end = Session.next(market, multiplier, millis)
        let at = Session.start(market, multiplier, millis)
        for (let session = 0; session < multiplier; session++) {
          const day = Session.dayOf(market, at)
          assert.include(market.weekdays, weekdayOf(day))
          assert.strictEqual(Session.open(market, day), at)
          at = Session.next(market, 1, at)
          assert.isAtMost(Session.close(market, day), at)
        }
        assert.strictEqual(at, end)
      },
      parameters,
    ),
  )

  it("are counted from 1970-01-01", () => {
    const first = Session.open(Market.futures, 0)
    for (const multiplier of [1, 2, 3, 4, 700]) {
      assert.strictEqual(Session.start(Market.futures, multiplier, first), first)
    }
  })

  it("of futures begin at 17:00 Chicago, from Sunday to Thursday: that of Friday holds the weekend", () => {
    const window = (text: string) => {
      const millis = Date.parse(text)
      return [Session.start(Market.futures, 1, millis), Session.next(Market.futures, 1, millis)].map(chicago)
    }
    assert.deepStrictEqual(window("2025-06-03T12:00:00-05:00"), ["2025-06-02 17:00", "2025-06-03 17:00"])
    assert.deepStrictEqual(window("2025-06-03T16:59:59-05:00"), ["2025-06-02 17:00", "2025-06-03 17:00"])
    assert.deepStrictEqual(window("2025-06-03T17:00:00-05:00"), ["2025-06-03 17:00", "2025-06-04 17:00"])
    for (const time of ["2025-06-06T15:59:00-05:00", "2025-06-07T12:00:00-05:00", "2025-06-08T16:59:00-05:00"]) {
      assert.deepStrictEqual(window(time), ["2025-06-05 17:00", "2025-06-08 17:00"])
      assert.strictEqual(TimeZone.dateOfDay(Session.dayOf(Market.futures, Date.parse(time))), "2025-06-06")
    }
    // Daylight-saving time begins and ends on a Sunday, before the session opens.
    assert.deepStrictEqual(window("2024-03-10T22:00:00Z"), ["2024-03-10 17:00", "2024-03-11 17:00"])
    assert.deepStrictEqual(window("2024-11-03T23:00:00Z"), ["2024-11-03 17:00", "2024-11-04 17:00"])
    assert.strictEqual(chicago(Session.close(Market.futures, TimeZone.dayNumber("2024-03-11"))), "2024-03-11 16:00")
  })
})
