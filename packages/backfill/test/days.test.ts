/** Daily bars of many stocks are asked for by trading day. */
import { Backfill } from "@candela/backfill"
import { Store, Universe } from "@candela/history"
import * as Calendar from "@candela/market/Calendar"
import { Stocks } from "@candela/stocks"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import * as NodeContext from "@effect/platform-node/NodeContext"
import type { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger, Metric, MetricState } from "effect"
import * as Days from "../src/internal/fetch/days.js"
import * as Ledger from "../src/internal/plan/ledger.js"
import type { RunnerActivity } from "../src/internal/progress/runner.js"
import { asked, bar, type Behaviour, daysAsked, requests, service } from "./service.js"
import * as Support from "./support.js"

const range = { from: "2023-12-27", to: "2024-01-04" }
const sessions = Calendar.sessions(range.from, range.to)
const options = { rest: "10 millis", poll: "20 millis" } as const

/** Made-up tickers, in the order of their names. */
const tickers = Array.from({ length: 9 }, (_, index) => `T${index}`)

/** T8 is first traded in 2024, T7 never. */
const bars = (ticker: string) =>
  sessions
    .filter(({ date }) => ticker !== "T7" && (ticker !== "T8" || date >= "2024-01-04"))
    .map(({ midnight }, index) => bar(midnight, { v: index + Number(ticker.slice(1)) }))

const daily = (some: ReadonlyArray<string>) => Universe.bars(Stocks.endpoints.bars, { tickers: some, timespan: "day" })

/** A plan of so many tickers over a service that behaves so, in a folder of its own. */
const over = (
  own: Partial<Behaviour>,
  test: (
    place: { readonly plan: string; readonly folder: string; readonly behaviour: Behaviour },
    // oxlint-disable-next-line typescript/no-explicit-any -- all that a test needs is provided below
  ) => Effect.Effect<void, unknown, any>,
  count = tickers.length,
) =>
  Effect.gen(function* () {
    const behaviour: Behaviour = { known: tickers, broken: [], refuses: false, bars, ...own }
    const folder = yield* Support.folder
    const planned = Support.planned({ universe: daily(tickers.slice(0, count)), range, attempts: 2 })
    yield* Effect.flatMap(planned, (plan) => test({ plan, folder, behaviour })).pipe(
      Effect.provide(Support.within(folder)),
      Effect.provide(service(behaviour)),
    )
  }).pipe(Effect.scoped, Effect.provide(NodeContext.layer)) as Effect.Effect<void, unknown>

/** The store is that of a sync by ticker. */
const assertFilesOfSync = (folder: string) =>
  Effect.gen(function* () {
    yield* Effect.flatMap(Store, (store) => store.sync(daily(tickers), range, { by: "ticker" })).pipe(
      Effect.provide(Store.layer(`${folder}/direct`)),
    )
    assert.deepStrictEqual(yield* Support.contents(`${folder}/store`), yield* Support.contents(`${folder}/direct`))
  })

/** A runner of which only the count matters. */
const runner = (count: Effect.Effect<void>): RunnerActivity => ({
  name: "a runner of a test",
  during: (self) => self,
  count: () => count,
  report: Effect.void,
  end: Effect.void,
})

/** Jobs that this process has counted as ended, and their bars. */
const counted = Effect.map(Metric.snapshot, (metrics) =>
  ["candela_backfill_jobs_total", "candela_backfill_rows_total"].map((name) =>
    metrics.reduce(
      (sum, { metricKey, metricState }) =>
        metricKey.name === name && MetricState.isCounterState(metricState) ? sum + Number(metricState.count) : sum,
      0,
    ),
  ),
)

