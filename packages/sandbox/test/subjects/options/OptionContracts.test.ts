import { dateOfDay, dayNumber } from "@candela/market/TimeZone"
import * as Calendar from "@candela/market/Calendar"
import * as OptionContracts from "@candela/sandbox/subjects/options/OptionContracts"
import { expirations, strikes, tickerOf } from "@candela/sandbox/subjects/options/chain"
import { underlyings } from "@candela/sandbox/subjects/options/underlyings"
import { Store } from "@candela/sandbox/store/Store"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, FastCheck } from "effect"
import { Tables } from "../../contract/support.js"
import { assertForAll } from "@candela/support/forAll"
import { runs } from "@candela/support/seeded"

describe("the expirations of options", () => {
  it("are third Fridays and the Fridays of the next weeks, or the sessions before where those are holidays", () => {
    const datesOn = (today: string) => expirations(today).map(({ date }) => date)
    assert.deepStrictEqual(datesOn("2025-06-30"), [
      "2025-07-03",
      "2025-07-11",
      "2025-07-18",
      "2025-08-15",
      "2025-09-19",
    ])
    // Good Friday of 2025, and Juneteenth of 2026, were third Fridays.
    assert.include(datesOn("2025-04-01"), "2025-04-17")
    assert.include(datesOn("2026-06-01"), "2026-06-18")
    // The day itself is the last one.
    assert.strictEqual(datesOn("2025-07-18")[0], "2025-07-18")
    assert.strictEqual(datesOn("2025-07-19")[0], "2025-07-25")
    assert.strictEqual(datesOn("2025-07-04")[0], "2025-07-11")
  })

  it("are sessions that lie ahead, each listed from one day until its end", () =>
    assertForAll(
      FastCheck.integer({ min: dayNumber("2020-01-01"), max: dayNumber("2034-01-01") }),
      (day) => {
        const today = dateOfDay(day)
        const found = expirations(today)
        assert.isTrue(found.length >= 4 && found.length <= 6, `${today}: ${found.length}`)
        for (const { date, listed } of found) {
          assert.isTrue(date >= today && listed <= today && Calendar.session(date) !== undefined)
        }
        const dates = found.map(({ date }) => date)
        assert.deepStrictEqual(dates, [...new Set(dates)].sort())
        // What is listed today is listed tomorrow, but for what expires today.
        const tomorrow = expirations(dateOfDay(day + 1))
        assert.includeDeepMembers(
          [...tomorrow],
          found.filter(({ date }) => date > today),
        )
      },
      { seed: 1_975, numRuns: runs(300) },
    ))
})

describe("the tickers of options", () => {
  it("name root, date, kind and strike, in thousandths", () => {
    assert.strictEqual(tickerOf("AAPL", "2025-07-18", "call", 200), "O:AAPL250718C00200000")
    assert.strictEqual(tickerOf("SPY", "2025-12-19", "put", 650), "O:SPY251219P00650000")
    assert.strictEqual(tickerOf("F", "2026-01-16", "call", 12.82), "O:F260116C00012820")
  })
})

type Row = OptionContracts.OptionContract

const all = Effect.flatMap(Store, ({ query }) =>
  Effect.map(query(`SELECT ${OptionContracts.table.select} FROM option_contracts ORDER BY ticker`), (found) =>
    found.map(OptionContracts.table.read),
  ),
)

/** Those that can be traded at the end of the data. */
const rows = Effect.map(all, (found) => found.filter(({ expiration_date: date }) => date >= "2025-06-30"))

describe("the option contracts", () => {
  layer(Tables)((it) => {
    it.effect("have the terms that their tickers name; those on stocks are American, those on indices European", () =>
      Effect.gen(function* () {
        for (const row of yield* rows) {
          const { expiration_date: date, strike_price: strike, ticker, underlying_ticker: of } = row
          const { root } = underlyings.find((underlying) => underlying.ticker === of)!
          const kind = row.contract_type as "call" | "put"
          assert.strictEqual(ticker, tickerOf(root, date, kind, strike))
          assert.strictEqual(row.exercise_style, of!.startsWith("I:") ? "european" : "american")
          assert.strictEqual(row.shares_per_contract, 100)
          assert.strictEqual(row.name, `${root} $${strike} ${kind === "call" ? "Call" : "Put"}`)
        }
      }),
    )

    it.effect("come as call and put of one strike, with one volatility", () =>
      Effect.gen(function* () {
        const found = yield* rows
        const calls = found.filter(({ contract_type: type }) => type === "call")
        const key = ({ expiration_date, implied_volatility, listed_date, strike_price, underlying_ticker }: Row) =>
          [underlying_ticker, expiration_date, strike_price, implied_volatility, listed_date].join(" ")
        assert.strictEqual(calls.length * 2, found.length)
        assert.sameMembers(found.filter(({ contract_type: type }) => type === "put").map(key), calls.map(key))
      }),
    )

    it.effect(
      "are listed by the close before their first day, at every expiration of the time, on both sides of the price",
      () =>
        Effect.gen(function* () {
          const found = yield* rows
          const { query } = yield* Store
          for (const { step, ticker } of underlyings) {
            const closes = yield* query<{ readonly date: string; readonly close: number }>(
              "SELECT date, session_close AS close FROM day_bars WHERE ticker = $1 ORDER BY date",
              [ticker],
            )
            for (const { date, listed } of expirations("2025-06-30")) {
              const own = found.filter((row) => row.underlying_ticker === ticker && row.expiration_date === date)
              const first = new Map<number, string>()
              closes.slice(1).forEach((day, before) => {
                if (day.date < listed) return
                for (const strike of strikes(closes[before]!.close, step)) {
                  if (!first.has(strike)) first.set(strike, day.date)
                }
              })
              assert.sameDeepMembers(
                own
                  .filter(({ contract_type: type }) => type === "put")
                  .map((row) => [row.strike_price, row.listed_date]),
                [...first],
              )
              const { close } = closes.at(-1)!
              assert.isTrue(own.some((row) => row.strike_price < close) && own.some((row) => row.strike_price > close))
            }
          }
          assert.isAbove(found.length, 150)
          assert.isBelow(found.length, 300)
        }),
    )

    it.effect("have an open interest of whole contracts, none on the first day, and volatilities that smile", () =>
      Effect.gen(function* () {
        for (const row of yield* rows) {
          assert.isTrue(Number.isInteger(row.open_interest) && row.open_interest >= 0)
          if (row.listed_date === "2025-06-30") assert.strictEqual(row.open_interest, 0)
          assert.isTrue(row.implied_volatility > 0.05 && row.implied_volatility < 0.6)
        }
        assert.isAbove((yield* rows).filter((row) => row.open_interest > 0).length, 150)
      }),
    )
  })
})
