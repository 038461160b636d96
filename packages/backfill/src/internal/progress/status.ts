/**
 * Progress of a plan.
 *
 * @module
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type { BackfillError } from "../../BackfillError.js"
import { letter, periods } from "../plan/jobs.js"
import * as Metrics from "./metrics.js"
import * as Plans from "../plan/plans.js"
import { silence } from "./runner.js"
import { persistent } from "../database/tables.js"

/** Numbers of jobs. */
export interface Counts {
  /** All planned jobs. */
  readonly planned: number
  /** Done with rows. */
  readonly done: number
  /** Done, and the service has no rows. */
  readonly empty: number
  /** Waiting, including running jobs. */
  readonly waiting: number
  /** Set aside after their last attempt. */
  readonly failed: number
  /** Left out on request. */
  readonly skipped: number
}

/** Process that runs jobs. */
export interface Runner {
  /** Unique name: host, process and a random part. */
  readonly runner: string
  /** Start, epoch milliseconds. */
  readonly startedAt: number
  /** Last heartbeat, epoch milliseconds. */
  readonly seenAt: number
  /** Whether the last heartbeat was within 15 seconds. */
  readonly isAlive: boolean
  /** Number of running batches, each of one ticker. */
  readonly running: number
  /** Number of jobs done. */
  readonly jobs: number
  /** Number of bars of these jobs. */
  readonly rows: number
  /** Jobs per second, over the last minute. */
  readonly jobsPerSecond: number
  /** Bars per second, over the last minute. */
  readonly rowsPerSecond: number
}

/** Progress of a plan. Runners and their pace are for the whole database: they may work on several plans. */
export interface Status {
  /** Identifier of the plan. */
  readonly plan: string
  /** State: whether its jobs may run. `done`: none waits. */
  readonly state: Plans.State | "done"
  /** Reason of a stop; empty otherwise. */
  readonly detail: string
  /** Number of tickers. */
  readonly tickers: number
  /** Jobs by their state. */
  readonly jobs: Counts
  /** Number of bars of done jobs. */
  readonly rows: number
  /** Bars per second of all living runners. */
  readonly rowsPerSecond: number
  /** Time for the waiting jobs at the current pace; absent if nothing runs or waits. */
  readonly timeLeft: Duration.Duration | undefined
  /** Runners of the database. */
  readonly runners: ReadonlyArray<Runner>
}

/** Failed job. */
export interface Failure {
  /** Ticker. */
  readonly ticker: string
  /** Period, `2024-03` or `2024`. */
  readonly period: string
  /** Number of attempts. */
  readonly attempts: number
  /** Tag of the last error. */
  readonly error: string
  /** Message of the last error. */
  readonly message: string
  /** Time of the last failure, epoch milliseconds. */
  readonly at: number
  /** Whether it was set aside, or will be retried. */
  readonly isSetAside: boolean
}

/** Reads the runners of the database, sorted by name. */
export const runners: Effect.Effect<ReadonlyArray<Runner>, BackfillError, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const now = yield* Clock.currentTimeMillis
    const rows = yield* persistent(
      sql<Record<string, string | number | bigint>>`SELECT * FROM backfill_runners ORDER BY runner`,
    )
    return rows.map((row) => ({
      runner: String(row.runner),
      startedAt: Number(row.started_at),
      seenAt: Number(row.seen_at),
      isAlive: Number(row.seen_at) > now - silence,
      running: Number(row.running),
      jobs: Number(row.jobs),
      rows: Number(row.row_count),
      jobsPerSecond: Number(row.jobs_per_second),
      rowsPerSecond: Number(row.rows_per_second),
    }))
  },
)

/**
 * Counts the jobs of a plan by state, in the database. Most tickers of a universe have the same
 * states, and are counted together.
 */
