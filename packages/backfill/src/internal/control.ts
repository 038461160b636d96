/**
 * What people change while a plan runs: rows that runners read before each job.
 *
 * @module
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { BackfillError } from "../BackfillError.js"
import { letter, periods } from "./jobs.js"
import * as Plans from "./plans.js"
import { persistent } from "./tables.js"

/** Jobs of a plan. Default: all. */
export interface Selection {
  /** Of these tickers. */
  readonly tickers?: ReadonlyArray<string> | undefined
  /** Of these periods, `2024-03` or `2024`. */
  readonly periods?: ReadonlyArray<string> | undefined
}

/** Gives jobs of some states another state, and says how many. */
const change = (plan: string, selection: Selection, from: ReadonlyArray<string>, to: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { range, timespan } = yield* Plans.find(plan)
    const names = periods(timespan, range)
    const unknown = selection.periods?.find((period) => !names.includes(period))
    if (unknown !== undefined) {
      return yield* new BackfillError({
        reason: "request",
        plan,
        detail: `it has no period ${unknown}: they are ${names[0]} to ${names.at(-1)}`,
      })
    }
    const wanted = selection.tickers && new Set(selection.tickers)
    return yield* Effect.gen(function* () {
      const lock = sql.onDialectOrElse({ pg: () => sql.literal("FOR UPDATE"), orElse: () => sql.literal("") })
      const rows = yield* sql<{
        ticker: string
        jobs: string
      }>`SELECT ticker, jobs FROM backfill_tickers WHERE plan = ${plan} ORDER BY ticker ${lock}`
      let count = 0
      for (const { jobs, ticker } of rows) {
        if (wanted !== undefined && !wanted.has(ticker)) continue
        const after = Array.from(jobs, (state, index) => {
          const isChosen = from.includes(state) && (selection.periods?.includes(names[index]!) ?? true)
          count += isChosen ? 1 : 0
          return isChosen ? to : state
        }).join("")
        if (after === jobs) continue
        yield* sql`UPDATE backfill_tickers SET jobs = ${after}, next_at = 0 WHERE plan = ${plan} AND ticker = ${ticker}`
        if (to === letter.waiting) {
          yield* sql`DELETE FROM backfill_failures WHERE plan = ${plan} AND ticker = ${ticker}`
        }
      }
      return count
    }).pipe(sql.withTransaction, persistent)
  })

/** Has jobs that were set aside tried again, from their first attempt, and says how many. */
export const retry = (plan: string, selection: Selection = {}) =>
  change(plan, selection, [letter.failed], letter.waiting)

/** Leaves jobs out that wait or were set aside, and says how many. */
export const skip = (plan: string, selection: Selection) =>
  change(plan, selection, [letter.waiting, letter.failed], letter.skipped)

const existing = (plan: string, change: Effect.Effect<void, BackfillError, SqlClient.SqlClient>) =>
  Effect.zipRight(Plans.find(plan), change)

/** No further job begins; those that run are finished. */
export const pause = (plan: string) => existing(plan, Plans.setState(plan, "paused", ["open"]))

/** Jobs may run again: after a pause, a refused key, or `cancel`. */
export const resume = (plan: string) => existing(plan, Plans.setState(plan, "open", ["paused", "stopped", "cancelled"]))

/** No further job begins, and a run of the plan ends. What was fetched stays in the store. */
export const cancel = (plan: string) => existing(plan, Plans.setState(plan, "cancelled", ["open", "paused", "stopped"]))
