/**
 * Fetches whole universes into a store of `@candela/history`: a plan of jobs in a database, and
 * processes that run them. A job is a ticker and a month; a year for daily and longer bars.
 *
 * ```ts
 * const program = Effect.gen(function* () {
 *   const universe = Universe.bars(Stocks.endpoints.bars, { tickers, timespan: "minute" })
 *   const { plan, jobs } = yield* Backfill.plan({ universe, range: { from: "2005-01-01", to: "2024-12-31" } })
 *   yield* Backfill.run(plan)
 *   yield* Backfill.failures(plan)
 * })
 * program.pipe(Effect.provide(Database.sqlite("backfill.db")), Effect.provide(Store.layer("histories")), ...)
 * ```
 *
 * A process may be killed at any time: running the same plan again produces the files that
 * `Store.sync` of the same universe writes.
 *
 * @module
 */
import * as Control from "./internal/plan/control.js"
import * as Make from "./internal/plan/make.js"
import * as Plans from "./internal/plan/plans.js"
import * as Verify from "./internal/plan/verify.js"
import * as Progress from "./internal/progress/status.js"
import * as Run from "./internal/engine/run.js"

export type { CoordinatorOptions } from "./internal/engine/coordinator.js"
export type { RunOptions } from "./internal/engine/run.js"
export type { WorkerOptions } from "./internal/engine/worker.js"
export type { Selection } from "./internal/plan/control.js"
export type { Plan, PlanOptions } from "./internal/plan/make.js"
export type { Definition } from "./internal/plan/plans.js"
export type { Finding, Problem, Verification, VerifyOptions, VerifyProgress } from "./internal/plan/verify.js"
export type { Counts, Failure, FailuresOptions, Runner, Status } from "./internal/progress/status.js"

/**
 * Plans the jobs of a universe: those with missing time in the store. The same universe and range have the same
 * plan: planning again keeps finished jobs, and checks the store for currently missing time. Sends no request.
 */
export const plan = Make.make

/**
 * Runs a plan in this process until no job waits: jobs that were set aside are in `failures`. Waits
 * while the plan is paused. On PostgreSQL it coordinates the runners of the database, and is one of
 * them. Fails with `BackfillError`: `"busy"` while another process runs on the same SQLite file,
 * `"stopped"` when the service refuses the key, `"cancelled"`.
 */
export const run = Run.run

/**
 * Makes the runners of a PostgreSQL database run a plan until no job waits. Fetches nothing itself: without a
 * runner, it waits for one. It may be killed and restarted, and two coordinators do no harm. Fails as `run` does.
 */
export const coordinate = Run.coordinate

/**
 * Runner: runs jobs of all plans in a PostgreSQL database for as long as the layer lives. Start any number,
 * at any time, on any machine that reaches the database and the store. A vanished runner is replaced after
 * 10 to 20 seconds: others run the jobs it had begun. Runners need no connection to each other.
 *
 * The store must allow several writing processes: `Store.layer(folder, { writers: "many" })`. With
 * `RateLimitStore.layer` a rate limit applies to all runners together. When the layer ends, running
 * jobs have two seconds to end; the others run again elsewhere, at once.
 */
export const layerRunner = Run.layerRunner

/** Reads the progress of a plan. Also sets the gauge `candela_backfill_jobs`. */
export const status = Progress.of

/** Lists the jobs of a plan that failed and were not done since, each with its last error. */
export const failures = Progress.failures

/** Lists the plans of the database, latest first. */
export const plans = Plans.all

/** Makes jobs that were set aside run again, from their first attempt, and returns their number. */
export const retry = Control.retry

/** Skips jobs that wait or were set aside, and returns their number. */
export const skip = Control.skip

/** Pauses a plan: no further job begins; running ones are finished. A run of the plan waits. */
export const pause = Control.pause

/** Lets jobs run again: after a pause, a refused key, or `cancel`. */
export const resume = Control.resume

/** Cancels a plan: no further job begins, and a run of the plan ends. Fetched rows stay in the store. */
export const cancel = Control.cancel

/**
 * Compares the finished jobs of a plan with the store: digests and numbers of rows of its files, the
 * bars themselves, and their days against the market's calendar. Jobs of damaged, absent or degraded
 * files wait again, for the next run. A fault that persists after a run has fetched it again is the
 * service's: it is reported, and its job does not wait again. Sends no request, can be limited to
 * some tickers or periods, and holds one file for each of `concurrency` tickers in memory.
 */
export const verify = Verify.make
