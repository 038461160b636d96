/**
 * Table rows of a ticker's jobs: read before jobs begin, written after each file, which reveals changes by others.
 *
 * @module
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { BackfillError } from "../../BackfillError.js"
import * as Jobs from "./jobs.js"
import * as Plans from "./plans.js"
import { persistent } from "../database/tables.js"

/** State of a plan's ticker at an instant. */
export interface Reading {
  readonly definition: Plans.Definition
  readonly ticker: string
  /** States of its jobs; empty if the plan does not have the ticker. */
  readonly jobs: string
  /** Number of failures by period, of jobs that were not done since. */
  readonly failures: ReadonlyMap<string, number>
}

/** Routine statements are not traced. */
const untraced = Effect.withTracerEnabled(false)

/** Reads plan and ticker with one statement, and failures, if any, with another. */
export const read = (plan: string, ticker: string): Effect.Effect<Reading, BackfillError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* persistent(
      sql<
        Plans.PlanRow & { readonly jobs: string | null; readonly failures: number | bigint | string }
      >`SELECT p.*, t.jobs,
        (SELECT COUNT(*) FROM backfill_failures f WHERE f.plan = p.plan AND f.ticker = ${ticker}) AS failures
        FROM backfill_plans p LEFT JOIN backfill_tickers t ON t.plan = p.plan AND t.ticker = ${ticker} WHERE p.plan = ${plan}`,
    )
    if (row === undefined) return yield* Plans.unknown(plan)
    const failures =
      Number(row.failures) === 0
        ? []
        : yield* persistent(
            sql<{
              period: string
              attempts: number | bigint
            }>`SELECT period, attempts FROM backfill_failures WHERE plan = ${plan} AND ticker = ${ticker}`,
          )
    return {
      definition: Plans.ofRow(row),
      ticker,
      jobs: row.jobs ?? "",
      failures: new Map(failures.map(({ attempts, period }) => [period, Number(attempts)])),
    }
  }).pipe(untraced)

/**
 * Replaces the states that were read and returns the ticker's new state; `undefined` if they were changed
 * since. The same statement returns whether the plan is still open, because it runs once for each file.
 */
const replace = (reading: Reading, after: Jobs.JobsAfter) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { definition, jobs, ticker } = reading
    const { plan } = definition
    const [row] = yield* persistent(
      // protects: Results are written to the states that were read, never over a change of somebody else.
      // mutant: "leave what others have changed since they were read": without AND jobs = ${jobs}
      sql<
        Pick<Plans.Definition, "state">
      >`UPDATE backfill_tickers SET jobs = ${after.jobs}, row_count = row_count + ${sql.literal(String(after.rows))}
        WHERE plan = ${plan} AND ticker = ${ticker} AND jobs = ${jobs}
        RETURNING (SELECT state FROM backfill_plans p WHERE p.plan = ${plan}) AS state`,
    )
    // protects: A plan that is paused while a file is written gets no further file.
    // mutant: "are written by one statement": without definition: { ...definition, state: row.state },
    return row && { ...reading, definition: { ...definition, state: row.state }, jobs: after.jobs }
  })

/** Writes the results of jobs that still wait, and returns the new state of plan and ticker. */
export const write = (
  before: Reading,
  results: ReadonlyArray<Jobs.Result>,
): Effect.Effect<Reading, BackfillError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const { plan, range, timespan } = before.definition
    let reading = before
    for (;;) {
      const after = Jobs.settled(reading.jobs, results)
      if (after.jobs === reading.jobs) break
      const written = yield* replace(reading, after)
      if (written !== undefined) {
        reading = written
        break
      }
      reading = yield* read(plan, reading.ticker)
    }
    const names = Jobs.periods(timespan, range)
    const over = results
      .filter(({ state }) => state !== Jobs.letter.failed)
      .map(({ index }) => names[index]!)
      .filter((period) => reading.failures.has(period))
    if (over.length > 0) {
      const sql = yield* SqlClient.SqlClient
      yield* persistent(
        sql`DELETE FROM backfill_failures WHERE plan = ${plan} AND ticker = ${reading.ticker} AND ${sql.in("period", over)}`,
      )
    }
    return reading
  }).pipe(untraced)

/**
 * Records an attempt, after those that were read, and returns their number. The statement sets the
 * number, so executing it twice counts once.
 */
export const attempted = (
  { definition: { plan }, failures, ticker }: Reading,
  period: string,
  error: { readonly _tag: string; readonly message: string },
): Effect.Effect<number, BackfillError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const at = yield* Clock.currentTimeMillis
    const attempts = (failures.get(period) ?? 0) + 1
    const row = { plan, ticker, period, attempts, error: error._tag, message: error.message, at }
    yield* persistent(
      // protects: An attempt whose answer the database lost counts once.
      // mutant: "that failed count once": attempts = excluded.attempts → attempts = backfill_failures.attempts + 1
      sql`INSERT INTO backfill_failures ${sql.insert(row)}
        ON CONFLICT (plan, ticker, period) DO UPDATE SET attempts = excluded.attempts, error = excluded.error, message = excluded.message, at = excluded.at`,
    )
    return attempts
  })

/** Delays the next attempt of a ticker. */
export const delay = (
  { definition: { plan }, ticker }: Reading,
  milliseconds: number,
): Effect.Effect<void, BackfillError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const until = Math.ceil((yield* Clock.currentTimeMillis) + milliseconds)
    yield* persistent(sql`UPDATE backfill_tickers SET next_at = ${until} WHERE plan = ${plan} AND ticker = ${ticker}`)
  })
