/**
 * What stands in the tables of a ticker's jobs: read before jobs begin, written after each file, which tells what others have changed.
 *
 * @module
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { BackfillError } from "../BackfillError.js"
import * as Jobs from "./jobs.js"
import * as Plans from "./plans.js"
import { persistent } from "./tables.js"

/** A ticker of a plan, as it stood at an instant. */
export interface Reading {
  readonly definition: Plans.Definition
  readonly ticker: string
  /** The states of its jobs; empty where the plan does not have it. */
  readonly jobs: string
  /** How often the jobs of periods have failed, of those that were not done since. */
  readonly failures: ReadonlyMap<string, number>
}

/** Their statements are no news. */
const untraced = Effect.withTracerEnabled(false)

/** Reads plan and ticker by one statement, and by another one what has failed, if anything has. */
export const read = (plan: string, ticker: string): Effect.Effect<Reading, BackfillError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* persistent(
      sql<Plans.Row & { readonly jobs: string | null; readonly failures: number | bigint | string }>`SELECT p.*, t.jobs,
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
 * Puts other states in place of those that were read, and returns how the ticker stands then; `undefined` if somebody has changed them since. The same statement tells whether the plan is
 * still open: it is the one that is made for each file.
 */
const replace = (reading: Reading, after: Jobs.Settled) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { definition, jobs, ticker } = reading
    const { plan } = definition
    const [row] = yield* persistent(
      sql<
        Pick<Plans.Definition, "state">
      >`UPDATE backfill_tickers SET jobs = ${after.jobs}, row_count = row_count + ${sql.literal(String(after.rows))}
        WHERE plan = ${plan} AND ticker = ${ticker} AND jobs = ${jobs}
        RETURNING (SELECT state FROM backfill_plans p WHERE p.plan = ${plan}) AS state`,
    )
    return row && { ...reading, definition: { ...definition, state: row.state }, jobs: after.jobs }
  })

/** Writes what became of jobs, of those that still wait, and returns how plan and ticker stand then. */
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

/** Writes an attempt down, after those that were read, and says how many there were. The statement says how many there are: carried out twice, it counts once. */
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
      sql`INSERT INTO backfill_failures ${sql.insert(row)}
        ON CONFLICT (plan, ticker, period) DO UPDATE SET attempts = excluded.attempts, error = excluded.error, message = excluded.message, at = excluded.at`,
    )
    return attempts
  })

/** Has a ticker rest. */
export const delay = (
  { definition: { plan }, ticker }: Reading,
  milliseconds: number,
): Effect.Effect<void, BackfillError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const until = Math.ceil((yield* Clock.currentTimeMillis) + milliseconds)
    yield* persistent(sql`UPDATE backfill_tickers SET next_at = ${until} WHERE plan = ${plan} AND ticker = ${ticker}`)
  })
