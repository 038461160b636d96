import * as OptionContracts from "@candela/sandbox/subjects/options/OptionContracts"
import { riskFreeRate, underlyings } from "@candela/sandbox/subjects/options/underlyings"
import { round } from "@candela/sandbox/numbers/Rounding"
import { routes } from "@candela/sandbox/routes/snapshots"
import * as Service from "@candela/sandbox/http/Service"
import { leastTrades } from "@candela/sandbox/subjects/bars/Deriving"
import type { Instrument } from "@candela/sandbox/subjects/snapshots/Item"
import * as OptionPricing from "@candela/options/OptionPricing"
import * as UnifiedSnapshot from "@candela/sandbox/subjects/snapshots/UnifiedSnapshot"
import { Store } from "@candela/sandbox/store/Store"
import * as Subscription from "@candela/sandbox/access/Subscription"
import type { LastMinute, OptionDetails, SnapshotSession } from "@candela/market/InstrumentState"
import type { IndexSnapshot, OptionSnapshot, Snapshot, SnapshotItem } from "@candela/snapshots/Snapshot"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type Stored, stored, Tables } from "../../contract/support.js"
import { ask, keys } from "../../http/support.js"
import { isAll, sampled } from "@candela/support/seeded"

const { advanced, basic, business, developer, starter } = Subscription.plans
const at = (text: string) => Date.parse(`${text}-04:00`)
const minute = 60_000
const year = 365 * 24 * 60 * minute

const contracts = Effect.flatMap(Store, ({ query }) =>
  Effect.map(
    query(
      `SELECT ${OptionContracts.table.select} FROM option_contracts WHERE expiration_date >= '2025-06-30' ORDER BY ticker`,
    ),
    (rows) => rows.map(OptionContracts.table.read),
  ),
)

/** The items of some instruments at an instant, as a plan sees them. */
const see = (now: number, subscription: Subscription.Subscription, instruments: ReadonlyArray<Instrument>) =>
  UnifiedSnapshot.items(instruments, { present: now, visible: now - subscription.delay, subscription })

/** First trading days, by ticker. */
const listedDates = new Map<string, string>()
const listed = ({ ticker }: Pick<Snapshot, "ticker">) => listedDates.get(ticker)!

/** The items of options by instant and plan, each computed once: pricing them takes most of the time of these tests. */
const priced = new Map<string, ReadonlyArray<OptionSnapshot>>()

const optionsAt = (now: number, subscription = business) =>
  Effect.gen(function* () {
    const key = `${now} ${JSON.stringify(subscription)}`
    const known = priced.get(key)
    if (known !== undefined) return known
    const all = yield* contracts
    for (const { listed_date, ticker } of all) listedDates.set(ticker, listed_date)
    const found = all.map(({ name, ticker }) => ({ ticker, name, kind: "options", otc: false }))
    const items = (yield* see(now, subscription, found)) as ReadonlyArray<OptionSnapshot>
    priced.set(key, items)
    return items
  })

const stock = (ticker: string): Instrument => ({ ticker, name: ticker, kind: "stocks", otc: false })
const index = (ticker: string): Instrument => ({ ticker, name: ticker, kind: "indices", otc: false })

const indexAt = (now: number, ticker: string) =>
  Effect.map(see(now, business, [index(ticker)]), ([item]) => item as IndexSnapshot)

/** When the contracts of an expiration expire: the day before Independence Day the market closes early. */
const expiryOf = (date: string) => at(date === "2025-07-03" ? `${date}T13:00` : `${date}T16:00`)

/** The session that is shown at an instant, until when, and when the one before closed. */
const clocks = [
  ["2025-06-30T12:00:30", "2025-06-30", "12:00", "2025-06-27", "at noon"],
  ["2025-06-30T09:31:00", "2025-06-30", "09:31", "2025-06-27", "after the first minute"],
  ["2025-06-30T16:00:00", "2025-06-30", "16:00", "2025-06-27", "at the close"],
  ["2025-06-30T09:30:59.999", "2025-06-27", "16:00", "2025-06-26", "before the first minute is over"],
  ["2025-06-30T08:00:00", "2025-06-27", "16:00", "2025-06-26", "before the open"],
  ["2025-06-30T02:00:00", "2025-06-27", "16:00", "2025-06-26", "at night, before the clearing of stocks"],
  ["2025-06-27T18:30:00", "2025-06-27", "16:00", "2025-06-26", "in late trading"],
  ["2025-06-28T12:00:00", "2025-06-27", "16:00", "2025-06-26", "on a weekend"],
  ["2025-07-04T12:00:00", "2025-06-30", "16:00", "2025-06-27", "on a holiday after the end of the data"],
] as const

