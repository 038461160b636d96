/**
 * Runs pages: job by job, each by a sync of the store, which asks the manifest first and commits file by file. A page never fails: what happened stands in the tables.
 *
 * @module
 */
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import { Store } from "@candela/history/Store"
import type { StoreError } from "@candela/history/StoreError"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { BackfillError } from "../BackfillError.js"
import * as Failures from "./failures.js"
import * as Jobs from "./jobs.js"
import * as Ledger from "./ledger.js"
import * as Metrics from "./metrics.js"
import { type Page, Ticker } from "./page.js"
import * as Plans from "./plans.js"
import type { Runner } from "./runner.js"

/** How a process runs jobs. */
export interface Options {
  /** Jobs that run side by side, each of another ticker. Default 8. */
  readonly concurrency?: number | undefined
  /** How long a ticker rests after its first failure; doubled after each further one. Default 5 seconds. */
  readonly rest?: Duration.DurationInput | undefined
}

/** A job that failed by a defect, which has no error of its own. */
interface Defect {
  readonly _tag: "Defect"
  readonly message: string
}

/** Whether the page goes on with its next job. */
type Next = "on" | "end"

/**
 * A job goes by what stands in the tables: whether its plan is open, and whether it is still wanted. It looks after each job that received rows, or took so long, in milliseconds; jobs
 * of which nothing came share a look.
 */
const freshness = 50

/** The statements of every job are no news. */
const untraced = Effect.withTracerEnabled(false)

const make = (runner: Runner, { rest = Duration.seconds(5) }: Options) =>
  Effect.map(Store, (store) => {
    // What was read before a key was refused here says nothing any more.
    let refusedAt = -Infinity

    /** The jobs of a page of which the store lacks nothing: they are over without a sync. None where the store cannot tell: the sync of a job will say why. */
    const present = (page: Page, { definition }: Ledger.Reading, names: ReadonlyArray<string>) => {
      const { market, range } = definition
      const [first, last] = [names[page.jobs[0]!]!, names[page.jobs.at(-1)!]!]
      const days = { from: Jobs.daysOf(first, range).from, to: Jobs.daysOf(last, range).to }
      const some = names.slice(page.jobs[0], page.jobs.at(-1)! + 1)
      return store.missing(Plans.universeOf(definition, [page.ticker]), days).pipe(
        Effect.map((missing) => {
          // Splits and dividends come with the first job.
          const states = missing.some(({ dataset }) => dataset !== "bars") ? "" : Jobs.planned(market, some, missing)
          return new Set(page.jobs.filter((index) => states[index - page.jobs[0]!] === Jobs.letter.present))
        }),
        Effect.orElseSucceed(() => new Set<number>()),
      )
    }

    /** Runs the jobs of a page until one has to wait. */
    const run = (page: Page): Effect.Effect<void, BackfillError, MarketData | SqlClient.SqlClient> =>
      Effect.gen(function* () {
        const { plan, ticker } = page
        let reading = yield* untraced(Ledger.read(plan, ticker))
        let results: ReadonlyArray<Jobs.Result> = []

        const write = Effect.suspend(() => {
          if (results.length === 0) return Effect.void
          const [count, rows] = [results.length, results.reduce((sum, result) => sum + result.rows, 0)]
          return untraced(Ledger.write(reading, results)).pipe(
            Effect.tap((after) => {
              reading = rows > 0 ? { ...after, at: -Infinity } : after
              results = []
              return Effect.zipRight(runner.count(count, rows), Metrics.jobsDone(count, rows))
            }),
          )
        })

        /** A job is done. What came is written at once; that nothing came, with the next ones. */
        const done = (index: number, state: string, rows: number) =>
          Effect.suspend(() => {
            results = [...results, { index, state, rows }]
            return Effect.as(rows > 0 ? write : Effect.void, "on" as const)
          })

        const failed = (index: number, period: string, error: MarketDataError | StoreError | Defect) =>
          Effect.gen(function* () {
            const verdict = error._tag === "Defect" ? "again" : Failures.verdict(error)
            if (verdict === "empty") return yield* done(index, Jobs.letter.empty, 0)
            yield* write
            if (verdict === "stop") {
              yield* Plans.setState(plan, "stopped", ["open", "paused"], error.message)
              refusedAt = yield* Clock.currentTimeMillis
              return "end"
            }
            if (verdict === "wait") {
              yield* Ledger.delay(reading, Failures.rest(1, rest))
              return "end"
            }
            const attempts = yield* Ledger.attempted(reading, period, error)
            reading = { ...reading, hasFailures: true }
            if (verdict === "final" || attempts >= reading.definition.attempts) {
              reading = yield* Ledger.write(reading, [{ index, state: Jobs.letter.failed, rows: 0 }])
              yield* Metrics.jobFailed
              yield* Effect.logWarning(`${ticker} ${period} is set aside after ${attempts} attempts: ${error.message}`)
              return "on"
            }
            yield* Ledger.delay(reading, Failures.rest(attempts, rest))
            return "end"
          })

        const { definition } = reading
        const names = Jobs.periods(definition.timespan, definition.range)
        const universe = Plans.universeOf(definition, [ticker])

        const sync = (
          index: number,
          period: string,
        ): Effect.Effect<Next, BackfillError, MarketData | SqlClient.SqlClient> =>
          store.sync(universe, Jobs.daysOf(period, definition.range), { concurrency: 1 }).pipe(
            Effect.sandbox,
            Effect.matchEffect({
              onSuccess: ({ rows }) => done(index, rows > 0 ? Jobs.letter.done : Jobs.letter.empty, rows),
              onFailure: (cause) => {
                const error = Cause.failureOption(cause)
                // A request that fails interrupts those beside it: only a cause without a failure is an interruption of the job.
                if (error._tag === "None" && Cause.isInterrupted(cause)) return Effect.interrupt
                const defect: Defect = { _tag: "Defect", message: Cause.pretty(cause).split("\n")[0]! }
                return failed(index, period, error._tag === "Some" ? error.value : defect)
              },
            }),
          )

        if (definition.state !== "open" || page.jobs.length === 0) return
        const here = yield* present(page, reading, names)
        for (const index of page.jobs) {
          const age = (yield* Clock.currentTimeMillis) - reading.at
          if (age > freshness || age < 0 || reading.at <= refusedAt) {
            yield* write
            reading = yield* untraced(Ledger.read(plan, ticker))
          }
          if (reading.definition.state !== "open") break
          if (reading.jobs[index] !== Jobs.letter.waiting) continue
          const next = yield* here.has(index) ? done(index, Jobs.letter.done, 0) : sync(index, names[index]!)
          if (next === "end") break
        }
        yield* write
      })

    return (page: Page): Effect.Effect<void, never, MarketData | SqlClient.SqlClient> =>
      Effect.catchAll(runner.during(run(page)), (error) =>
        // The plan is gone, or the database for two minutes: the coordinator sends what still waits once more.
        Effect.logWarning(`A page of ${page.ticker} ended early: ${error.message}`),
      )
  })

/** The entities of a runner, which run pages of any plan of the database. */
export const layer = (runner: Runner, options: Options = {}) =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const run = yield* make(runner, options)
      // Of the runner, not of an entity: those are as many as tickers.
      const permits = yield* Effect.makeSemaphore(options.concurrency ?? 8)
      return Ticker.toLayer(
        Effect.succeed(Ticker.of({ Download: ({ payload }) => permits.withPermits(1)(run(payload)) })),
        { maxIdleTime: "5 seconds", disableFatalDefects: true },
      )
    }),
  )