describe("daily bars of a plan", () => {
  it.live(
    "come by trading day where those are fewer, in as many requests as were planned, and the files are those of a sync",
    () =>
      over({}, ({ folder, plan }) =>
        Effect.gen(function* () {
          assert.strictEqual((yield* Backfill.plan({ universe: daily(tickers), range })).requests, 6 + 2)
          const before = yield* counted
          const { jobs, rows } = yield* Backfill.run(plan, options)
          assert.deepInclude(jobs, { done: 7 * 2 + 1, empty: 3, failed: 0 })
          assert.strictEqual(rows, 7 * 6 + 1)
          const after = yield* counted
          assert.deepStrictEqual(
            after.map((count, index) => count - before[index]!),
            [9 * 2, rows],
            "each job is counted once",
          )
          assert.deepStrictEqual(
            (yield* daysAsked).slice().sort(),
            sessions.map(({ date }) => date),
          )
          assert.lengthOf(yield* asked, 0)
          assert.strictEqual(yield* requests, 6 + 4, "first lists without rows are asked for again")
          yield* assertFilesOfSync(folder)
        }),
      ),
  )

  it.live("come by ticker where there are fewer tickers than days", () =>
    over(
      {},
      ({ plan }) =>
        Effect.gen(function* () {
          assert.deepInclude((yield* Backfill.run(plan, options)).jobs, { done: 10 })
          assert.lengthOf(yield* daysAsked, 0)
          assert.lengthOf(yield* asked, 5)
        }),
      5,
    ),
  )

  it.live("come by ticker where the summary of a day cannot be read", () =>
    over(
      {
        insteadOfDay: (day) =>
          day === "2024-01-03" ? ScriptedTransport.json({ status: "OK", results: [{}] }) : undefined,
      },
      ({ folder, plan }) =>
        Effect.gen(function* () {
          assert.deepInclude((yield* Backfill.run(plan, options)).jobs, { done: 7 * 2 + 1, empty: 3 })
          assert.lengthOf(yield* asked, 10, "one ticker has no bars, and is asked for again")
          yield* assertFilesOfSync(folder)
        }).pipe(Effect.provide(Logger.remove(Logger.defaultLogger))),
    ),
  )

  it.live("stop everything at the first request where the key is refused", () =>
    over({}, ({ behaviour, plan }) =>
      Effect.gen(function* () {
        behaviour.insteadOfDay = () => ScriptedTransport.json({ status: "ERROR", error: "Unknown" }, { status: 401 })
        const error = yield* Effect.flip(Backfill.run(plan, { ...options, concurrency: 1 }))
        assert.strictEqual(error.reason, "stopped")
        assert.lengthOf(yield* asked, 0)
        behaviour.insteadOfDay = undefined
        yield* Backfill.resume(plan)
        assert.deepInclude((yield* Backfill.run(plan, options)).jobs, { done: 7 * 2 + 1, empty: 3 })
      }),
    ),
  )

  it.live("are written down file by file, and end between two files when the plan is paused", () =>
    over({}, ({ plan }) =>
      Effect.gen(function* () {
        const context = yield* Effect.context<SqlClient.SqlClient>()
        const paused = Backfill.pause(plan).pipe(Effect.provide(context), Effect.orDie, Effect.asVoid)
        const days = yield* Days.make(runner(paused), () => true)
        const reading = yield* Ledger.read(plan, "T0")
        assert.strictEqual(yield* days(reading), "halted")
        const { done } = (yield* Backfill.status(plan)).jobs
        assert.isAtLeast(done, 1)
        assert.isBelow(done, 7, "the files of 2023")
        const before = yield* requests
        assert.strictEqual(yield* days(reading), "halted")
        assert.strictEqual(yield* requests, before, "a plan that is paused asks for nothing")
      }),
    ),
  )

  it.live("of tickers that others run are left to them", () =>
    over({}, ({ plan }) =>
      Effect.gen(function* () {
        const days = yield* Days.make(runner(Effect.void), (ticker) => ticker !== "T0")
        assert.strictEqual(yield* Effect.flatMap(Ledger.read(plan, "T1"), days), "here")
        assert.strictEqual(yield* Effect.flatMap(Ledger.read(plan, "T1"), days), "ticker", "its page has begun")
        assert.strictEqual(yield* Effect.flatMap(Ledger.read(plan, "T0"), days), "ticker")
        assert.lengthOf(yield* daysAsked, 6)
      }),
    ),
  )
})
