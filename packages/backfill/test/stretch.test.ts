/** Jobs that follow each other are one stream of requests. */
import { Backfill } from "@candela/backfill"
import { Store, Universe } from "@candela/history"
import { Stocks } from "@candela/stocks"
import { runs } from "@candela/support/seeded"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import { asked, bar, type Behaviour, requests, service } from "./service.js"
import * as Support from "./support.js"

const range = { from: "2024-01-01", to: "2024-06-30" }
const months = ["2024-01", "2024-02", "2024-03", "2024-04", "2024-05", "2024-06"]
const universe = Support.hours(["AAPL"])
const options = { concurrency: 1, rest: "10 millis", poll: "20 millis" } as const

/** A plan over a service that behaves so, in a folder of its own. */
const over = (
  own: Partial<Behaviour>,
  // oxlint-disable-next-line typescript/no-explicit-any -- all that a test needs is provided below
  test: (plan: string, behaviour: Behaviour) => Effect.Effect<void, unknown, any>,
  planned: Partial<Backfill.PlanOptions> = {},
) =>
  Effect.gen(function* () {
    const behaviour: Behaviour = { known: ["AAPL"], broken: [], refuses: false, ...own }
    const folder = yield* Support.folder
    yield* Effect.flatMap(Support.planned({ universe, range, attempts: 2, ...planned }), (plan) =>
      test(plan, behaviour),
    ).pipe(Effect.provide(Support.within(folder)), Effect.provide(service(behaviour)))
  }).pipe(Effect.scoped, Effect.provide(NodeContext.layer)) as Effect.Effect<void, unknown>

const failures = (plan: string) =>
  Effect.map(Backfill.failures(plan), (all) =>
    all.map(({ attempts, error, isSetAside, period }) => [period, error, attempts, isSetAside]),
  )

/** An instant of New York's winter, or an hour later in summer. */
const at = (day: string) => Date.parse(`${day}T05:00:00Z`)

describe("jobs that follow each other", () => {
  it.live("are one request, and each is done with its own rows", () =>
    over({}, (plan) =>
      Effect.gen(function* () {
        const status = yield* Backfill.run(plan, options)
        assert.deepInclude(status, { state: "done", rows: 182 })
        assert.deepInclude(status.jobs, { done: 6, empty: 0 })
        assert.deepStrictEqual(yield* asked, ["AAPL 2024-01-01 2024-06-30"])
        assert.strictEqual(yield* requests, 5, "bars, and empty lists twice: splits and dividends")
      }),
    ),
  )

  it.live("have no rows where the service has none, between others and at both ends", () =>
    over(
      { bars: () => ["2024-02-05", "2024-02-06", "2024-05-07"].map((day) => bar(Date.parse(`${day}T15:00:00Z`))) },
      (plan) =>
        Effect.gen(function* () {
          const { jobs, rows } = yield* Backfill.run(plan, options)
          assert.deepInclude(jobs, { done: 2, empty: 4, waiting: 0 })
          assert.strictEqual(rows, 3)
          assert.lengthOf(yield* asked, 1)
        }),
    ),
  )

  it.live("of an unknown ticker have no rows, also where the service answers that it does not exist", () =>
    over({ known: [], instead: () => ScriptedTransport.json({ status: "NOT_FOUND" }, { status: 404 }) }, (plan) =>
      Effect.gen(function* () {
        const { jobs } = yield* Backfill.run(plan, options)
        assert.deepInclude(jobs, { done: 0, empty: 6, failed: 0 })
        assert.lengthOf(yield* asked, 1)
      }),
    ),
  )

  it.live("are not asked for where the store has them, and are done with the rows of its manifest", () =>
    over({}, (plan) =>
      Effect.gen(function* () {
        // A runner committed these files, and was killed before it wrote down that the jobs are over.
        const store = yield* Store
        yield* store.sync(universe, { from: "2024-01-01", to: "2024-03-31" })
        const before = (yield* asked).length
        const { jobs, rows } = yield* Backfill.run(plan, options)
        assert.deepInclude(jobs, { done: 6, empty: 0 })
        assert.strictEqual(rows, 182)
        assert.deepStrictEqual((yield* asked).slice(before), ["AAPL 2024-04-01 2024-06-30"])
      }),
    ),
  )

  it.live("are done where another runner has written them meanwhile", () =>
    over({}, (plan) =>
      Effect.gen(function* () {
        const store = yield* Store
        yield* store.sync(universe, range)
        const before = yield* requests
        const { jobs, rows } = yield* Backfill.run(plan, options)
        assert.deepInclude(jobs, { done: 6, empty: 0 })
        assert.strictEqual(rows, 182)
        assert.strictEqual(yield* requests, before)
      }),
    ),
  )
})

