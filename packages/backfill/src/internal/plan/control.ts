/**
 * Changes by users while a plan runs: rows that runners read after each file.
 *
 * @module
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { BackfillError } from "../../BackfillError.js"
import { letter, periods, rowsDone } from "./jobs.js"
import * as Plans from "./plans.js"
import { persistent, transaction } from "../database/tables.js"

/** Selection of a plan's jobs. Default: all. */
export interface Selection {
  /** Tickers of the jobs. */
  readonly tickers?: ReadonlyArray<string> | undefined
  /** Periods of the jobs, `2024-03` or `2024`. */
  readonly periods?: ReadonlyArray<string> | undefined
}

/** Chosen jobs. */
export interface Chosen {
  readonly definition: Plans.Definition
  /** Names of all periods of the plan. */
  readonly names: ReadonlyArray<string>
  /** Chosen tickers with the states of their jobs, sorted by name. */
  readonly tickers: ReadonlyArray<{ readonly ticker: string; readonly jobs: string }>
  /** Whether the jobs of a period, given by its position, were chosen. */
  readonly has: (index: number) => boolean
}

/** Finds the jobs of a selection. Fails for tickers or periods that the plan does not have. */
export const find = (plan: string, selection: Selection): Effect.Effect<Chosen, BackfillError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const definition = yield* Plans.find(plan)
    const names = periods(definition.timespan, definition.range)
    const refuse = (detail: string) => new BackfillError({ reason: "request", plan, detail })
    const period = selection.periods?.find((period) => !names.includes(period))
    if (period !== undefined) {
      return yield* refuse(`it has no period ${period}: they are ${names[0]} to ${names.at(-1)}`)
    }
    const rows = yield* persistent(
      sql<{
        ticker: string
        jobs: string
      }>`SELECT ticker, jobs FROM backfill_tickers WHERE plan = ${plan} ORDER BY ticker`,
    )
    const all = new Set(rows.map(({ ticker }) => ticker))
    const ticker = selection.tickers?.find((ticker) => !all.has(ticker))
    if (ticker !== undefined) return yield* refuse(`it has no ticker ${ticker}, but ${all.size} others`)
    const wanted = selection.tickers && new Set(selection.tickers)
    const places = selection.periods && new Set(selection.periods.map((period) => names.indexOf(period)))
    return {
      definition,
      names,
      tickers: rows.filter(({ ticker }) => wanted?.has(ticker) ?? true),
      has: (index) => places?.has(index) ?? true,
    }
  })

/**
 * Changes the states of a ticker's jobs: `to` returns the new one by state and position;
 * `undefined` leaves a job unchanged. Returns the changed positions. `rows` are the stored rows of
 * each period, counted for the jobs that are still done. Must run within a transaction.
 */
export const revise = (
  { definition: { plan }, names }: Pick<Chosen, "definition" | "names">,
  ticker: string,
  to: (state: string, index: number) => string | undefined,
  rows?: ReadonlyMap<string, number>,
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const lock = sql.onDialectOrElse({ pg: () => sql.literal("FOR UPDATE"), orElse: () => sql.literal("") })
    const [row] = yield* sql<{
      jobs: string
    }>`SELECT jobs FROM backfill_tickers WHERE plan = ${plan} AND ticker = ${ticker} ${lock}`
    const before = row?.jobs ?? ""
    const after = Array.from(before, (state, index) => to(state, index) ?? state)
    const changed = after.flatMap((state, index) => (state === before[index] ? [] : [index]))
    if (changed.length === 0) return changed
    yield* sql`UPDATE backfill_tickers SET jobs = ${after.join("")}, next_at = 0 WHERE plan = ${plan} AND ticker = ${ticker}`
    if (rows !== undefined) {
      yield* sql`UPDATE backfill_tickers SET row_count = ${rowsDone(after.join(""), names, rows)} WHERE plan = ${plan} AND ticker = ${ticker}`
    }
    // A job that waits again starts with its first attempt.
    const again = changed.filter((index) => after[index] === letter.waiting).map((index) => names[index]!)
    if (again.length > 0) {
      // protects: Trying some periods again keeps the failures of the others.
      // mutant: "are set aside after their last attempt": without AND ${sql.in("period", again)}
      yield* sql`DELETE FROM backfill_failures WHERE plan = ${plan} AND ticker = ${ticker} AND ${sql.in("period", again)}`
    }
    return changed
  })

/** Changes the state of jobs in given states and returns their number. */
const change = (plan: string, selection: Selection, from: ReadonlyArray<string>, to: string) =>
  Effect.gen(function* () {
    const chosen = yield* find(plan, selection)
    const tickers = chosen.tickers.filter(({ jobs }) => from.some((state) => jobs.includes(state)))
    const all = Effect.forEach(tickers, ({ ticker }) =>
      revise(chosen, ticker, (state, index) => (from.includes(state) && chosen.has(index) ? to : undefined)),
    )
    const changed = yield* all.pipe(transaction, persistent)
    return changed.reduce((sum, { length }) => sum + length, 0)
  })

/** Makes jobs that were set aside run again, from their first attempt, and returns their number. */
export const retry = (plan: string, selection: Selection = {}) =>
  change(plan, selection, [letter.failed], letter.waiting)

/** Skips jobs that wait or were set aside, and returns their number. */
export const skip = (plan: string, selection: Selection) =>
  change(plan, selection, [letter.waiting, letter.failed], letter.skipped)

const existing = (plan: string, change: Effect.Effect<void, BackfillError, SqlClient.SqlClient>) =>
  Effect.zipRight(Plans.find(plan), change)

/** Pauses a plan: no further file is written; a stream of several jobs ends after the current file. */
export const pause = (plan: string) => existing(plan, Plans.setState(plan, "paused", ["open"]))

/** Lets jobs run again: after a pause, a refused key, or `cancel`. */
export const resume = (plan: string) => existing(plan, Plans.setState(plan, "open", ["paused", "stopped", "cancelled"]))

/** Cancels a plan: no further file is written, and a run of the plan ends. Fetched rows stay in the store. */
export const cancel = (plan: string) => existing(plan, Plans.setState(plan, "cancelled", ["open", "paused", "stopped"]))