export const counts = (plan: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const count = (state: string) =>
      sql.literal(`COALESCE(SUM(tickers * (length(jobs) - length(replace(jobs, '${state}', '')))), 0)`)
    const [row] = yield* persistent(
      sql<
        Record<string, string | number | bigint>
      >`SELECT COALESCE(SUM(tickers), 0) AS tickers, COALESCE(SUM(row_count), 0) AS row_count, ${count(letter.done)} AS done,
        ${count(letter.empty)} AS empty, ${count(letter.waiting)} AS waiting, ${count(letter.failed)} AS failed, ${count(letter.skipped)} AS skipped
        FROM (SELECT jobs, COUNT(*) AS tickers, SUM(row_count) AS row_count FROM backfill_tickers WHERE plan = ${plan} GROUP BY jobs) AS alike`,
    )
    const of = (name: string) => Number(row?.[name] ?? 0)
    const [done, empty, waiting, failed, skipped] = ["done", "empty", "waiting", "failed", "skipped"].map(of) as [
      ...[number, number, number, number, number],
    ]
    const jobs: Counts = { planned: done + empty + waiting + failed + skipped, done, empty, waiting, failed, skipped }
    return { tickers: of("tickers"), rows: of("row_count"), jobs }
  })

/** Reads the progress of a plan. Also sets the metrics. */
export const of = (plan: string): Effect.Effect<Status, BackfillError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const { detail, state } = yield* Plans.find(plan)
    const { jobs, rows, tickers } = yield* counts(plan)
    const all = yield* runners
    const alive = all.filter(({ isAlive }) => isAlive)
    const sum = (key: "jobsPerSecond" | "rowsPerSecond") => alive.reduce((total, runner) => total + runner[key], 0)
    const pace = sum("jobsPerSecond")
    yield* Effect.forEach(
      Object.entries(jobs),
      ([name, count]) =>
        Metric.set(Metric.tagged(Metric.tagged(Metrics.jobs, "plan", plan), "state", name), count as number),
      { discard: true },
    )
    return {
      plan,
      state: state === "open" && jobs.waiting === 0 ? ("done" as const) : state,
      detail,
      tickers,
      jobs,
      rows,
      rowsPerSecond: sum("rowsPerSecond"),
      timeLeft: pace > 0 && jobs.waiting > 0 ? Duration.seconds(jobs.waiting / pace) : undefined,
      runners: all,
    }
  }).pipe(Effect.withTracerEnabled(false))

/** Options of listing failures. */
export interface FailuresOptions {
  /** Maximum number of failures. Default: all. */
  readonly limit?: number | undefined
}

/** Counts the jobs of a plan that failed and were not done since. */
export const failed = (plan: string): Effect.Effect<number, BackfillError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* persistent(
      sql<{ count: number | string | bigint }>`SELECT COUNT(*) AS count FROM backfill_failures WHERE plan = ${plan}`,
    )
    return Number(row?.count ?? 0)
  })

/** Lists the failed jobs of a plan, by ticker and period. */
export const failures = (
  plan: string,
  { limit = Number.MAX_SAFE_INTEGER }: FailuresOptions = {},
): Effect.Effect<ReadonlyArray<Failure>, BackfillError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { range, timespan } = yield* Plans.find(plan)
    const names = periods(timespan, range)
    const rows = yield* persistent(
      sql<
        Record<string, string | number | bigint>
      >`SELECT f.*, t.jobs FROM backfill_failures f JOIN backfill_tickers t ON t.plan = f.plan AND t.ticker = f.ticker
        WHERE f.plan = ${plan} ORDER BY f.ticker, f.period LIMIT ${sql.literal(String(limit))}`,
    )
    return rows.map((row) => ({
      ticker: String(row.ticker),
      period: String(row.period),
      attempts: Number(row.attempts),
      error: String(row.error),
      message: String(row.message),
      at: Number(row.at),
      isSetAside: String(row.jobs)[names.indexOf(String(row.period))] === letter.failed,
    }))
  })
