import * as Calendar from "@candela/market/Calendar"
import { upcoming } from "@candela/sandbox/subjects/calendar/MarketHolidays"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { runs } from "@candela/support/seeded"

describe("the holidays", () => {
  it("of the vendor's document are told as there, a row for each exchange", () => {
    const rows = upcoming(Date.parse("2020-11-25T12:00:00-05:00"))
    const closed = { date: "2020-11-26", name: "Thanksgiving", status: "closed" }
    const early = {
      ...{ date: "2020-11-27", name: "Thanksgiving", status: "early-close" },
      ...{ open: "2020-11-27T14:30:00.000Z", close: "2020-11-27T18:00:00.000Z" },
    }
    const exchanges = ["NYSE", "NASDAQ", "OTC"]
    assert.deepStrictEqual(
      rows.slice(0, 6),
      [closed, early].flatMap((day) => exchanges.map((exchange) => ({ exchange, ...day }))) as never,
    )
  })

  it("begin with today's in New York, and name each holiday of a year once", () => {
    const rows = upcoming(Date.parse("2025-12-31T23:59:59-05:00")).filter(({ exchange }) => exchange === "NYSE")
    assert.deepStrictEqual(
      rows.map(({ date, name, status }) => `${date} ${name}${status === "closed" ? "" : ", early"}`),
      [
        "2026-01-01 New Year's Day",
        "2026-01-19 Martin Luther King, Jr. Day",
        "2026-02-16 Washington's Birthday",
        "2026-04-03 Good Friday",
        "2026-05-25 Memorial Day",
        "2026-06-19 Juneteenth",
        "2026-07-03 Independence Day",
        "2026-09-07 Labor Day",
        "2026-11-26 Thanksgiving",
        "2026-11-27 Thanksgiving, early",
        "2026-12-24 Christmas, early",
        "2026-12-25 Christmas",
      ],
    )
    const today = upcoming(Date.parse("2026-01-01T23:59:59-05:00"))
    assert.strictEqual(today[0]!.date, "2026-01-01")
    assert.strictEqual(upcoming(Date.parse("2026-01-02T00:00:00-05:00"))[0]!.date, "2026-01-19")
    const [event] = upcoming(Date.parse("2025-01-08T12:00:00-05:00"))
    assert.deepStrictEqual([event!.date, event!.name], ["2025-01-09", "Special Closing"])
  })

  it("are the days of the calendar without a session, or with a short one, by any clock", () =>
    FastCheck.assert(
      FastCheck.property(FastCheck.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2034, 0, 1) }), (now) => {
        const rows = upcoming(now)
        const dates = new Set(rows.map(({ date }) => date))
        for (const { close, date, open, status } of rows) {
          const session = Calendar.session(date!)
          assert.strictEqual(status, session === undefined ? "closed" : "early-close")
          assert.strictEqual(open, session && new Date(session.open).toISOString())
          assert.strictEqual(close, session && new Date(session.close).toISOString())
        }
        const [first, last] = [rows[0]!.date!, rows.at(-1)!.date!]
        const short = Calendar.sessions(first, last).filter(({ earlyClose }) => earlyClose)
        assert.lengthOf(
          rows.filter(({ status }) => status === "early-close"),
          3 * short.length,
        )
        for (let time = Date.parse(first); time <= Date.parse(last); time += 86_400_000) {
          const date = new Date(time).toISOString().slice(0, 10)
          const isClosed = ![0, 6].includes(new Date(time).getUTCDay()) && Calendar.session(date) === undefined
          if (isClosed) assert.isTrue(dates.has(date), date)
        }
      }),
      { seed: 8, numRuns: runs(200) },
    ))
})
