import { secondsOfMinute } from "@candela/sandbox/subjects/futures/Reader"
import { sessions } from "@candela/sandbox/subjects/futures/calendar"
import { contractsBetween, contractsOf, isActive, placeOf } from "@candela/sandbox/subjects/futures/contracts"
import { products } from "@candela/sandbox/subjects/futures/products"
import { combine, type Trades, toTrades } from "@candela/sandbox/subjects/futures/trades"
import { Store } from "@candela/sandbox/store/Store"
import { futures } from "@candela/market/Market"
import * as Session from "@candela/market/Session"
import { dateOfDay, dayNumber } from "@candela/market/TimeZone"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, FastCheck } from "effect"
import { Tables } from "../../contract/support.js"
import { assertForAll } from "../../forAll.js"
import { runs } from "@candela/support/seeded"

const [from, to] = ["2023-07-03", "2025-06-30"]

describe("futures contracts", () => {
  const contracts = contractsBetween("2024-01-02", "2026-12-31")
  const contractOf = (ticker: string) => contracts.find((contract) => contract.ticker === ticker)!

  it("are of six products, one of them on another venue than the platform that knows group codes", () => {
    assert.lengthOf(products, 6)
    assert.strictEqual(new Set(products.map(({ product_code }) => product_code)).size, 6)
    assert.deepStrictEqual(
      products.filter(({ group_code }) => group_code === undefined).map(({ product_code }) => product_code),
      ["VX"],
    )
  })

  it("are traded up to the day that their product's rule says", () => {
    for (const [ticker, lastTradeDate] of [
      ["ESH4", "2024-03-15"],
      ["ESM5", "2025-06-20"],
      ["NQU5", "2025-09-19"],
      ["CLN5", "2025-06-20"],
      ["CLQ5", "2025-07-22"],
      // November 25 of 2024 is a Monday, Thanksgiving comes after it.
      ["CLF5", "2024-12-19"],
      ["GCQ5", "2025-08-27"],
      ["ZQM5", "2025-06-30"],
      ["VXN5", "2025-07-16"],
      // The third Friday of April 2025 is Good Friday.
      ["VXH5", "2025-03-18"],
    ] as const) {
      assert.strictEqual(contractOf(ticker).last_trade_date, lastTradeDate, ticker)
    }
  })

  it("begin and end on days of trading, settle when they have ended, and are listed for months", () => {
    for (const contract of contracts) {
      const { first_trade_date, last_trade_date, product, settlement_date } = contract
      for (const date of [first_trade_date, last_trade_date, settlement_date]) {
        assert.lengthOf(sessions(date, date), 1, `${contract.ticker} ${date}`)
      }
      assert.isTrue(settlement_date >= last_trade_date)
      const months = (dayNumber(last_trade_date) - dayNumber(first_trade_date)) / 30.5
      assert.isAtLeast(months, product.listed - 1.5)
    }
  })

  it("have one front contract at any time, and tickers that are used once in ten years", () => {
    for (const product of products) {
      const all = contractsOf(product, from, to)
      assert.strictEqual(new Set(all.map(({ ticker }) => ticker)).size, all.length)
      for (const { date, day } of sessions(from, to)) {
        const front = all.filter((contract) => isActive(contract, date) && placeOf(contract, all, day) === 0)
        assert.lengthOf(front, 1, `${product.product_code} ${date}`)
      }
    }
  })
})

const trades = FastCheck.record({
  open: FastCheck.integer({ min: 1000, max: 100_000 }),
  close: FastCheck.integer({ min: 1000, max: 100_000 }),
  above: FastCheck.nat(50),
  below: FastCheck.nat(50),
  volume: FastCheck.integer({ min: 1, max: 20_000 }),
  transactions: FastCheck.integer({ min: 1, max: 20_000 }),
  place: FastCheck.double({ min: 0, max: 1, noNaN: true }),
})
  // A minute's price moves by some ticks.
  .map((drawn) => ({
    ...drawn,
    close: drawn.open + (drawn.close % 60) - 30,
    transactions: Math.min(drawn.volume, drawn.transactions),
  }))
const ticks = FastCheck.constantFrom(...new Set(products.map(({ ticks }) => ticks)))

describe("the seconds of a minute", () => {
  it("add up to it exactly, and each has an average price between its low and high", () =>
    assertForAll(
      FastCheck.tuple(trades, ticks, FastCheck.nat(1_000_000)),
      ([drawn, ticks, minute]) => {
        const whole = { t: minute * 60_000, ...toTrades(drawn, ticks) }
        const seconds = secondsOfMinute(whole)
        const { t, ...sums } = whole
        assert.deepStrictEqual(combine(seconds), sums)
        seconds.forEach((second, index) => {
          assert.isAbove(second.t, index === 0 ? t - 1 : seconds[index - 1]!.t)
          assert.isBelow(second.t, t + 60_000)
          assert.isAtLeast(second.dv, second.v * second.l - 1e-4)
          assert.isAtMost(second.dv, second.v * second.h + 1e-4)
          assert.isAtLeast(Math.min(second.o, second.c), second.l)
          assert.isAtMost(Math.max(second.o, second.c), second.h)
          assert.strictEqual(Math.round(second.dv * 1e4) / 1e4, second.dv)
        })
      },
      { seed: 20_170_403, numRuns: runs(1000) },
    ))
})

