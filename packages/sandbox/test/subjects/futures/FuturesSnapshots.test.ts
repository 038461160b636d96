import { dateOfDay, dayNumber } from "@candela/market/TimeZone"
import * as Subscription from "@candela/sandbox/access/Subscription"
import * as Dataset from "@candela/sandbox/dataset/Dataset"
import * as Bars from "@candela/sandbox/subjects/futures/Bars"
import { sessions } from "@candela/sandbox/subjects/futures/calendar"
import * as FuturesSnapshots from "@candela/sandbox/subjects/futures/FuturesSnapshots"
import * as Schedules from "@candela/sandbox/subjects/futures/Schedules"
import { Store } from "@candela/sandbox/store/Store"
import { runs } from "@candela/support/seeded"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, FastCheck } from "effect"
import { Tables } from "../../contract/support.js"

const contract = (ticker: string) => ({
  ticker,
  product_code: ticker.slice(0, -2),
  settlement_date: "2025-09-19",
  trade_tick_size: 0.25,
})

const barsOf = (ticker: string, unit: "session" | "min", limit: number, visible: number) =>
  Effect.map(
    Bars.page({
      ...{ ticker, visible, limit },
      resolution: { multiplier: 1, unit },
      sort: [{ column: "window_start", direction: "desc" }],
    }),
    ({ bars }) => bars,
  )

const snapshotAt = (ticker: string, visible: number, plan: Subscription.Name = "business") =>
  FuturesSnapshots.snapshot(contract(ticker), { visible, subscription: Subscription.plans[plan] })

describe("snapshots of contracts", () => {
  layer(Tables)((it) => {
    it.effect("are the newest session and minute of the bars, at any instant", () =>
      Effect.gen(function* () {
        const store = yield* Store
        const check = (ticker: string, visible: number) =>
          Effect.gen(function* () {
            const { last_minute, last_quote, last_trade, session } = yield* snapshotAt(ticker, visible)
            const [newest, before] = yield* barsOf(ticker, "session", 2, visible)
            const [minute] = yield* barsOf(ticker, "min", 1, visible)
            if (newest === undefined) return assert.isUndefined(session)
            const { change, change_percent, previous_settlement, ...prices } = session!
            const { close, high, low, open, settlement_price, volume } = newest
            assert.deepStrictEqual(prices, {
              ...{ open, high, low, close, volume },
              ...(settlement_price === undefined ? {} : { settlement_price }),
            })
            assert.strictEqual(previous_settlement, before?.settlement_price)
            if (previous_settlement !== undefined) {
              assert.closeTo(change!, (settlement_price ?? close) - previous_settlement, 1e-9)
              assert.closeTo(change_percent!, change! / previous_settlement, 1e-8)
            }
            if (minute === undefined || minute.window_start < newest.window_start) {
              return assert.isUndefined(last_minute ?? last_trade ?? last_quote)
            }
            assert.deepInclude(last_minute, { close: minute.close, volume: minute.volume })
            assert.strictEqual(BigInt(last_minute!.last_updated!) * 1_000_000n, minute.window_start)
            assert.strictEqual(last_trade?.price, minute.close)
            assert.isTrue(last_trade!.last_updated! >= minute.window_start)
            assert.isTrue(last_trade!.last_updated! < minute.window_start + 60_000_000_000n)
            assert.isTrue(last_quote!.bid! <= last_trade!.price! && last_trade!.price! <= last_quote!.ask!)
            assert.strictEqual(last_quote!.ask! - last_quote!.bid!, 0.25)
          })
        yield* check("ESU5", Dataset.defaultNow)
        yield* Effect.promise(() =>
          FastCheck.assert(
            FastCheck.asyncProperty(
              FastCheck.integer({ min: Date.UTC(2025, 5, 2), max: Dataset.defaultNow }),
              FastCheck.constantFrom("ESU5", "NQU5", "ESZ5"),
              (visible, ticker) => Effect.runPromise(Effect.provideService(check(ticker, visible), Store, store)),
            ),
            { numRuns: runs(40) },
          ),
        )
      }),
    )

    it.effect("have quotes on plans with quotes alone, and say how timely they are", () =>
      Effect.gen(function* () {
        const { last_quote, last_trade } = yield* snapshotAt("ESU5", Dataset.defaultNow, "starter")
        assert.isUndefined(last_quote)
        assert.strictEqual(last_trade?.timeframe, "DELAYED")
      }),
    )
  })
})

describe("schedules", () => {
  layer(Tables)((it) => {
    it.effect("are the sessions of the bars: each bar lies between the opening and the close of its date", () =>
      Effect.gen(function* () {
        const { query } = yield* Store
        const [found] = yield* query<{ readonly minutes: number; readonly sessions: number; readonly rows: number }>(
          `WITH hours AS (
             SELECT product_code, session_end_date AS date,
               epoch_ms(min(timestamp::TIMESTAMPTZ) FILTER (event = 'open')) AS open,
               epoch_ms(max(timestamp::TIMESTAMPTZ) FILTER (event = 'close')) AS close
             FROM futures_schedules GROUP BY ALL)
           SELECT count(*)::INTEGER AS rows, count(*) FILTER (open IS NULL OR t <> open)::INTEGER AS sessions,
             (SELECT count(*)::INTEGER FROM futures_minute_bars AS bars WHERE NOT EXISTS (
                SELECT 1 FROM hours WHERE product_code = bars.ticker[:-3] AND t >= open AND t < close)) AS minutes
           FROM futures_session_bars AS bars LEFT JOIN hours ON product_code = ticker[:-3] AND hours.date = bars.date`,
        )
        assert.isAbove(found!.rows, 1_000)
        assert.deepInclude(found, { minutes: 0, sessions: 0 })
      }),
    )

    it.effect("tell the state of a product's market: the last event by the clock", () =>
      Effect.gen(function* () {
        const { query } = yield* Store
        const stateAt = (text: string) =>
          Effect.map(
            query<{ readonly market_event: string; readonly session_end_date: string; readonly timestamp: string }>(
              `SELECT market_event, session_end_date, timestamp FROM (${Schedules.latest("$1")}) WHERE product_code = 'ES'`,
              [Schedules.timestampOf(Date.parse(text))],
            ),
            ([state]) => [state!.market_event, state!.session_end_date, state!.timestamp],
          )
        const friday = ["close", "2025-06-27", "2025-06-27T21:00:00+00:00"]
        assert.deepStrictEqual(yield* stateAt("2025-06-27T15:59:59-05:00"), [
          ...["open", "2025-06-27", "2025-06-26T22:00:00+00:00"],
        ])
        assert.deepStrictEqual(yield* stateAt("2025-06-27T16:00:00-05:00"), friday)
        assert.deepStrictEqual(yield* stateAt("2025-06-29T15:59:59-05:00"), friday)
        assert.deepStrictEqual(yield* stateAt("2025-06-29T16:00:00-05:00"), [
          ...["pre_open", "2025-06-30", "2025-06-29T21:00:00+00:00"],
        ])
        assert.deepStrictEqual(yield* stateAt("2025-06-30T15:00:00-05:00"), [
          ...["open", "2025-06-30", "2025-06-29T22:00:00+00:00"],
        ])
        // Christmas has no session; orders are taken for the next one in the evening.
        const christmas = yield* stateAt("2024-12-25T12:00:00-06:00")
        assert.deepStrictEqual(christmas.slice(0, 2), ["close", "2024-12-24"])
        const next = sessions("2024-12-25", dateOfDay(dayNumber("2024-12-25") + 3))[0]!
        assert.strictEqual(next.date, "2024-12-26")
      }),
    )
  })
})