describe("a job that fails", () => {
  it.live("is set aside alone: those before it and after it are done", () =>
    over(
      {
        pageOf: 10,
        bars: () =>
          Array.from({ length: 182 }, (_, day) => Date.UTC(2024, 0, 1 + day, 15)).map((t) =>
            bar(t, t === Date.UTC(2024, 3, 15, 15) ? { o: "nonsense" as never } : {}),
          ),
      },
      (plan) =>
        Effect.gen(function* () {
          const { jobs, rows } = yield* Backfill.run(plan, options)
          assert.deepInclude(jobs, { done: 5, failed: 1, empty: 0 })
          assert.strictEqual(rows, 182 - 30)
          assert.deepStrictEqual(yield* failures(plan), [["2024-04", "DecodeError", 2, true]])
          assert.deepStrictEqual(yield* asked, [
            "AAPL 2024-01-01 2024-06-30",
            "AAPL 2024-04-01 2024-04-30",
            // What follows a job that was set aside is asked for alone, then together again.
            "AAPL 2024-05-01 2024-05-31",
            "AAPL 2024-06-01 2024-06-30",
          ])
        }),
    ),
  )

  it.live("is set aside by its only attempt, which is a request of its own", () => {
    const broken = () => [bar(at("2024-01-15")), bar(at("2024-04-15"), { o: "nonsense" as never })]
    return over(
      { bars: broken },
      (plan) =>
        Effect.gen(function* () {
          const { jobs } = yield* Backfill.run(plan, options)
          assert.deepInclude(jobs, { done: 1, failed: 1, empty: 4 })
          assert.deepStrictEqual(yield* failures(plan), [["2024-04", "DecodeError", 1, true]])
        }),
      { attempts: 1 },
    )
  })

  it.live("for a moment is tried again, and is no failure any more", () => {
    let isCut = false
    return over(
      {
        instead: ({ from, to }) => {
          if (isCut || from > at("2024-01-02") || to < at("2024-06-01")) return undefined
          isCut = true
          return ScriptedTransport.json({ status: "OK", results: [{ t: 1 }] })
        },
      },
      (plan) =>
        Effect.gen(function* () {
          const { jobs } = yield* Backfill.run(plan, options)
          assert.deepInclude(jobs, { done: 6, failed: 0 })
          assert.deepStrictEqual(yield* failures(plan), [])
          assert.deepStrictEqual(yield* asked, [
            "AAPL 2024-01-01 2024-06-30",
            "AAPL 2024-01-01 2024-01-31",
            "AAPL 2024-02-01 2024-06-30",
          ])
        }),
    )
  })

  it.live("by what the plan of the service lacks is set aside at once, and no other one is", () =>
    over(
      {
        instead: ({ from }) =>
          from < at("2024-03-01")
            ? ScriptedTransport.json({ status: "NOT_AUTHORIZED", message: "not entitled" }, { status: 403 })
            : undefined,
      },
      (plan) =>
        Effect.gen(function* () {
          const { jobs } = yield* Backfill.run(plan, options)
          assert.deepInclude(jobs, { done: 4, failed: 2 })
          assert.deepStrictEqual(yield* failures(plan), [
            ["2024-01", "Unauthorized", 1, true],
            ["2024-02", "Unauthorized", 1, true],
          ])
          assert.deepStrictEqual(yield* asked, [
            "AAPL 2024-01-01 2024-06-30",
            "AAPL 2024-01-01 2024-01-31",
            "AAPL 2024-02-01 2024-02-29",
            "AAPL 2024-03-01 2024-03-31",
            "AAPL 2024-04-01 2024-06-30",
          ])
        }),
    ),
  )

  it.live("as if the ticker did not exist, after others that have rows, is asked for once more", () =>
    over(
      {
        pageOf: 40,
        instead: ({ skip }) =>
          skip === 120 ? ScriptedTransport.json({ status: "NOT_FOUND" }, { status: 404 }) : undefined,
      },
      (plan) =>
        Effect.gen(function* () {
          assert.deepInclude((yield* Backfill.run(plan, options)).jobs, { done: 6, empty: 0, failed: 0 })
          assert.deepStrictEqual(yield* asked, [
            "AAPL 2024-01-01 2024-06-30",
            "AAPL 2024-04-01 2024-04-30",
            "AAPL 2024-05-01 2024-06-30",
          ])
        }),
    ),
  )
})

