import { dateOf } from "@candela/market/TimeZone"
import * as Calendar from "@candela/market/Calendar"
import { indices } from "@candela/sandbox/subjects/indices/profiles"
import { profiles } from "@candela/sandbox/subjects/companies/profiles"
import { Store } from "@candela/sandbox/store/Store"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type Stored, stored, Tables } from "../../contract/support.js"

const zone = "America/New_York"
const minute = 60_000

/**
 * Worth of the members at their prices, by the profiles: each makes up the same part of the level at its usual price.
 */
const levelOf = ({ level, members }: (typeof indices)[number], priceOf: (ticker: string) => number) =>
  members.reduce(
    (sum, ticker) =>
      sum + (level / members.length / profiles.find((profile) => profile.ticker === ticker)!.price) * priceOf(ticker),
    0,
  )

interface Day {
  readonly ticker: string
  readonly date: string
  readonly t: number
  readonly o: number
  readonly h: number
  readonly l: number
  readonly c: number
  readonly v: number
  readonly vw: number | null
  readonly n: number | null
  readonly session_open: number
  readonly session_close: number
}

const daysOf = (ticker: string) =>
  Effect.flatMap(Store, ({ query }) =>
    query<Day>(
      "SELECT * EXCLUDE (exact_vw) REPLACE (t::DOUBLE AS t, n::DOUBLE AS n) FROM day_bars WHERE ticker = $1 ORDER BY date",
      [ticker],
    ),
  )

const sessions = Calendar.sessions("2023-07-03", "2025-06-30")

describe("the bars of indices", () => {
  layer(Tables)((it) => {
    it.effect("are of stocks that no split or delisting changes", () =>
      Effect.sync(() => {
        for (const { members } of indices) {
          const found = profiles.filter(({ ticker }) => members.includes(ticker))
          assert.lengthOf(found, members.length)
          assert.isTrue(
            found.every(
              ({ delisted, otc, split }) => delisted === undefined && otc === undefined && split === undefined,
            ),
          )
        }
      }),
    )

    it.effect("of a day open and close at the worth of the members, each session since 2023-07-03", () =>
      Effect.gen(function* () {
        for (const index of indices) {
          const days = yield* daysOf(index.ticker)
          assert.deepStrictEqual(
            days.map(({ date }) => date),
            sessions.map(({ date }) => date),
          )
          const members = new Map<string, ReadonlyArray<Day>>()
          for (const ticker of index.members) members.set(ticker, yield* daysOf(ticker))
          days.forEach((day, row) => {
            assert.approximately(
              day.o,
              levelOf(index, (ticker) => members.get(ticker)![row]!.session_open),
              0.0051,
            )
            assert.approximately(
              day.c,
              levelOf(index, (ticker) => members.get(ticker)![row]!.session_close),
              0.0051,
            )
            assert.isTrue(day.l <= Math.min(day.o, day.c) && day.h >= Math.max(day.o, day.c))
            assert.deepInclude(day, { v: 0, vw: null, n: null, session_open: day.o, session_close: day.c })
          })
        }
      }),
    )

    it.effect("of a minute are the worth of the members, each minute of the last 10 sessions", () =>
      Effect.gen(function* () {
        const [first, last] = [sessions.at(-10)!.open, sessions.at(-1)!.close]
        const expected = sessions
          .slice(-10)
          .flatMap(({ close, open }) =>
            Array.from({ length: (close - open) / minute }, (_, place) => open + place * minute),
          )
        for (const index of indices) {
          const bars = yield* stored("minute_bars", index.ticker, 0, last)
          assert.deepStrictEqual(
            bars.map(({ t }) => t),
            expected,
          )
          const members = new Map<string, ReadonlyMap<number, Stored>>()
          for (const ticker of index.members) {
            const found = yield* stored("minute_bars", ticker, first, last)
            members.set(ticker, new Map(found.map((bar) => [bar.t, bar])))
          }
          for (const { close, open } of sessions.slice(-10)) {
            const latest = new Map<string, number>()
            for (const bar of bars.filter(({ t }) => t >= open && t < close)) {
              for (const ticker of index.members) {
                const traded = members.get(ticker)!.get(bar.t)
                if (traded !== undefined) latest.set(ticker, traded.c)
              }
              if (latest.size < index.members.length) continue
              assert.approximately(
                bar.c,
                levelOf(index, (ticker) => latest.get(ticker)!),
                0.0051,
              )
              assert.deepStrictEqual([bar.h, bar.l], [Math.max(bar.o, bar.c), Math.min(bar.o, bar.c)])
            }
          }
        }
      }),
    )

    it.effect("of a day are the aggregation of its minutes, and each minute opens where the last one closed", () =>
      Effect.gen(function* () {
        for (const { ticker } of indices) {
          const days = new Map((yield* daysOf(ticker)).map((day) => [day.date, day]))
          const minutes = yield* stored("minute_bars", ticker, 0, sessions.at(-1)!.close)
          for (const { date } of sessions.slice(-10)) {
            const bars = minutes.filter(({ t }) => dateOf(zone, t) === date)
            assert.deepInclude(days.get(date)!, {
              o: bars[0]!.o,
              h: Math.max(...bars.map(({ h }) => h)),
              l: Math.min(...bars.map(({ l }) => l)),
              c: bars.at(-1)!.c,
            })
            bars.slice(1).forEach((bar, index) => assert.strictEqual(bar.o, bars[index]!.c))
          }
        }
      }),
    )

    it.effect("of the S&P 500 are ten times those of its fund", () =>
      Effect.gen(function* () {
        const funds = yield* daysOf("SPY")
        ;(yield* daysOf("I:SPX")).forEach(({ c, o }, row) => {
          assert.approximately(o, 10 * funds[row]!.session_open, 1e-9)
          assert.approximately(c, 10 * funds[row]!.session_close, 1e-9)
        })
      }),
    )
  })
})
