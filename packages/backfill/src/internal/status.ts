/**
 * How far a plan has come.
 *
 * @module
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type { BackfillError } from "../BackfillError.js"
import { letter, periods } from "./jobs.js"
import * as Metrics from "./metrics.js"
import * as Plans from "./plans.js"
import { silence } from "./runner.js"
import { persistent } from "./tables.js"

/** Numbers of jobs. */
export interface Counts {
  /** All jobs that were planned. */
  readonly planned: number
  /** Rows came. */
  readonly done: number
  /** Done, and the service has no rows. */
  readonly empty: number
  /** To be done, those that run included. */
  readonly waiting: number
  /** Set aside after their last attempt. */
  readonly failed: number
  /** Left out on request. */
  readonly skipped: number
}

/** A process that runs jobs. */
export interface Runner {
  /** Its name: host, process, and what tells it from others of the same. */
  readonly runner: string
  /** When it began, epoch milliseconds. */
  readonly startedAt: number
  /** When it was last heard of, epoch milliseconds. */
  readonly seenAt: number
  /** Whether it was heard of within 15 seconds. */
  readonly isAlive: boolean
  /** Pages that it runs now, each of one ticker. */
  readonly running: number
  /** Jobs that it has done. */
  readonly jobs: number
  /** Bars of these jobs. */
  readonly rows: number
  /** Jobs a second, over the last minute. */
  readonly jobsPerSecond: number
  /** Bars a second, over the last minute. */
  readonly rowsPerSecond: number
}

/** How far a plan has come. Runners and their pace are those of the database: they may work on several plans. */
export interface Status {
  /** The plan. */
  readonly plan: string
  /** Whether its jobs may run. `done`: none waits. */
  readonly state: Plans.State | "done"
  /** Why it was stopped; empty otherwise. */
  readonly detail: string
  /** Tickers. */
  readonly tickers: number
  /** Jobs by their state. */
  readonly jobs: Counts
  /** Bars of the jobs that are done. */
  readonly rows: number
  /** Bars a second, of all runners that are alive. */
  readonly rowsPerSecond: number
  /** The time that the waiting jobs take at this pace; absent where nothing runs or waits. */
  readonly timeLeft: Duration.Duration | undefined
  /** The runners of the database. */
  readonly runners: ReadonlyArray<Runner>
}

/** A job that failed. */
export interface Failure {
  /** The ticker. */
  readonly ticker: string
  /** `2024-03` or `2024`. */
  readonly period: string
  /** How often it was tried. */
  readonly attempts: number
  /** The tag of its last error. */
  readonly error: string
  /** What its last error said. */
  readonly message: string
  /** When it failed last, epoch milliseconds. */
  readonly at: number
  /** Whether it was set aside, or will be tried again. */
  readonly isSetAside: boolean
}

/** The runners of the database, in the order of their names. */
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

/** The jobs of a plan by their state, counted by the database. Most tickers of a universe stand alike, and are counted together. */
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

/** How far a plan has come. It sets the metrics too. */
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

/** Which failures are listed. */
export interface FailuresOptions {
  /** Largest number of them. Default: all. */
  readonly limit?: number | undefined
}

/** Number of jobs of a plan that failed and were not done since. */
export const failed = (plan: string): Effect.Effect<number, BackfillError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* persistent(
      sql<{ count: number | string | bigint }>`SELECT COUNT(*) AS count FROM backfill_failures WHERE plan = ${plan}`,
    )
    return Number(row?.count ?? 0)
  })

/** The jobs of a plan that failed, by ticker and period. */
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
