import * as Calendar from "@candela/market/Calendar"
import { midnight } from "@candela/market/TimeZone"
import { assert, describe, it } from "@effect/vitest"

const zone = "America/Chicago"
const calendars = { ES: Calendar.futuresOf("ES"), ZC: Calendar.futuresOf("ZC"), LE: Calendar.futuresOf("LEZ5") }

/** End of trading, `hh:mm` in Chicago, or `closed`. */
const end = (product: keyof typeof calendars, date: string) => {
  const session = Calendar.session(date, calendars[product])
  if (session === undefined) return "closed"
  const minutes = (session.afterHoursClose - midnight(zone, date)) / 60_000
  assert.isAtMost(session.preMarketOpen, session.open)
  assert.isAtMost(session.open, session.close)
  assert.isAtMost(session.close, session.afterHoursClose)
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`
}

describe("futures of a product", () => {
  it("end as the exchange published it, by group of products", () => {
    const published = {
      // Stock indices, grains, livestock.
      "2022-06-20": ["12:00", "closed", "closed"],
      "2023-02-20": ["12:00", "closed", "closed"],
      "2023-04-07": ["08:15", "closed", "closed"],
      "2023-11-23": ["12:00", "closed", "closed"],
      "2023-11-24": ["12:15", "12:05", "12:05"],
      "2024-03-29": ["closed", "closed", "closed"],
      "2024-06-19": ["12:00", "closed", "closed"],
      "2024-07-03": ["12:15", "13:20", "13:05"],
      "2024-07-04": ["12:00", "closed", "closed"],
      "2024-11-28": ["12:00", "closed", "closed"],
      "2024-12-24": ["12:15", "12:05", "12:05"],
      "2024-12-25": ["closed", "closed", "closed"],
      "2025-01-01": ["closed", "closed", "closed"],
      "2025-01-09": ["08:30", "12:15", "12:15"],
      "2025-01-10": ["16:00", "13:20", "13:05"],
      // Independence Day on a Saturday, observed on the Friday before.
      "2026-07-02": ["16:00", "13:20", "13:05"],
      "2026-07-03": ["12:00", "closed", "closed"],
    }
    for (const [date, ends] of Object.entries(published)) {
      assert.deepStrictEqual([end("ES", date), end("ZC", date), end("LE", date)], ends, date)
    }
  })

  it("of grains and livestock are closed on the seven holidays of a year on which index futures trade shorter", () => {
    const days = Calendar.sessions("2024-01-01", "2026-12-31", calendars.ES)
    assert.lengthOf(days, 775)
    const shut = (product: "ZC" | "LE") =>
      days.filter(({ date }) => Calendar.session(date, calendars[product]) === undefined)
    assert.deepStrictEqual(shut("ZC"), shut("LE"))
    assert.lengthOf(shut("ZC"), 21)
    for (const { date, earlyClose } of shut("ZC")) {
      assert.isTrue(earlyClose, date)
      assert.isUndefined(Calendar.session(date), date)
    }
  })

  it("that is not known trades to 16:00 on these days", () => {
    for (const calendar of [Calendar.futures, Calendar.futuresOf("CL"), Calendar.futuresOf("VX")]) {
      const { afterHoursClose, earlyClose } = Calendar.session("2024-07-04", calendar)!
      assert.strictEqual(afterHoursClose, midnight(zone, "2024-07-04") + 16 * 3_600_000)
      assert.isFalse(earlyClose)
    }
  })
})
