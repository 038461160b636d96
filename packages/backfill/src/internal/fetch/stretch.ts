/**
 * Runs neighbouring jobs of a ticker as one sync of their days: a page of the service has many months of a rarely
 * traded ticker. The store commits file by file, and each job is recorded when its time has been processed.
 *
 * @module
 */
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import { Store } from "@candela/history/Store"
import type { StoreError } from "@candela/history/StoreError"
import * as Markets from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Cause from "effect/Cause"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { BackfillError } from "../../BackfillError.js"
import type { Days } from "./days.js"
import * as Failures from "./failures.js"
import * as Halting from "./halting.js"
import * as Jobs from "../plan/jobs.js"
import * as Kept from "../plan/kept.js"
import * as Ledger from "../plan/ledger.js"
import type * as Lists from "./lists.js"
import * as Metrics from "../progress/metrics.js"
import * as Plans from "../plan/plans.js"
import type { RunnerActivity } from "../progress/runner.js"

/** Failure of a stretch by a defect, which has no typed error. */
interface Defect {
  readonly _tag: "Defect"
  readonly message: string
}

const bars = ["bars"] as const

/** Continuation of a batch: with its next jobs, with only the next one, or not at all. */
export type Next = "on" | "alone" | "end"

/** Outcome of a stretch. */
export interface Outcome {
  readonly next: Next
  /** State of the ticker after the last write. */
  readonly reading: Ledger.Reading
}

/** Dependencies of running a stretch. */
export interface StretchMeans {
  readonly store: Store.Service
  readonly runner: RunnerActivity
  readonly lists: Lists.Lists
  readonly byDay: Days
  /** Delay before the first retry of a ticker. */
  readonly rest: Duration.DurationInput
}

/**
 * Chooses the jobs that run together: the first consecutive ones. A job that has failed runs alone,
 * so that attempts count for it only.
 */
export const choose = (
  { failures }: Ledger.Reading,
  names: ReadonlyArray<string>,
  left: ReadonlyArray<number>,
): ReadonlyArray<number> => {
  const [first = []] = Jobs.runs(left)
  const failed = first.findIndex((index) => failures.has(names[index]!))
  if (failed === -1) return first
  // protects: A job that has failed is asked for alone: those after it are not set aside with it.
  // mutant: "is set aside alone": without .slice(0, Math.max(1, failed))
  return first.slice(0, Math.max(1, failed))
}

