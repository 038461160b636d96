import { Bar } from "@candela/market/Bar"
import type { PreviousDayBar } from "@candela/market/PreviousDayBar"
import { dateOfDay, dayNumber, offsetAt, startOfDay } from "@candela/market/TimeZone"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { runs } from "@candela/support/seeded"

const zones = { stocks: "America/New_York", forex: "UTC", crypto: "UTC" } as const
const bar = (timestamp: number): PreviousDayBar => ({ open: 1, high: 1, low: 1, close: 1, volume: 1, timestamp })

/** Changes of daylight-saving time, and a day of each year. */
const changes = ["2024-03-10", "2024-11-03", "2025-03-09", "2025-11-02"].map(dayNumber)
const day = fc.oneof(
  fc.constantFrom(...changes.flatMap((day) => [day - 1, day, day + 1])),
  fc.integer({ min: dayNumber("2003-09-10"), max: dayNumber("2035-12-31") }),
)

describe("the trading day of a bar", () => {
  it.prop(
    "is the same for the start of its window, for the close, and for the last millisecond of the day",
    { day, market: fc.constantFrom("stocks" as const, "forex" as const, "crypto" as const) },
    ({ day, market }) => {
      const zone = zones[market]
      const start = startOfDay(zone, day)
      const end = startOfDay(zone, day + 1) - 1
      // 16:00 by the offset of the afternoon: on the day of a change it is not 16 hours after midnight.
      const noon = day * 86_400_000 + 12 * 3_600_000
      const close = noon + 4 * 3_600_000 - offsetAt(zone, noon - offsetAt(zone, noon))
      for (const timestamp of [start, close, end]) {
        assert.strictEqual(Bar.tradingDay(bar(timestamp), market), dateOfDay(day))
      }
      assert.strictEqual(Bar.tradingDay(bar(start - 1), market), dateOfDay(day - 1))
    },
    { fastCheck: { seed: 33, numRuns: runs(400) } },
  )

  it("of recorded previous days is the day before, in both forms", () => {
    // 2025-06-27 in New York: midnight, and 16:00; in UTC its last millisecond.
    for (const timestamp of [1_750_996_800_000, 1_751_054_400_000]) {
      assert.strictEqual(Bar.tradingDay(bar(timestamp), "stocks"), "2025-06-27")
    }
    for (const timestamp of [1_750_982_400_000, 1_751_068_799_999]) {
      assert.strictEqual(Bar.tradingDay(bar(timestamp), "forex"), "2025-06-27")
      assert.strictEqual(Bar.tradingDay(bar(timestamp), "crypto"), "2025-06-27")
    }
  })
})
