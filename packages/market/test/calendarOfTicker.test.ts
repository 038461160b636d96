import * as Calendar from "@candela/market/Calendar"
import { session, sessions } from "@candela/market/Calendar"
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"

describe("the calendar of a ticker", () => {
  it("is that of its market, and of a contract's product", () => {
    const same = (ticker: string, calendar: Calendar.Calendar, from = "2024-01-01", to = "2025-12-31") =>
      assert.deepStrictEqual(sessions(from, to, Calendar.of(ticker)), sessions(from, to, calendar), ticker)
    for (const ticker of ["AAPL", "BRK.A", "BACpB", "ES", "F"]) same(ticker, Calendar.stocks)
    same("C:EURUSD", Calendar.forex)
    same("X:BTCUSD", Calendar.crypto)
    for (const ticker of ["ESU5", "ESZ25", "ESU5-ESZ5"]) same(ticker, Calendar.futuresOf("ES"))
    same("ZCZ5", Calendar.futuresOf("ZC"))
    same("6EU5", Calendar.futuresOf("6E"))
    for (const name of Calendar.names) same(name, Calendar.of(name))
    assert.strictEqual(Calendar.of(Calendar.regular), Calendar.regular)
  })

  it("of an option or an index is the regular session alone, early closes included", () => {
    for (const ticker of ["O:SPY251219C00650000", "I:SPX"]) {
      const early = session("2025-07-03", Calendar.of(ticker))!
      const { close, open } = session("2025-07-03")!
      assert.deepInclude(early, { preMarketOpen: open, open, close, afterHoursClose: close, earlyClose: true })
      assert.isUndefined(session("2025-07-04", Calendar.of(ticker)))
    }
  })

  it("refuses a misspelt market", () => {
    assert.throws(() => Calendar.of("stock"), RangeError, 'Calendar.of: "stock" is neither a market (stocks, forex,')
    assert.throws(() => Calendar.of(""), RangeError)
  })
})

describe("the present", () => {
  it.effect("is the part of the day by the clock, and how long it lasts", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2025-07-03T12:59:00-04:00"))
      const { part, to } = yield* Calendar.now("AAPL")
      assert.deepStrictEqual([part, to], ["regular", Date.parse("2025-07-03T13:00:00-04:00")])
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* Calendar.now("AAPL")).part, "afterHours")
      assert.strictEqual((yield* Calendar.now("O:SPY251219C00650000")).part, "closed")
      assert.strictEqual((yield* Calendar.now("X:BTCUSD")).part, "regular")
    }),
  )
})