/** Runs neighbouring waiting jobs. */
export const run = (
  { byDay, lists, rest, runner, store }: StretchMeans,
  before: Ledger.Reading,
  jobs: ReadonlyArray<number>,
): Effect.Effect<Outcome, BackfillError, MarketData | SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const { definition, ticker } = before
    const { market, plan, range, timespan } = definition
    const names = Jobs.periods(timespan, range)
    const universe = Plans.universeOf(definition, [ticker])
    const days = { from: Jobs.daysOf(names[jobs[0]!]!, range).from, to: Jobs.daysOf(names[jobs.at(-1)!]!, range).to }
    const isAlone = jobs.length === 1

    let reading = before
    /** Unfinished jobs, in ascending time. */
    let left = jobs
    const received = new Map<string, number>()

    /** Stored rows by period, from the manifest. */
    const kept = Effect.provideService(Kept.rows(universe), Store, store)

    /**
     * Records the first `count` jobs as completed. A job without received rows may be in the store
     * already: another runner was faster, or was killed before recording it.
     */
    const settle = (count: number) =>
      Effect.gen(function* () {
        const over = left.slice(0, count)
        if (over.length === 0) return
        const isKnown = over.every((index) => (received.get(names[index]!) ?? 0) > 0)
        const files: ReadonlyMap<string, number> = isKnown ? new Map() : yield* kept
        const results = over.map((index): Jobs.Result => {
          // protects: A job of which the sync received nothing is done if the manifest has its file: a runner was
          // killed before it wrote this down.
          // mutant: "are done with the rows of its manifest": (files.get(names[index]!) ?? 0) → 0
          const rows = received.get(names[index]!) || (files.get(names[index]!) ?? 0)
          return { index, state: rows > 0 ? Jobs.letter.done : Jobs.letter.empty, rows }
        })
        reading = yield* Ledger.write(reading, results)
        left = left.slice(count)
        const rows = results.reduce((sum, result) => sum + result.rows, 0)
        yield* runner.count(results.length, rows)
        yield* Metrics.jobsDone(results.length, rows)
      })

    /** Records the jobs completed by a part of the sync, and returns whether the rest is still wanted. */
    const advance = ({ dataset, period, rows, to }: Store.Progress) =>
      Effect.gen(function* () {
        if (dataset !== "bars") return true
        received.set(period, (received.get(period) ?? 0) + rows)
        const day = dateOf(Markets[market].zone, to)
        const over = left.filter((index) => names[index]! < day.slice(0, names[index]!.length)).length
        if (over === 0) return true
        yield* settle(over)
        // protects: After each file a runner looks whether the plan is open, and its jobs still wait.
        // mutant: "a plan that is cancelled": without reading.definition.state === "open" &&
        return reading.definition.state === "open" && left.every((index) => reading.jobs[index] === Jobs.letter.waiting)
      })

    const sync = Effect.gen(function* () {
      const hasLists = yield* lists(before)
      const place = yield* byDay(before)
      if (place === "halted") return
      if (place === "here") {
        // protects: A job whose bars came by trading day is counted once.
        // mutant: "come by trading day where those are fewer": removed
        reading = yield* Ledger.read(plan, ticker)
        left = Jobs.waiting(reading.jobs, left)
        if (reading.definition.state !== "open" || left.length === 0) return
      }
      const datasets = [...(place === "here" ? [] : bars), ...(hasLists ? [] : Jobs.lists)]
      const isWhole = yield* Halting.sync(store, universe, days, { concurrency: 1, datasets }, advance).pipe(
        // The service does not know the ticker. After some of the jobs the error may mean something
        // else, and each one is requested alone.
        Effect.catchIf(
          // protects: A page that is not found after others that had rows does not make the rest empty.
          // mutant: "as if the ticker did not exist": without && left.length === jobs.length
          (error) =>
            error._tag !== "BackfillError" && Failures.verdict(error) === "empty" && left.length === jobs.length,
          (error) =>
            Effect.as(
              Effect.logWarning(
                `${ticker}: the service does not know it, so its jobs count as done, without rows: ${error.message}`,
              ),
              true,
            ),
        ),
      )
      if (isWhole) yield* settle(left.length)
    })

    const failed = (error: MarketDataError | StoreError | Defect) =>
      Effect.gen(function* () {
        const verdict = error._tag === "Defect" ? "again" : Failures.verdict(error)
        if (verdict === "stop") {
          yield* Plans.setState(plan, "stopped", ["open", "paused"], error.message)
          return "end"
        }
        if (verdict === "wait") {
          yield* Ledger.delay(reading, Failures.rest(1, rest))
          return "end"
        }
        const index = left[0]
        if (index === undefined) return "on"
        // Only separate requests can tell which of several jobs is the cause.
        // protects: What the service refuses for several jobs together sets none of them aside.
        // mutant: "by what the plan of the service lacks": without verdict === "final" ||
        // protects: A job with one attempt is set aside by its own request.
        // mutant: "is set aside by its only attempt": without || definition.attempts === 1
        if (verdict === "empty" || (!isAlone && (verdict === "final" || definition.attempts === 1))) return "alone"
        const period = names[index]!
        const attempts = yield* Ledger.attempted(reading, period, error)
        if (isAlone && (verdict === "final" || attempts >= definition.attempts)) {
          reading = yield* Ledger.write(reading, [{ index, state: Jobs.letter.failed, rows: 0 }])
          yield* Metrics.jobFailed
          yield* Effect.logWarning(`${ticker} ${period} is set aside after ${attempts} attempts: ${error.message}`)
          return "alone"
        }
        yield* Ledger.delay(reading, Failures.rest(attempts, rest))
        return "end"
      })

    const next = yield* sync.pipe(
      Effect.as<Next>("on"),
      Effect.sandbox,
      Effect.catchAll((cause): Effect.Effect<Next, BackfillError, SqlClient.SqlClient> => {
        const error = Cause.failureOption(cause)
        if (error._tag === "None") {
          // A failure or defect interrupts concurrent fibers.
          if (Cause.isInterruptedOnly(cause)) return Effect.interrupt
          return failed({ _tag: "Defect", message: Cause.pretty(cause).split("\n")[0]! })
        }
        return error.value._tag === "BackfillError" ? Effect.fail(error.value) : failed(error.value)
      }),
    )
    return { next, reading }
  })