describe("a plan", () => {
  const plan = (planned: Partial<Backfill.PlanOptions>) => Backfill.plan({ universe, range, ...planned })

  it.live("tells the requests of what is fetched together", () =>
    Effect.gen(function* () {
      const folder = yield* Support.folder
      yield* Effect.gen(function* () {
        const days = Universe.bars(Stocks.endpoints.bars, { tickers: ["AAPL", "MSFT"], timespan: "day" })
        const twenty = yield* plan({ universe: days, range: { from: "2004-01-01", to: "2023-12-31" } })
        // One request for twenty years of each ticker, and two for the splits and dividends of both.
        assert.deepInclude(twenty, { jobs: 40, requests: 2 + 2 })
        // 126 trading days of at most 960 minutes are three pages of 50,000; each message begins anew.
        assert.deepInclude(yield* plan({}), { jobs: 6, requests: 3 + 2 })
        assert.deepInclude(yield* plan({ batchSize: 2 }), { jobs: 6, requests: 3 + 2 })
        assert.deepInclude(yield* plan({ batchSize: 1 }), { jobs: 6, requests: 6 + 2 })
        const store = yield* Store
        yield* store.sync(universe, { from: "2024-03-01", to: "2024-04-10" })
        // What is here lies between two stretches; April waits in part. Splits and dividends are here.
        assert.deepInclude(yield* plan({}), { jobs: 5, requests: 1 + 2 })
      }).pipe(
        Effect.provide(Support.within(folder)),
        Effect.provide(service({ known: ["AAPL"], broken: [], refuses: false })),
      )
    }).pipe(Effect.scoped, Effect.provide(NodeContext.layer)),
  )
})

describe("a plan that is made again", () => {
  it.live("for splits alone counts the bars of its jobs once", () =>
    over({}, (plan) =>
      Effect.gen(function* () {
        yield* Backfill.run(plan, options)
        const fs = yield* FileSystem.FileSystem
        yield* fs.remove(`${(yield* Store).folder}/splits`, { recursive: true })
        const again = yield* Backfill.plan({ universe, range })
        assert.deepInclude(again, { plan, jobs: 1, requests: 1 })
        assert.deepInclude(yield* Backfill.status(plan), { rows: 182 - 30 })
        assert.deepInclude(yield* Backfill.run(plan, options), { state: "done", rows: 182 })
        assert.lengthOf(yield* asked, 1)
      }),
    ),
  )
})

describe("the files of a run", () => {
  const days = Array.from({ length: 182 }, (_, day) => Date.UTC(2024, 0, 1 + day, 15))

  it.live("are those of a sync, however many jobs are fetched together and whatever the service has", () =>
    Effect.gen(function* () {
      const cases = fc.sample(
        fc.record({
          kept: fc.array(fc.boolean(), { minLength: days.length, maxLength: days.length }),
          without: fc.subarray(months),
          pageOf: fc.integer({ min: 1, max: 70 }),
        }),
        { seed: 1, numRuns: runs(24) },
      )
      for (const [index, { kept, pageOf, without }] of cases.entries()) {
        const bars = days
          .filter((day, index) => kept[index] && !without.includes(new Date(day).toISOString().slice(0, 7)))
          .map((t) => bar(t))
        const folder = yield* Support.folder
        const fs = yield* FileSystem.FileSystem
        for (const name of ["together", "apart"]) yield* fs.makeDirectory(`${folder}/${name}`)
        const live = service({ known: ["AAPL"], broken: [], refuses: false, bars: () => bars, pageOf })
        const filled = (name: string, jobsOfBatch: number) =>
          Effect.gen(function* () {
            const plan = yield* Support.planned({ universe, range, batchSize: jobsOfBatch })
            const status = yield* Backfill.run(plan, options)
            assert.strictEqual(status.rows, bars.length)
            const done = new Set(bars.map(({ t }) => new Date(t).getUTCMonth())).size
            assert.deepInclude(status.jobs, { done, empty: 6 - done, waiting: 0, failed: 0 })
            return yield* Support.contents(`${folder}/${name}/store`)
          }).pipe(Effect.provide(Support.within(`${folder}/${name}`)), Effect.provide(live))
        const together = yield* filled("together", 60)
        const apart = yield* filled("apart", [1, 4][index % 2]!)
        yield* Effect.flatMap(Store, (store) => store.sync(universe, range)).pipe(
          Effect.provide(Store.layer(`${folder}/direct`)),
          Effect.provide(live),
        )
        const direct = yield* Support.contents(`${folder}/direct`)
        assert.deepStrictEqual(together, direct)
        assert.deepStrictEqual(apart, direct)
      }
    }).pipe(Effect.scoped, Effect.provide(NodeContext.layer)),
  )
})