/** The bars of an underlying's regular session up to an instant, and its last price before. */
const sessionOf = (ticker: string, [, date, until, before]: (typeof clocks)[number]) =>
  Effect.gen(function* () {
    const bars = yield* stored("minute_bars", ticker, at(`${date}T09:30`), at(`${date}T${until}`) - minute)
    const past = yield* stored("minute_bars", ticker, at(`${before}T09:30`), at(`${before}T16:00`) - minute)
    return {
      open: bars[0]!.o,
      high: Math.max(...bars.map(({ h }) => h)),
      low: Math.min(...bars.map(({ l }) => l)),
      close: bars.at(-1)!.c,
      last: bars.at(-1)! satisfies Stored,
      previousClose: past.at(-1)!.c,
      opened: at(`${date}T09:30`),
      until: at(`${date}T${until}`),
      closed: at(`${before}T16:00`),
    }
  })

/** The terms of an option as its item tells them. */
const termsOf = ({ details, implied_volatility }: OptionSnapshot, instant: number): OptionPricing.Terms => ({
  ...(details as Required<OptionDetails>),
  years: (expiryOf(details!.expiration_date!) - instant) / year,
  rate: riskFreeRate,
  dividendYield: underlyings.find(({ ticker }) => ticker === details!.underlying_ticker)!.dividendYield,
  volatility: implied_volatility!,
})

