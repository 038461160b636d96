/**
 * Runs pages: job by job, each by a sync of the store, which asks the manifest first and commits file by file. A page never fails: what happened stands in the tables.
 *
 * @module
 */
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import { Store } from "@candela/history/Store"
import type { StoreError } from "@candela/history/StoreError"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { BackfillError } from "../BackfillError.js"
import * as Failures from "./failures.js"
import * as Jobs from "./jobs.js"
import * as Metrics from "./metrics.js"
import { type Page, Ticker } from "./page.js"
import * as Plans from "./plans.js"
import type { Runner } from "./runner.js"
import { persistent } from "./tables.js"

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

const make = (runner: Runner, { rest = Duration.seconds(5) }: Options) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const store = yield* Store

    /** Gives a job that waits another state. */
    const mark = (plan: string, ticker: string, index: number, state: string, rows: number) => {
      const at = sql.literal(String(index))
      const after = sql.literal(String(index + 2))
      const own = sql.literal(String(index + 1))
      return persistent(
        sql`UPDATE backfill_tickers SET jobs = substr(jobs, 1, ${at}) || ${sql.literal(`'${state}'`)} || substr(jobs, ${after}), row_count = row_count + ${sql.literal(String(rows))}
          WHERE plan = ${plan} AND ticker = ${ticker} AND substr(jobs, ${own}, 1) = 'w'`,
      )
    }

    const done = ({ plan }: Plans.Definition, ticker: string, index: number, period: string, rows: number) =>
      mark(plan, ticker, index, rows > 0 ? Jobs.letter.done : Jobs.letter.empty, rows).pipe(
        Effect.zipRight(
          persistent(
            sql`DELETE FROM backfill_failures WHERE plan = ${plan} AND ticker = ${ticker} AND period = ${period}`,
          ),
        ),
        Effect.zipRight(runner.count(rows)),
        Effect.zipRight(Metrics.jobDone(rows)),
        Effect.as<Next>("on"),
      )

    /** Writes an attempt down, and says how many there were. */
    const attempted = (
      { plan }: Plans.Definition,
      ticker: string,
      period: string,
      error: MarketDataError | StoreError | Defect,
    ) =>
      Effect.gen(function* () {
        const at = yield* Clock.currentTimeMillis
        const row = { plan, ticker, period, attempts: 1, error: error._tag, message: error.message, at }
        const [counted] = yield* persistent(
          sql<{ attempts: number }>`INSERT INTO backfill_failures ${sql.insert(row)}
            ON CONFLICT (plan, ticker, period) DO UPDATE SET attempts = backfill_failures.attempts + 1, error = excluded.error, message = excluded.message, at = excluded.at
            RETURNING attempts`,
        )
        return Number(counted?.attempts ?? 1)
      })

    const delay = (plan: string, ticker: string, milliseconds: number) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        persistent(
          sql`UPDATE backfill_tickers SET next_at = ${Math.ceil(now + milliseconds)} WHERE plan = ${plan} AND ticker = ${ticker}`,
        ),
      )

    const failed = (
      definition: Plans.Definition,
      ticker: string,
      index: number,
      period: string,
      error: MarketDataError | StoreError | Defect,
    ): Effect.Effect<Next, BackfillError, SqlClient.SqlClient> =>
      Effect.gen(function* () {
        const { attempts, plan } = definition
        const verdict = error._tag === "Defect" ? "again" : Failures.verdict(error)
        switch (verdict) {
          case "empty":
            return yield* done(definition, ticker, index, period, 0)
          case "stop":
            yield* Plans.setState(plan, "stopped", ["open", "paused"], error.message)
            return "end"
          case "wait":
            yield* delay(plan, ticker, Failures.rest(1, rest))
            return "end"
        }
        const count = yield* attempted(definition, ticker, period, error)
        if (verdict === "final" || count >= attempts) {
          yield* mark(plan, ticker, index, Jobs.letter.failed, 0)
          yield* Metrics.jobFailed
          yield* Effect.logWarning(`${ticker} ${period} is set aside after ${count} attempts: ${error.message}`)
          return "on"
        }
        yield* delay(plan, ticker, Failures.rest(count, rest))
        return "end"
      })

    /** Runs a job, if it is still wanted. */
    const job = (page: Page, index: number): Effect.Effect<Next, BackfillError, MarketData | SqlClient.SqlClient> =>
      Effect.gen(function* () {
        const { plan, ticker } = page
        const definition = yield* Plans.find(plan)
        if (definition.state !== "open") return "end"
        const [row] = yield* persistent(
          sql<{ jobs: string }>`SELECT jobs FROM backfill_tickers WHERE plan = ${plan} AND ticker = ${ticker}`,
        )
        if (row?.jobs[index] !== Jobs.letter.waiting) return "on"
        const period = Jobs.periods(definition.timespan, definition.range)[index]!
        const sync = store.sync(Plans.universeOf(definition, [ticker]), Jobs.daysOf(period, definition.range), {
          concurrency: 1,
        })
        return yield* sync.pipe(
          Effect.sandbox,
          Effect.matchEffect({
            onSuccess: ({ rows }) => done(definition, ticker, index, period, rows),
            onFailure: (cause) => {
              const error = Cause.failureOption(cause)
              // A request that fails interrupts those beside it: only a cause without a failure is an interruption of the job.
              if (error._tag === "None" && Cause.isInterrupted(cause)) return Effect.interrupt
              const defect: Defect = { _tag: "Defect", message: Cause.pretty(cause).split("\n")[0]! }
              return failed(definition, ticker, index, period, error._tag === "Some" ? error.value : defect)
            },
          }),
        )
      })

    /** Runs the jobs of a page until one has to wait. */
    const run = (page: Page) =>
      Effect.gen(function* () {
        for (const index of page.jobs) if ((yield* job(page, index)) === "end") return
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
