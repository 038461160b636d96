import * as Calendar from "@candela/market/Calendar"
import { dateOf } from "@candela/market/TimeZone"
import { at } from "@candela/sandbox/subjects/calendar/MarketStatus"
import { isForexOpen } from "@candela/sandbox/subjects/pairs/hours"
import { runs } from "@candela/support/seeded"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck, Struct } from "effect"

const seen = (text: string) => {
  const { afterHours, currencies, earlyHours, exchanges, indicesGroups, market, serverTime } = at(Date.parse(text))
  const indices = indicesGroups?.s_and_p
  const parts = [earlyHours ? "early" : "", afterHours ? "late" : ""].join("")
  return [market, parts, exchanges?.nyse, exchanges?.otc, currencies?.fx, currencies?.crypto, indices, serverTime]
}

describe("the state of the markets", () => {
  it("is that of the vendor's example at its instant, after the close of a Tuesday", () => {
    const found = at(Date.parse("2020-11-10T17:37:37-05:00"))
    assert.deepStrictEqual(Struct.omit(found, "indicesGroups"), {
      afterHours: true,
      currencies: { crypto: "open", fx: "open" },
      earlyHours: false,
      exchanges: { nasdaq: "extended-hours", nyse: "extended-hours", otc: "closed" },
      market: "extended-hours",
      serverTime: "2020-11-10T17:37:37-05:00",
    })
  })

  it("follows the clock through days with an early close, holidays and weekends", () => {
    const open = ["open", "", "open", "open", "open", "open", "open"]
    const early = ["extended-hours", "early", "extended-hours", "closed", "open", "open", "closed"]
    const late = ["extended-hours", "late", "extended-hours", "closed", "open", "open", "closed"]
    const closed = ["closed", "", "closed", "closed", "open", "open", "closed"]
    const weekend = ["closed", "", "closed", "closed", "closed", "open", "closed"]
    for (const [text, expected] of [
      ["2025-07-03T03:59:59-04:00", closed],
      ["2025-07-03T04:00:00-04:00", early],
      ["2025-07-03T09:30:00-04:00", open],
      ["2025-07-03T12:59:59-04:00", open],
      ["2025-07-03T13:00:00-04:00", late],
      ["2025-07-03T17:00:00-04:00", closed],
      ["2025-07-04T12:00:00-04:00", closed],
      ["2025-07-04T17:00:00-04:00", weekend],
      ["2025-07-06T16:59:59-04:00", weekend],
      ["2025-07-06T17:00:00-04:00", closed],
      ["2025-07-07T16:00:00-04:00", late],
      ["2025-12-01T12:00:00-05:00", open],
    ] as const) {
      assert.deepStrictEqual(seen(text), [...expected, text], text)
    }
  })

  it("is the part of the day by the calendar of a ticker, at any instant", () =>
    FastCheck.assert(
      FastCheck.property(FastCheck.integer({ min: Date.UTC(1990, 0, 2), max: Date.UTC(2035, 11, 31) }), (now) => {
        const { currencies, exchanges, indicesGroups } = at(now)
        const partOf = (ticker: string) => Calendar.stretchAt(Calendar.of(ticker), now).part
        const states = { closed: "closed", regular: "open", preMarket: "extended-hours", afterHours: "extended-hours" }
        assert.strictEqual(exchanges?.nasdaq, states[partOf("AAPL")])
        assert.strictEqual(currencies?.fx, states[partOf("C:EURUSD")])
        assert.strictEqual(currencies?.crypto, states[partOf("X:BTCUSD")])
        assert.strictEqual(indicesGroups?.s_and_p, states[partOf("I:SPX")])
      }),
      { numRuns: runs(400) },
    ))

  it("is open within the hours of the sessions, at any instant", () =>
    FastCheck.assert(
      FastCheck.property(FastCheck.integer({ min: Date.UTC(1990, 0, 2), max: Date.UTC(2035, 11, 31) }), (now) => {
        const { afterHours, currencies, earlyHours, exchanges, market, serverTime } = at(now)
        const session = Calendar.session(dateOf("America/New_York", now))
        const within = (from: number | undefined, to: number | undefined) =>
          from !== undefined && to !== undefined && now >= from && now < to
        assert.strictEqual(market === "open", within(session?.open, session?.close))
        assert.strictEqual(exchanges?.otc === "open", within(session?.open, session?.close))
        assert.strictEqual(market !== "closed", within(session?.preMarketOpen, session?.afterHoursClose))
        assert.strictEqual(earlyHours, within(session?.preMarketOpen, session?.open))
        assert.strictEqual(afterHours, within(session?.close, session?.afterHoursClose))
        assert.strictEqual(currencies?.fx === "open", isForexOpen(now))
        assert.strictEqual(Date.parse(serverTime!), Math.floor(now / 1_000) * 1_000)
      }),
      { numRuns: runs(400) },
    ))
})
