import { dateOf, dayNumber, midnight } from "@candela/market/TimeZone"
import { nextSession, previousSession, session, sessions } from "@candela/market/Calendar"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { readFileSync } from "node:fs"
import { sp500File } from "@candela/support/sp500"
import { assertForAll } from "@candela/support/forAll"
import { setImmediate } from "node:timers/promises"
import { runs } from "@candela/support/seeded"

const closedOn = (year: number) => {
  const open = new Set(sessions(`${year}-01-01`, `${year}-12-31`).map((session) => session.date))
  const closed: Array<string> = []
  for (let day = dayNumber(`${year}-01-01`); day <= dayNumber(`${year}-12-31`); day++) {
    const date = new Date(day * 86_400_000)
    const text = date.toISOString().slice(0, 10)
    if (date.getUTCDay() % 6 !== 0 && !open.has(text)) closed.push(text)
  }
  return closed
}

const earlyIn = (year: number) =>
  sessions(`${year}-01-01`, `${year}-12-31`)
    .filter((session) => session.earlyClose)
    .map((session) => session.date)

describe("Calendar", () => {
  it("has exactly the days on which the S&P 500 was quoted from 2000 to 2020", () => {
    const quoted = readFileSync(sp500File, "utf8")
      .split("\n")
      .slice(1)
      .map((line) => line.slice(0, 10))
    assert.strictEqual(quoted.length, 5105)
    assert.deepStrictEqual(
      sessions("2000-01-01", "2020-04-17").map((session) => session.date),
      quoted,
    )
  })

  it("keeps the holidays of 2021 to 2027, observed days and Juneteenth included", () => {
    assert.deepStrictEqual(closedOn(2021), [
      "2021-01-01",
      "2021-01-18",
      "2021-02-15",
      "2021-04-02",
      "2021-05-31",
      "2021-07-05",
      "2021-09-06",
      "2021-11-25",
      "2021-12-24",
    ])
    // New Year's Day of 2022 fell on a Saturday and was not kept.
    assert.deepStrictEqual(closedOn(2022), [
      "2022-01-17",
      "2022-02-21",
      "2022-04-15",
      "2022-05-30",
      "2022-06-20",
      "2022-07-04",
      "2022-09-05",
      "2022-11-24",
      "2022-12-26",
    ])
    assert.deepStrictEqual(closedOn(2025), [
      "2025-01-01",
      "2025-01-09",
      "2025-01-20",
      "2025-02-17",
      "2025-04-18",
      "2025-05-26",
      "2025-06-19",
      "2025-07-04",
      "2025-09-01",
      "2025-11-27",
      "2025-12-25",
    ])
    assert.deepStrictEqual(closedOn(2027), [
      "2027-01-01",
      "2027-01-18",
      "2027-02-15",
      "2027-03-26",
      "2027-05-31",
      "2027-06-18",
      "2027-07-05",
      "2027-09-06",
      "2027-11-25",
      "2027-12-24",
    ])
  })

  it("closes early around Independence Day, Thanksgiving and Christmas", () => {
    assert.deepStrictEqual(earlyIn(2002), ["2002-07-05", "2002-11-29", "2002-12-24"])
    assert.deepStrictEqual(earlyIn(2013), ["2013-07-03", "2013-11-29", "2013-12-24"])
    assert.deepStrictEqual(earlyIn(2021), ["2021-11-26"])
    assert.deepStrictEqual(earlyIn(2023), ["2023-07-03", "2023-11-24"])
    assert.deepStrictEqual(earlyIn(2024), ["2024-07-03", "2024-11-29", "2024-12-24"])
    assert.deepStrictEqual(earlyIn(2025), ["2025-07-03", "2025-11-28", "2025-12-24"])
  })

  it("gives the hours of a session in New York, in winter and summer, whole and short", () => {
    const at = (text: string) => Date.parse(text)
    assert.deepStrictEqual(session("2024-03-08"), {
      date: "2024-03-08",
      midnight: at("2024-03-08T00:00:00-05:00"),
      preMarketOpen: at("2024-03-08T04:00:00-05:00"),
      open: at("2024-03-08T09:30:00-05:00"),
      close: at("2024-03-08T16:00:00-05:00"),
      afterHoursClose: at("2024-03-08T20:00:00-05:00"),
      earlyClose: false,
    })
    assert.strictEqual(session("2024-03-11")?.open, at("2024-03-11T09:30:00-04:00"))
    assert.strictEqual(session("2024-07-03")?.close, at("2024-07-03T13:00:00-04:00"))
    assert.strictEqual(session("2024-07-03")?.afterHoursClose, at("2024-07-03T17:00:00-04:00"))
  })

  it("has no session on a weekend or a holiday", () => {
    assert.isUndefined(session("2024-03-09"))
    assert.isUndefined(session("2024-03-10"))
    assert.isUndefined(session("2024-03-29"))
  })

  it("the session before is the latest one earlier than the date", () => {
    assert.strictEqual(previousSession("2024-04-01").date, "2024-03-28")
    assert.strictEqual(previousSession("2024-03-28").date, "2024-03-27")
    assert.strictEqual(previousSession("2024-03-31").date, "2024-03-28")
  })

  it("the next session is the earliest one on or after the date", () => {
    assert.strictEqual(nextSession("2024-03-28").date, "2024-03-28")
    assert.strictEqual(nextSession("2024-03-29").date, "2024-04-01")
    assert.strictEqual(nextSession("2024-03-30").date, "2024-04-01")
  })

  it("every session from 1990 to 2035 lies in its own New York day, on a weekday, in order", async () => {
    const all = sessions("1990-01-01", "2035-12-31")
    for (const [index, session] of all.entries()) {
      if (index % 1_000 === 0) await setImmediate()
      assert.strictEqual(session.midnight, midnight("America/New_York", session.date))
      assert.strictEqual(dateOf("America/New_York", session.afterHoursClose), session.date)
      assert.isTrue(
        session.midnight < session.preMarketOpen &&
          session.preMarketOpen < session.open &&
          session.open < session.close &&
          session.close < session.afterHoursClose,
      )
      assert.notStrictEqual(new Date(session.date).getUTCDay() % 6, 0)
    }
    for (let year = 1990; year <= 2035; year++) {
      const count = all.filter((session) => session.date.startsWith(String(year))).length
      assert.isTrue(count >= 248 && count <= 254, `${year} has ${count} sessions`)
    }
  })

  it("a range holds the sessions of its parts", async () => {
    const day = fc.integer({ min: dayNumber("1990-01-01"), max: dayNumber("2035-12-31") })
    const text = (number: number) => new Date(number * 86_400_000).toISOString().slice(0, 10)
    await assertForAll(
      fc.tuple(day, fc.nat(400), fc.nat(400)),
      ([start, first, second]) => {
        const dates = (from: number, to: number) => sessions(text(from), text(to)).map((session) => session.date)
        const middle = start + first
        assert.deepStrictEqual(
          [...dates(start, middle), ...dates(middle + 1, middle + 1 + second)],
          dates(start, middle + 1 + second),
        )
      },
      { seed: 1, numRuns: runs(100) },
    )
  })
})
