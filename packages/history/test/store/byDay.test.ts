/** Daily bars of many stocks, asked for by trading days. */
import type { MarketDataError } from "@candela/core/MarketDataError"
import type { Store } from "@candela/history"
import * as Calendar from "@candela/market/Calendar"
import { midnight } from "@candela/market/TimeZone"
import { runs } from "@candela/support/seeded"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc, TestClock } from "effect"
import * as Batches from "../../src/internal/store/sync/batches.js"
import * as Intervals from "../../src/internal/store/layout/intervals.js"
import type { Task } from "../../src/internal/store/sync/tasks.js"
import * as Source from "../../src/internal/store/layout/source.js"
import { Machine } from "./memory.js"
import { bar, open, requested, requestsOf, service, stocks, supply } from "./support.js"

const at = (date: string) => midnight("America/New_York", date)
const now = at("2024-06-15")
const sessions = Calendar.sessions("2023-12-11", "2024-01-19")
const tickers = ["AAPL", "MSFT", "NEW", "NONE", "QQQ", "ZZZ"]

/** Most stocks trade on each day, one since a day, one on a few days, one never. */
const bars = (ticker: string) =>
  sessions
    .filter(({ date }, index) => {
      if (ticker === "NEW") return date >= "2023-12-28"
      return ticker === "ZZZ" ? index % 7 === 0 : ticker !== "NONE"
    })
    .map(({ midnight }) => bar(midnight, (midnight / 86_400_000) % (7 + ticker.length)))

const market = supply({ bars, market: () => ["OTHER", ...tickers].reverse() })

const start = (time = now) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(time)
    const machine = new Machine()
    return { machine, store: yield* open(machine.fileSystem) }
  })

/** Folders are filled side by side: their changes come in any order. */
const inOrder = ({ changes, empty, ...summary }: Store.Summary) => ({
  ...summary,
  changes: [...changes].map((change) => JSON.stringify(change)).sort(),
  empty: [...empty].sort(),
})

/** How often bars were asked for: by day, and by ticker. */
const asked = Effect.map(requested, (urls) => ({
  day: urls.filter((url) => url.startsWith("/v2/aggs/grouped/")).length,
  ticker: urls.filter((url) => url.startsWith("/v2/aggs/ticker/") && !url.includes("skip=")).length,
}))