layer(Tables, { excludeTestServices: true })("the tables of futures", (it) => {
  const assertNone = (sql: string) =>
    Effect.gen(function* () {
      const store = yield* Store
      assert.deepStrictEqual(yield* store.query(`${sql} LIMIT 3`), [])
    })

  const tickOf = `CASE left(ticker, 2) ${products.map(({ product_code, ticks }) => `WHEN '${product_code}' THEN ${ticks}`).join(" ")} END`
  const tables = ["futures_minute_bars", "futures_session_bars"] as const

  it.effect("hold minutes of six products, and sessions of all contracts, few enough for a test run", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const [minutes] = yield* store.query<{ readonly rows: number; readonly tickers: number }>(
        "SELECT count(*)::DOUBLE AS rows, count(DISTINCT left(ticker, 2))::DOUBLE AS tickers FROM futures_minute_bars",
      )
      assert.isBelow(minutes!.rows, 150_000)
      assert.strictEqual(minutes!.tickers, 6)
      const found = yield* store.query<{ readonly ticker: string }>("SELECT DISTINCT ticker FROM futures_session_bars")
      const known = contractsBetween(from, to).map(({ ticker }) => ticker)
      assert.includeMembers(
        known,
        found.map(({ ticker }) => ticker),
      )
      assert.isAbove(found.length, 130)
    }),
  )

  it.effect("hold prices in whole ticks, in order, and sums that agree with prices and volumes", () =>
    Effect.forEach(tables, (table) =>
      Effect.all([
        assertNone(`SELECT * FROM ${table} WHERE h < greatest(o, c) OR l > least(o, c) OR l <= 0 OR n < 1 OR n > v`),
        assertNone(`SELECT * FROM ${table} WHERE dv < v * l - 1e-6 OR dv > v * h + 1e-6`),
        ...["o", "h", "l", "c", "dv"].map((column) =>
          assertNone(`SELECT * FROM ${table} WHERE round(${column} * ${tickOf}) / ${tickOf} <> ${column}`),
        ),
      ]),
    ),
  )

  it.effect("hold sessions that are the aggregation of their minutes, where there are any", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const columns = "ticker, t::DOUBLE AS t, o, h, l, c, v::DOUBLE AS v, dv, n::DOUBLE AS n"
      type Row = Trades & { readonly ticker: string; readonly t: number }
      const minutes = new Map<string, Array<Trades>>()
      for (const { t, ticker, ...traded } of yield* store.query<Row>(
        `SELECT ${columns} FROM futures_minute_bars ORDER BY ticker, t`,
      )) {
        const key = `${ticker} ${dateOfDay(Session.dayOf(futures, t))}`
        minutes.set(key, minutes.get(key) ?? [])
        minutes.get(key)!.push(traded)
      }
      let compared = 0
      for (const { date, t: _, ticker, ...traded } of yield* store.query<Row & { readonly date: string }>(
        `SELECT ${columns}, date FROM futures_session_bars`,
      )) {
        const made = minutes.get(`${ticker} ${date}`)
        if (made === undefined) continue
        assert.deepStrictEqual(traded, combine(made))
        compared++
      }
      // Each product's front contract in the sessions of the minute span, but for the one in progress.
      assert.isAtLeast(compared, 6 * (15 + 39))
    }),
  )

  it.effect("hold a settlement price for each session, in whole ticks, within what was paid", () =>
    assertNone(`
      SELECT * FROM futures_session_bars
      WHERE settlement IS NULL OR settlement < l OR settlement > h OR round(settlement * ${tickOf}) / ${tickOf} <> settlement`),
  )

  it.effect(
    "hold nothing outside of sessions, before a contract's first or after its last trade date, or after now",
    () =>
      Effect.gen(function* () {
        const store = yield* Store
        const days = sessions(from, to)
        const found = yield* store.query<{ readonly ticker: string; readonly date: string; readonly t: number }>(
          "SELECT ticker, date, t::DOUBLE AS t FROM futures_session_bars",
        )
        const opens = new Map(days.map(({ date, open }) => [date, open]))
        const contracts = new Map(contractsBetween(from, to).map((contract) => [contract.ticker, contract]))
        for (const { date, t, ticker } of found) {
          assert.strictEqual(t, opens.get(date))
          assert.isTrue(isActive(contracts.get(ticker)!, date))
        }
        assert.isUndefined(found.find(({ date }) => date === "2025-06-30"))
        const times = yield* store.query<{ readonly t: number }>(
          "SELECT DISTINCT t::DOUBLE AS t FROM futures_minute_bars",
        )
        let index = 0
        for (const { t } of [...times].sort((one, other) => one.t - other.t)) {
          while (days[index]!.close <= t) index++
          assert.isAtLeast(t, days[index]!.open)
          assert.isAtMost(t + 60_000, Date.parse("2025-06-30T15:00:00-05:00"))
        }
      }),
  )
})