describe("an option in the unified snapshot", () => {
  layer(Tables)((it) => {
    for (const clock of sampled(clocks, 0)) {
      const [instant, , , , when] = clock
      const now = at(instant)

      it.effect(
        `${when} has the price that its implied volatility gives, and the session of the underlying's prices`,
        () =>
          Effect.gen(function* () {
            const sessions = { AAPL: yield* sessionOf("AAPL", clock), "I:SPX": yield* sessionOf("I:SPX", clock) }
            const options = sampled(yield* optionsAt(now), 0)
            const withVolatility = options.filter((option) => option.implied_volatility !== undefined)
            assert.isAbove(withVolatility.length, isAll ? 100 : 8)
            for (const option of options) {
              const { session } = option
              const { close, closed, open, opened, previousClose, until } =
                sessions[option.underlying_asset!.ticker as "AAPL"]
              assert.strictEqual(option.last_updated, BigInt(until) * 1_000_000n)
              assert.strictEqual(option.greeks === undefined, option.implied_volatility === undefined)
              assert.isTrue(Number.isInteger(option.open_interest) && option.open_interest! >= 0)
              if (option.implied_volatility === undefined) continue
              const price = (time: number, underlying: number) =>
                Math.max(0.01, round(OptionPricing.price(termsOf(option, time), underlying), 2))
              // The right of early exercise is interpolated in a session: by less than a cent.
              const isPriced = (found: number | undefined, expected: number) =>
                assert.approximately(found!, expected, 0.0101, option.ticker)
              isPriced(session!.close, price(until, close))
              isPriced(session!.open, price(opened, open))
              isPriced(session!.previous_close, listed(option) < clock[1] ? price(closed, previousClose) : 0)
              const unrounded = (at: number) => OptionPricing.price(termsOf(option, until), at)
              const step = close / 2000
              assert.approximately(
                option.greeks!.delta!,
                (unrounded(close + step) - unrounded(close - step)) / (2 * step),
                0.03,
              )
            }
          }),
      )

      it.effect(
        `${when} agrees with itself, with its underlying's item, and by put-call parity with the other of its strike`,
        () =>
          Effect.gen(function* () {
            const [aapl, spx] = yield* see(now, business, [stock("AAPL"), index("I:SPX")])
            const options = yield* optionsAt(now)
            for (const option of options) {
              const {
                change,
                change_percent: percent,
                close,
                high,
                low,
                open,
                previous_close: previous,
              } = option.session as Required<SnapshotSession>
              assert.isTrue(low <= Math.min(open, close) && high >= Math.max(open, close) && low >= 0.01)
              // A contract has no previous close on its first day.
              assert.strictEqual(previous === 0, listed(option) >= clock[1])
              assert.strictEqual(change, previous === 0 ? 0 : round(close - previous, 4))
              assert.strictEqual(percent, previous === 0 ? 0 : round(((close - previous) / previous) * 100, 4))
              assert.deepInclude(option.session, {
                price: close,
                regular_trading_change: change,
                regular_trading_change_percent: percent,
              })
              const { contract_type: type, strike_price: strike } = option.details as Required<OptionDetails>
              assert.strictEqual(option.break_even_price, round(type === "call" ? strike + close : strike - close, 4))
              const { change_to_break_even: distance, price, value } = option.underlying_asset!
              assert.strictEqual(distance, round(option.break_even_price! - (price ?? value!), 4))
              if (option.underlying_asset!.ticker === "AAPL") {
                // While stocks are cleared, their last price is the close before.
                const shown = aapl!.session!.price ?? aapl!.session!.previous_close!
                assert.deepInclude(option.underlying_asset, { price: shown, last_updated: aapl!.last_updated! })
              } else {
                assert.deepInclude(option.underlying_asset, {
                  value: (spx as IndexSnapshot).value!,
                  last_updated: spx!.last_updated!,
                })
              }
              // After the end of the data only days are known.
              if (now <= at("2025-06-30T16:00")) {
                assert.strictEqual(option.last_trade!.price, close)
                assert.strictEqual(option.last_minute!.close, close)
                assert.isAtMost(option.last_minute!.volume!, option.session!.volume!)
                const { close: c, high: h, low: l, open: o, transactions } = option.last_minute as Required<LastMinute>
                assert.isAtLeast(transactions, leastTrades({ c, h, l, o }))
              }
              assert.isTrue(option.last_quote!.bid! <= close && option.last_quote!.ask! > close)
            }
            assert.isAbove(options.length, 200)
            const european = options.filter(({ details }) => details!.exercise_style === "european")
            const { close, until } = yield* sessionOf("I:SPX", clock)
            for (const call of european.filter(({ details }) => details!.contract_type === "call")) {
              const put = european.find(({ ticker }) => ticker === call.ticker.replace(/C(\d{8})$/, "P$1"))!
              const { dividendYield, rate, strike_price: strike, years } = termsOf(call, until)
              const forward = close * Math.exp(-dividendYield * years) - strike * Math.exp(-rate * years)
              // Both are rounded to cents, and cost at least one.
              assert.approximately(call.session!.close! - put.session!.close!, forward, 0.02)
            }
          }),
      )

      it.effect(`${when}: an index has the value and the session of its bars, without a volume`, () =>
        Effect.gen(function* () {
          for (const ticker of ["I:DJI", "I:NDX", "I:SPX"]) {
            const { close, high, low, open, previousClose, until } = yield* sessionOf(ticker, clock)
            const item = yield* indexAt(now, ticker)
            assert.deepInclude(item, { value: close, last_updated: BigInt(until) * 1_000_000n, timeframe: "REAL-TIME" })
            const change = close - previousClose
            assert.deepStrictEqual(item.session, {
              open,
              high,
              low,
              close,
              price: close,
              previous_close: previousClose,
              change: round(change, 4),
              change_percent: round((change / previousClose) * 100, 4),
            })
          }
        }),
      )
    }

    it.effect(
      "and an index know a day without minutes when its session is over, on a half day at 13:00, and not before",
      () =>
        Effect.gen(function* () {
          const { query } = yield* Store
          const [before, day] = yield* query<{ readonly c: number }>(
            "SELECT c FROM day_bars WHERE ticker = 'I:SPX' AND date IN ('2024-07-02', '2024-07-03') ORDER BY date",
          )
          for (const [instant, value, until] of [
            ["2024-07-03T12:59:59.999", before!.c, "2024-07-02T16:00"],
            ["2024-07-03T13:00:00", day!.c, "2024-07-03T13:00"],
            ["2024-07-04T12:00:00", day!.c, "2024-07-03T13:00"],
          ] as const) {
            const item = yield* indexAt(at(instant), "I:SPX")
            assert.deepInclude(item, { value, last_updated: BigInt(at(until)) * 1_000_000n })
            for (const option of yield* optionsAt(at(instant)))
              assert.strictEqual(option.last_updated, item.last_updated)
          }
        }),
    )

    it.effect("whose price no longer depends on the volatility has neither greeks nor an implied volatility", () =>
      Effect.gen(function* () {
        const { close } = yield* sessionOf("AAPL", clocks[2])
        const far = (yield* optionsAt(at("2025-06-30T16:00"))).filter(
          ({ details, greeks }) => greeks === undefined && details!.underlying_ticker === "AAPL",
        )
        assert.isAbove(far.length, 5)
        for (const { details, session } of far) {
          const gain =
            details!.contract_type === "call" ? close - details!.strike_price! : details!.strike_price! - close
          assert.approximately(session!.close!, Math.max(0.01, gain), 0.15)
        }
      }),
    )

    it.effect("shows what the key's plan holds", () =>
      Effect.gen(function* () {
        const now = at("2025-06-30T12:00")
        for (const plan of [business, advanced, developer, starter, basic]) {
          for (const option of yield* optionsAt(now, plan)) {
            assert.strictEqual("last_quote" in option, plan.quotes)
            assert.strictEqual("fmv" in option, plan.fairMarketValue)
            assert.strictEqual(option.timeframe, plan.delay > 0 ? "DELAYED" : "REAL-TIME")
            // Eight hours before noon the last session is that of Friday.
            const seen = plan === basic ? at("2025-06-27T16:00") : now - plan.delay
            assert.strictEqual(option.last_updated, BigInt(seen) * 1_000_000n)
          }
        }
      }),
    )
  })
})