describe("a sync of daily bars of stocks", () => {
  it.effect.prop(
    "writes the same files by day as by ticker",
    {
      from: fc.nat(sessions.length - 1),
      length: fc.nat(12),
      hour: fc.nat(9),
      second: fc.nat(5),
      chosen: fc.uniqueArray(fc.constantFrom(...tickers), { minLength: 1 }),
    },
    ({ chosen, from, hour, length, second }) =>
      Effect.gen(function* () {
        const last = Math.min(sessions.length - 1, from + length)
        const range = { from: sessions[from]!.midnight + hour * 3_600_000, to: sessions[last]!.close }
        const later = { from: sessions[0]!.date, to: sessions[Math.min(sessions.length - 1, last + second)]!.date }
        const write = (by: "day" | "ticker") =>
          Effect.gen(function* () {
            const { machine, store } = yield* start(sessions[last]!.afterHoursClose)
            const first = yield* store.sync(stocks(chosen), range, { by })
            yield* TestClock.setTime(now)
            const second = yield* store.sync(stocks(chosen), later, { by })
            return { files: machine.contents("/store"), summaries: [first, second].map(inOrder) }
          })
        assert.deepStrictEqual(yield* write("day"), yield* write("ticker"))
      }).pipe(Effect.provide(service(market))),
    { fastCheck: { numRuns: runs(36) } },
  )

  it.prop(
    "holds so many bars at a time, and leaves no time out",
    {
      most: fc.integer({ min: 1, max: 300 }),
      from: fc.nat(20),
      length: fc.nat(40),
      count: fc.integer({ min: 1, max: 40 }),
    },
    ({ count, from, length, most }) => {
      const gap: Intervals.Interval = [sessions[from]!.midnight - 7, sessions[from]!.midnight + length * 86_400_000 + 7]
      const task = {
        source: {
          period: (instant: number) =>
            Source.periodOf("stocks", new Date(instant - 18_000_000).toISOString().slice(0, 4))!,
        },
      }
      const within = sessions.filter(({ midnight }) => gap[0] <= midnight && midnight < gap[1])
      const batch = { gaps: [gap], tasks: Array.from({ length: count }, () => task as Task), sessions: within }
      const slices = Batches.slicesOf(batch, most)
      assert.deepStrictEqual(
        slices.flatMap(({ days }) => days),
        within,
      )
      assert.deepStrictEqual(
        slices.reduce<Intervals.Intervals>((all, { time }) => Intervals.union(all, time), []),
        [gap],
      )
      assert.strictEqual(
        slices.reduce((sum, { time: [[first, last] = [0, 0]] }) => sum + last - first, 0),
        gap[1] - gap[0],
      )
      for (const { days, time } of slices) {
        assert.isTrue(days.length <= 1 || days.length * count <= most)
        assert.isTrue(days.every(({ midnight }) => time[0]![0] <= midnight && midnight < time[0]![1]))
        assert.lengthOf(new Set(days.map(({ date }) => date.slice(0, 4))), Math.min(1, days.length))
      }
    },
  )

  it.effect("asks for the days where they are fewer than the tickers, and for a second time for nothing", () =>
    Effect.gen(function* () {
      const { store } = yield* start()
      const range = { from: "2023-12-28", to: "2024-01-03" }
      assert.strictEqual((yield* store.preview(stocks(tickers), range)).requests, 4 + 2)
      yield* store.sync(stocks(tickers), range)
      assert.deepStrictEqual(yield* asked, { day: 4, ticker: 0 })
      assert.strictEqual(yield* requestsOf(store.sync(stocks(tickers), range)), 0)
      const wider = { from: "2023-12-18", to: "2024-01-03" }
      assert.strictEqual((yield* store.preview(stocks(tickers), wider)).requests, 6)
      yield* store.sync(stocks(tickers), wider)
      assert.deepStrictEqual(yield* asked, { day: 4, ticker: 6 })
    }).pipe(Effect.provide(service(market))),
  )

  it.effect("asks for the tickers that lack other days by themselves", () =>
    Effect.gen(function* () {
      const { store } = yield* start()
      const range = { from: "2023-12-28", to: "2024-01-03" }
      yield* store.sync(stocks(["NEW"]), { from: "2023-12-28", to: "2023-12-29" })
      const before = yield* asked
      yield* store.sync(stocks(tickers), range)
      assert.deepStrictEqual(yield* asked, { day: 4, ticker: before.ticker + 1 })
    }).pipe(Effect.provide(service(market))),
  )

  it.effect("leaves a day of which the session runs for the next sync", () =>
    Effect.gen(function* () {
      const today = sessions.find(({ date }) => date === "2024-01-18")!
      const { store } = yield* start(today.open + 1)
      const range = { from: "2024-01-17", to: "2024-01-18" }
      const told: Array<number> = []
      const options = { onProgress: ({ done }: { readonly done: number }) => Effect.sync(() => void told.push(done)) }
      assert.strictEqual((yield* store.sync(stocks(tickers), range, options)).rows, 4)
      assert.strictEqual(told.at(-1), 1)
      yield* TestClock.setTime(today.close)
      assert.strictEqual((yield* store.sync(stocks(tickers), range)).rows, 8)
      assert.deepStrictEqual(yield* asked, { day: 3, ticker: 0 })
    }).pipe(Effect.provide(service(market))),
  )

  const refusals = {
    "the key's plan lacks the summary": ScriptedTransport.json(
      { status: "NOT_AUTHORIZED", message: "no" },
      { status: 403 },
    ),
    "a row of another stock is wrong": ScriptedTransport.json({ status: "OK", results: [{ T: "OTHER", t: "soon" }] }),
  }
  for (const [name, refusal] of Object.entries(refusals)) {
    it.effect(`goes on ticker by ticker where ${name}`, () =>
      Effect.gen(function* () {
        const { machine, store } = yield* start()
        const range = { from: "2023-12-27", to: "2024-01-04" }
        const summary = yield* store.sync(stocks(tickers), range, { by: "day" })
        const whole = yield* start()
        assert.deepStrictEqual(yield* whole.store.sync(stocks(tickers), range, { by: "ticker" }), summary)
        assert.deepStrictEqual(machine.contents("/store"), whole.machine.contents("/store"))
      }).pipe(
        Effect.provide(service(market, ({ url }) => (url.pathname.endsWith("/2024-01-03") ? refusal : undefined))),
      ),
    )
  }

  it.effect("fails where the key is refused, and keeps the years before", () =>
    Effect.gen(function* () {
      const { machine, store } = yield* start()
      const range = { from: "2023-12-27", to: "2024-01-04" }
      const error = yield* Effect.flip(store.sync(stocks(tickers), range, { by: "day" }))
      assert.strictEqual((error as MarketDataError)._tag, "Unauthorized")
      const bars = [...machine.contents("/store").keys()].filter((name) => name.endsWith(".jsonl"))
      assert.isAbove(bars.filter((name) => name.includes("2023")).length, 3)
      assert.lengthOf(
        bars.filter((name) => name.includes("2024")),
        0,
      )
    }).pipe(
      Effect.provide(
        service(market, ({ url }) =>
          url.pathname.endsWith("/2024-01-03")
            ? ScriptedTransport.json({ status: "ERROR", error: "Unknown API Key" }, { status: 401 })
            : undefined,
        ),
      ),
    ),
  )
})
