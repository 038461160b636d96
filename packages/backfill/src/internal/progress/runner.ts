/**
 * State of a process that runs jobs, published to the others.
 *
 * @module
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { hostname } from "node:os"
import { BackfillError } from "../../BackfillError.js"
import * as Metrics from "./metrics.js"
import { isClosed, persistent } from "../database/tables.js"

/** Time without a heartbeat after which a runner counts as gone, in milliseconds. */
export const silence = 15_000

/** Time span for computing the pace, in milliseconds. */
const stretch = 60_000

/** Activity of a runner since its start. */
export interface RunnerActivity {
  /** Unique name: host, process and a random part. */
  readonly name: string
  /** Counts a batch as running while an effect runs. None begins after `end`. */
  readonly during: <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Counts completed jobs. */
  readonly count: (jobs: number, rows: number) => Effect.Effect<void>
  /** Writes the current state to the database. */
  readonly report: Effect.Effect<void, BackfillError>
  /** Prevents further batches from beginning. Waiting ones stay messages, for the next run or for others. */
  readonly end: Effect.Effect<void>
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { readonly code?: string }).code === "EPERM"
  }
}

/** Fails while another process runs jobs on the same database: on SQLite, messages belong to one process. */
export const alone: Effect.Effect<void, BackfillError, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const since = (yield* Clock.currentTimeMillis) - silence
  const rows = yield* persistent(
    sql<{ pid: number; host: string }>`SELECT pid, host FROM backfill_runners WHERE seen_at > ${since}`,
  )
  const other = rows.find(
    ({ host, pid }) => host !== hostname() || (Number(pid) !== process.pid && isAlive(Number(pid))),
  )
  if (other !== undefined) {
    const detail = `process ${other.pid} of ${other.host} runs on this database. Wait for its end.`
    return yield* new BackfillError({ reason: "busy", detail })
  }
})

/** Registers this process for the scope, and publishes its progress every two seconds. */
export const make: Effect.Effect<RunnerActivity, BackfillError, SqlClient.SqlClient | Scope.Scope> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const startedAt = yield* Clock.currentTimeMillis
    const host = hostname()
    // Processes of containers may have the same host name and number.
    const runner = `${host}/${process.pid}/${(yield* Random.nextIntBetween(0, 2 ** 32)).toString(36)}`
    const samples = [{ at: startedAt, jobs: 0, rows: 0 }]
    let [running, jobs, rows, isEnding] = [0, 0, 0, false]

    const report = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      samples.push({ at: now, jobs, rows })
      while (samples.length > 2 && samples[1]!.at < now - stretch) samples.shift()
      const first = samples[0]!
      const seconds = Math.max(1, now - first.at) / 1000
      const state = {
        ...{ seen_at: now, running, jobs, row_count: rows },
        ...{ jobs_per_second: (jobs - first.jobs) / seconds, rows_per_second: (rows - first.rows) / seconds },
      }
      yield* persistent(
        sql`INSERT INTO backfill_runners ${sql.insert({ runner, host, pid: process.pid, started_at: startedAt, ...state })}
        ON CONFLICT (runner) DO UPDATE SET seen_at = excluded.seen_at, running = excluded.running, jobs = excluded.jobs, row_count = excluded.row_count,
          jobs_per_second = excluded.jobs_per_second, rows_per_second = excluded.rows_per_second`,
      )
    }).pipe(Effect.withTracerEnabled(false))

    // Runners that were killed a day ago are of no interest.
    yield* persistent(sql`DELETE FROM backfill_runners WHERE seen_at < ${startedAt - 86_400_000}`)
    yield* report
    yield* Effect.addFinalizer(() => Effect.ignore(sql`DELETE FROM backfill_runners WHERE runner = ${runner}`))
    yield* report.pipe(
      Effect.catchAll((error) =>
        isClosed(error)
          ? Effect.void
          : Effect.logWarning(`A backfill cannot tell how far it has come: ${error.message}`),
      ),
      Effect.schedule(Schedule.spaced("2 seconds")),
      Effect.forkScoped,
    )
    return {
      name: runner,
      during: (self) =>
        Effect.suspend(() =>
          isEnding
            ? Effect.never
            : Effect.acquireUseRelease(
                Effect.suspend(() => Metrics.batchesRunning(++running)),
                // The program has abandoned a batch whose database is closed: its interruption is imminent.
                () => Effect.catchIf(self, isClosed, () => Effect.never),
                () => Effect.suspend(() => Metrics.batchesRunning(--running)),
              ),
        ),
      count: (over, received) =>
        Effect.sync(() => {
          jobs += over
          rows += received
        }),
      report,
      end: Effect.sync(() => {
        // protects: A run that ends begins no batch of those that wait.
        // mutant: "begins no batch": true → false
        isEnding = true
      }),
    }
  },
)
