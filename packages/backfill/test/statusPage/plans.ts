/** A database with plans at some instant, written without running them. */
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Effect } from "effect"
import * as Tables from "../../src/internal/database/tables.js"

/** The plan that is shown first. */
export const plan = "5d41402abc4b"

/** The message of a failure, which is no HTML. */
export const hostile = `the answer is <img src=x onerror="alert(1)"> & no JSON`

/** Two plans, two runners of which one is silent, and failures. */
export const write = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const now = yield* Clock.currentTimeMillis
  yield* Tables.make
  const definition = {
    ...{ market: "stocks", timespan: "minute", multiplier: 1, from_day: "2024-01-01", to_day: "2024-12-31" },
    ...{ page_of: 12, attempts: 5, state: "open", detail: "" },
  }
  yield* sql`INSERT INTO backfill_plans ${sql.insert([
    { ...definition, plan, created_at: now },
    { ...definition, plan: "0cc175b9c0f1", timespan: "day", state: "paused", created_at: now - 1000 },
  ])}`
  const tickers = Array.from({ length: 120 }, (_, index) => ({
    ...{ plan, ticker: `T${String(index).padStart(3, "0")}`, round: 1, next_at: 0, row_count: 123_456 },
    jobs: index < 40 ? "dddddddddddd" : index < 60 ? "ddddeeeewwww" : index < 62 ? "ddffwwwwwwww" : "wwwwwwwwwwww",
  }))
  yield* sql`INSERT INTO backfill_tickers ${sql.insert(tickers)}`
  const failures = Array.from({ length: 60 }, (_, index) => ({
    ...{ plan, ticker: `T${String(60 + index).padStart(3, "0")}`, period: "2024-03", attempts: 5, at: now - 60_000 },
    ...{
      error: "DecodeError",
      message: index === 0 ? hostile : "row 0: results[0].v should be number, but is nothing",
    },
  }))
  yield* sql`INSERT INTO backfill_failures ${sql.insert(failures)}`
  yield* sql`INSERT INTO backfill_runners ${sql.insert([
    {
      ...{
        runner: "atlas/4711/1732550000000",
        host: "atlas",
        pid: 4711,
        started_at: now - 600_000,
        seen_at: now - 1000,
      },
      ...{ running: 8, jobs: 512, row_count: 8_123_456, jobs_per_second: 0.85, rows_per_second: 13_522.4 },
    },
    {
      ...{
        runner: "borealis/99/1732550000001",
        host: "borealis",
        pid: 99,
        started_at: now - 600_000,
        seen_at: now - 95_000,
      },
      ...{ running: 3, jobs: 44, row_count: 700_001, jobs_per_second: 0.2, rows_per_second: 1200 },
    },
  ])}`
})

/** Makes all jobs of the plan done. */
export const end = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE backfill_tickers SET jobs = 'dddddddddddd' WHERE plan = ${plan}`
  yield* sql`DELETE FROM backfill_failures WHERE plan = ${plan}`
})
