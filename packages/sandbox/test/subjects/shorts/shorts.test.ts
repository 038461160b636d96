import { defaultNow } from "@candela/sandbox/dataset/Dataset"
import * as Service from "@candela/sandbox/http/Service"
import { all as routes } from "@candela/sandbox/routes/Routes"
import { Store } from "@candela/sandbox/store/Store"
import type { FreeFloat } from "@candela/stocks/FreeFloat"
import type { ShortInterest } from "@candela/stocks/ShortInterest"
import type { ShortVolume } from "@candela/stocks/ShortVolume"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { keys, Tables } from "../../contract/support.js"
import { ask } from "../../http/support.js"

const rowsAt = <Row>(path: string, now = defaultNow) =>
  Effect.gen(function* () {
    const service = yield* Service.make({ routes, keys, now: Effect.succeed(now), seed: 1 })
    const { json } = yield* ask(service, path)
    return json["results"] as ReadonlyArray<Row>
  })

/** The shares of a stock by what was filed by a day. */
const sharesOf = Effect.map(
  Effect.flatMap(Store, ({ query }) =>
    query<{ readonly ticker: string; readonly filed: string; readonly shares: number }>(
      `SELECT ticker, filing_date AS filed, share_class_shares_outstanding AS shares FROM ticker_figures
       ORDER BY filing_date, period_end`,
    ),
  ),
  (rows) => (ticker: string, day: string) => rows.findLast((row) => row.ticker === ticker && row.filed <= day)?.shares,
)

describe("the short volume of the data set", () => {
  layer(Tables)((it) => {
    it.effect("is a part of the volume of each day before today, and the sum of where it was reported", () =>
      Effect.gen(function* () {
        const rows = yield* rowsAt<Required<ShortVolume>>("/stocks/v1/short-volume?limit=50000&ticker.any_of=AAPL,NVDA")
        const { query } = yield* Store
        const days = yield* query<{ readonly ticker: string; readonly date: string; readonly v: number }>(
          "SELECT ticker, date, v FROM day_bars WHERE ticker IN ('AAPL', 'NVDA') AND date < '2025-06-30' ORDER BY ticker, date",
        )
        assert.deepStrictEqual(
          rows.map(({ date, ticker }) => [ticker, date]),
          days.map(({ date, ticker }) => [ticker, date]),
        )
        for (const [index, row] of rows.entries()) {
          const { exempt_volume, non_exempt_volume, short_volume, total_volume } = row
          assert.isTrue(total_volume > 0 && total_volume < days[index]!.v / 2)
          assert.isTrue(short_volume > 0 && short_volume < total_volume)
          assert.strictEqual(exempt_volume + non_exempt_volume, short_volume)
          const sum = (end: string) =>
            (["nyse", "nasdaq_carteret", "nasdaq_chicago", "adf"] as const).reduce(
              (total, place) => total + row[`${place}_${end}` as "adf_short_volume"],
              0,
            )
          assert.strictEqual(sum("short_volume"), short_volume)
          assert.strictEqual(sum("short_volume_exempt"), exempt_volume)
          assert.closeTo(row.short_volume_ratio, (100 * short_volume) / total_volume, 0.00501)
        }
      }),
    )
  })
})

describe("the short interest of the data set", () => {
  layer(Tables)((it) => {
    it.effect("is a part of the shares outstanding, twice a month, with the volume since the date before", () =>
      Effect.gen(function* () {
        const rows = yield* rowsAt<Required<ShortInterest>>("/stocks/v1/short-interest?limit=50000")
        const shares = yield* sharesOf
        assert.isAbove(new Set(rows.map(({ ticker }) => ticker)).size, 20)
        for (const row of rows) {
          const outstanding = shares(row.ticker, row.settlement_date)!
          assert.isTrue(row.short_interest > 0 && row.short_interest < 0.05 * outstanding, row.ticker)
          const days = Math.max(1, row.short_interest / row.avg_daily_volume)
          assert.closeTo(row.days_to_cover, days, 0.00501)
        }
        const own = rows.filter(({ settlement_date, ticker }) => ticker === "AAPL" && settlement_date >= "2025-01-01")
        assert.deepStrictEqual(
          own.map(({ settlement_date: date }) => date),
          // The 15th of February, March and June are days of a weekend.
          [
            ...["2025-01-15", "2025-01-31", "2025-02-14", "2025-02-28", "2025-03-14", "2025-03-31"],
            ...["2025-04-15", "2025-04-30", "2025-05-15", "2025-05-30", "2025-06-13"],
          ],
        )
        const { query } = yield* Store
        const [mean] = yield* query<{ readonly v: number }>(
          "SELECT avg(v) AS v FROM day_bars WHERE ticker = 'AAPL' AND date > '2025-05-15' AND date <= '2025-05-30'",
        )
        assert.strictEqual(own.at(-2)!.avg_daily_volume, Math.floor(mean!.v))
      }),
    )

    it.effect("is published nine days after its date", () =>
      Effect.gen(function* () {
        const last = (now: string) =>
          Effect.map(
            rowsAt<ShortInterest>("/stocks/v1/short-interest?ticker=AAPL&limit=1000", Date.parse(now)),
            (rows) => rows.at(-1)!.settlement_date,
          )
        assert.strictEqual(yield* last("2025-06-21T23:59:00-04:00"), "2025-05-30")
        assert.strictEqual(yield* last("2025-06-22T00:00:00-04:00"), "2025-06-13")
      }),
    )
  })
})

describe("the free float of the data set", () => {
  layer(Tables)((it) => {
    it.effect("is that part of the shares outstanding which its percentage tells", () =>
      Effect.gen(function* () {
        const shares = yield* sharesOf
        for (const now of [defaultNow, Date.parse("2024-09-03T12:00:00-04:00")]) {
          const rows = yield* rowsAt<Required<FreeFloat>>("/stocks/vX/float?limit=5000", now)
          assert.strictEqual(new Set(rows.map(({ ticker }) => ticker)).size, rows.length)
          for (const { effective_date, free_float, free_float_percent, ticker } of rows) {
            const today = new Date(now).toISOString().slice(0, 10)
            const outstanding = shares(ticker, today)!
            assert.isTrue(effective_date <= today)
            assert.closeTo(free_float, (outstanding * free_float_percent) / 100, 1)
          }
        }
      }),
    )
  })
})