describe("the state of each kind's market", () => {
  layer(Tables)((it) => {
    it.effect("follows the clock: sessions and half days, the weekend of currencies, and crypto at any time", () =>
      Effect.gen(function* () {
        const instruments = [
          stock("AAPL"),
          { ticker: "O:AAPL250718C00190000", name: "AAPL $190 Call", kind: "options", otc: false },
          index("I:SPX"),
          { ticker: "C:EURUSD", name: "EURUSD", kind: "fx", otc: false },
          { ticker: "X:BTCUSD", name: "BTCUSD", kind: "crypto", otc: false },
        ]
        const states = (items: ReadonlyArray<Snapshot>) => items.map(({ market_status }) => market_status).join(" ")
        for (const [instant, expected] of [
          ["2025-06-30T03:59:59.999", "closed closed closed open open"],
          ["2025-06-30T04:00:00", "early_trading closed early_trading open open"],
          ["2025-06-30T09:29:59.999", "early_trading closed early_trading open open"],
          ["2025-06-30T09:30:00", "open open regular_trading open open"],
          ["2025-06-30T12:00:00", "open open regular_trading open open"],
          ["2025-06-30T15:59:59.999", "open open regular_trading open open"],
          ["2025-06-30T16:00:00", "late_trading closed late_trading open open"],
          ["2025-06-30T20:00:00", "closed closed closed open open"],
          ["2025-06-27T17:00:00", "late_trading closed late_trading closed open"],
          ["2025-06-28T12:00:00", "closed closed closed closed open"],
          ["2025-06-29T17:00:00", "closed closed closed open open"],
          ["2025-07-03T12:59:59.999", "open open regular_trading open open"],
          ["2025-07-03T13:00:00", "late_trading closed late_trading open open"],
          ["2025-07-03T17:00:00", "closed closed closed open open"],
          ["2025-07-04T12:00:00", "closed closed closed open open"],
        ] as const) {
          assert.strictEqual(states(yield* see(at(instant), business, instruments)), expected, instant)
        }
      }),
    )
  })
})

describe("the options that are listed", () => {
  layer(Tables)((it) => {
    it.effect("are those of the clock's day: none that is not listed yet, none that has expired", () =>
      Effect.gen(function* () {
        const { query } = yield* Store
        const all = yield* query<{ readonly ticker: string; readonly listed: string; readonly expires: string }>(
          "SELECT ticker, listed_date AS listed, expiration_date AS expires FROM option_contracts ORDER BY ticker",
        )
        for (const [instant, date] of [
          ["2025-06-25T12:00", "2025-06-25"],
          ["2025-06-30T16:00", "2025-06-30"],
          ["2025-07-03T23:59:59.999", "2025-07-03"],
          ["2025-07-04T00:00", "2025-07-04"],
          ["2025-07-12T12:00", "2025-07-12"],
          ["2025-12-01T12:00", "2025-12-01"],
        ] as const) {
          const service = yield* Service.make({ routes, keys, now: Effect.succeed(at(instant)), seed: 1 })
          const there = all
            .filter(({ expires, listed }) => listed <= date && expires >= date)
            .map(({ ticker }) => ticker)
          const { json } = yield* ask(service, "/v3/snapshot?type=options&limit=250")
          const listed = json["results"] as ReadonlyArray<SnapshotItem>
          assert.deepStrictEqual(
            listed.map(({ ticker }) => ticker),
            there,
            instant,
          )
          const gone = all.filter(({ ticker }) => !there.includes(ticker)).slice(0, 3)
          const asked = gone.map(({ ticker }) => ticker)
          const answer = yield* ask(service, `/v3/snapshot?ticker.any_of=${["AAPL", ...asked].join()}`)
          assert.deepStrictEqual(
            (answer.json["results"] as ReadonlyArray<SnapshotItem>).map((item) =>
              "error" in item ? item.error : item.type,
            ),
            ["stocks", ...asked.map(() => "NOT_FOUND")],
          )
        }
      }),
    )
  })
})
