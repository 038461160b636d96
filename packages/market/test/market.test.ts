import * as BarRange from "@candela/market/BarRange"
import * as Market from "@candela/market/Market"
import * as TimeZone from "@candela/market/TimeZone"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { assertInTurns } from "@candela/support/turns"
import { day } from "./ranges.js"
import { runs } from "@candela/support/seeded"

const parameters = { seed: 20_250_630, numRuns: runs(100) }
const hour = 3_600_000

interface Clock {
  readonly weekday: string
  readonly hour: number
}

const clockOf = (zone: TimeZone.Zone) => {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    weekday: "short",
    hour: "2-digit",
    hourCycle: "h23",
  })
  return (instant: number): Clock => {
    const parts = format.formatToParts(instant)
    const text = (type: string) => parts.find((part) => part.type === type)!.value
    return { weekday: text("weekday"), hour: Number(text("hour")) }
  }
}

const newYork = clockOf("America/New_York")
const chicago = clockOf("America/Chicago")

/** Whether a market trades in the hour that begins at an instant, by the clocks on the walls of its exchange. */
const isOpen = {
  forex: (instant: number) => {
    const { hour, weekday } = newYork(instant)
    return weekday === "Sun" ? hour >= 17 : weekday === "Fri" ? hour < 17 : weekday !== "Sat"
  },
  crypto: () => true,
  futures: (instant: number) => {
    const { hour, weekday } = chicago(instant)
    return weekday === "Sun" ? hour >= 17 : weekday === "Fri" ? hour < 16 : weekday !== "Sat" && hour !== 16
  },
}

/** Whole hours from a random midnight on, and how many of them the exchange is open. */
const hoursFrom = (market: Market.Market, open: (instant: number) => boolean, first: number, length: number) => {
  const from = TimeZone.startOfDay(market.zone, first)
  const to = from + length * hour
  let trading = 0
  for (let at = from; at < to; at += hour) if (open(at)) trading++
  return { from, to, trading: trading * hour }
}

const length = FastCheck.integer({ min: 1, max: 400 })

describe("trading time", () => {
  for (const name of ["crypto", "futures"] as const) {
    it.effect(`of ${name} is what the exchange's clock shows`, () =>
      assertInTurns(
        [day, length],
        (first, length) => {
          const market = Market[name]
          const { from, to, trading } = hoursFrom(market, isOpen[name], first, length)
          assert.strictEqual(Market.time(market, market.hours, from, to), trading)
        },
        parameters,
      ),
    )
  }

  it.effect("of forex holds what New York's clock shows, and an hour more for each weekend", () =>
    assertInTurns(
      [day, length],
      (first, length) => {
        const { from, to, trading } = hoursFrom(Market.forex, isOpen.forex, first, length)
        const found = Market.time(Market.forex, Market.forex.hours, from, to)
        assert.isAtLeast(found, trading)
        assert.isAtMost(found, trading + Math.ceil(length / 168 + 1) * hour)
      },
      parameters,
    ),
  )

  it.effect("of parts is together that of the whole, in every market", () =>
    assertInTurns(
      [
        FastCheck.constantFrom("stocks" as const, "forex" as const, "crypto" as const, "futures" as const),
        day,
        length,
        FastCheck.nat(400),
      ],
      (name, first, length, middle) => {
        const market = Market[name]
        const from = TimeZone.startOfDay(market.zone, first)
        const [cut, to] = [from + Math.min(middle, length) * hour, from + length * hour]
        for (const hours of [market.hours, market.usualHours]) {
          const whole = Market.time(market, hours, from, to)
          assert.strictEqual(Market.time(market, hours, from, cut) + Market.time(market, hours, cut, to), whole)
          assert.isAtMost(whole, to - from)
        }
      },
      parameters,
    ),
  )
})

describe("estimates", () => {
  const most = (market: Market.Market, timespan: "minute" | "day", from: string, to: string) =>
    BarRange.estimate({ multiplier: 1, timespan, from, to }, market).most

  it("a futures session begins on the evening before its day", () => {
    // 2024-03-03 is a Sunday, 2024-03-08 a Friday: seven hours of the Sunday, 23 hours of Monday to
    // Thursday, 16 of Friday.
    assert.strictEqual(most(Market.futures, "minute", "2024-03-03", "2024-03-03"), 7 * 60)
    assert.strictEqual(most(Market.futures, "minute", "2024-03-04", "2024-03-04"), 23 * 60)
    assert.strictEqual(most(Market.futures, "minute", "2024-03-08", "2024-03-08"), 16 * 60)
    assert.strictEqual(most(Market.futures, "minute", "2024-03-03", "2024-03-09"), 5 * 23 * 60)
    assert.strictEqual(most(Market.futures, "day", "2024-03-03", "2024-03-09"), 5)
  })

  it("forex has six days a week in UTC, crypto seven", () => {
    assert.strictEqual(most(Market.forex, "day", "2024-03-03", "2024-03-09"), 6)
    assert.strictEqual(most(Market.crypto, "day", "2024-03-03", "2024-03-09"), 7)
    assert.strictEqual(most(Market.crypto, "minute", "2024-03-03", "2024-03-09"), 7 * 24 * 60)
    assert.strictEqual(most(Market.forex, "minute", "2024-03-09", "2024-03-09"), 0)
  })

  it("a range is covered when its last trading window has come, in every market", () => {
    // Friday's last minute: 16:59 New York, 22:59 UTC is past it; 15:59 Chicago.
    const week = { multiplier: 1, timespan: "minute", from: "2024-03-03", to: "2024-03-09", sort: "asc" } as const
    const covered = (market: Market.Market, instant: string) => BarRange.covered(week, market, Date.parse(instant))
    assert.strictEqual(covered(Market.forex, "2024-03-08T21:59:00Z"), 1)
    assert.strictEqual(covered(Market.futures, "2024-03-08T15:59:00-06:00"), 1)
    assert.strictEqual(covered(Market.crypto, "2024-03-09T23:59:00Z"), 1)
    assert.isBelow(covered(Market.futures, "2024-03-08T15:58:00-06:00"), 1)
  })
})
