/**
 * Whole universes into a store of `@candela/history`: a plan of jobs in a database, and processes that run them. A job is a ticker and a month; a year for bars of a day and longer.
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
 * A process may be killed at any time: run the same plan again, and it ends with the files that `Store.sync` of the same universe writes.
 *
 * @module
 */
import * as Control from "./internal/control.js"
import type * as Coordinator from "./internal/coordinator.js"
import * as Plan_ from "./internal/plan.js"
import * as Plans from "./internal/plans.js"
import * as Run from "./internal/run.js"
import * as Status_ from "./internal/status.js"
import * as Verify from "./internal/verify.js"
import type * as Worker from "./internal/worker.js"

/** What is planned. */
export type PlanOptions = Plan_.Options
/** A plan, with what its jobs cost at most: histories have gaps. */
export type Plan = Plan_.Plan
/** How a plan is run by this process. */
export type RunOptions = Run.Options
/** How a plan is watched while it runs. */
export type CoordinatorOptions = Coordinator.Options
/** How a process runs jobs. */
export type WorkerOptions = Worker.Options
/** How far a plan has come. */
export type Status = Status_.Status
/** A process that runs jobs. */
export type Runner = Status_.Runner
/** Numbers of jobs. */
export type Counts = Status_.Counts
/** A job that failed. */
export type Failure = Status_.Failure
/** Which failures are listed. */
export type FailuresOptions = Status_.FailuresOptions
/** Jobs of a plan. */
export type Selection = Control.Selection
/** What is verified, and how. */
export type VerifyOptions = Verify.Options
/** How far a verification has come. */
export type VerifyProgress = Verify.Progress
/** Kinds of findings. */
export type Problem = Verify.Problem
/** What a verification found. */
export type Verification = Verify.Verification
/** Something wrong with a job that is done. */
export type Finding = Verify.Finding
/** A plan as the database has it. */
export type Definition = Plans.Definition

/**
 * Plans the jobs of a universe: those of which the store lacks some time. The same universe and range have the same plan: made again, it keeps what was done, and asks the store for
 * what it lacks now. It sends no request.
 */
export const plan = Plan_.make

/**
 * Runs a plan in this process, and ends when no job waits: those that were set aside are in `failures`. While the plan is paused, it waits. On PostgreSQL it coordinates the runners of
 * the database, and is one of them. Fails with `BackfillError`: `"busy"` while another process runs on the same SQLite file, `"stopped"` when the service refuses the key, `"cancelled"`.
 */
export const run = Run.run

/**
 * Has the runners of a PostgreSQL run a plan, and ends when no job waits. It fetches nothing itself: without a runner, it waits for one. It may be killed and started again, and two of
 * them do no harm. Fails as `run` does.
 */
export const coordinate = Run.coordinate

/**
 * A runner: it runs jobs of all plans in a PostgreSQL for as long as the layer lives. Start as many as wanted, at any time, on any machine that reaches the database and the store. One
 * that is gone without a word is replaced after 10 to 20 seconds: others run what it had begun. Runners need no connection to each other.
 *
 * The store has to let several processes write: `Store.layer(folder, { writers: "many" })`. A limit on requests holds over all runners with `RateLimitStore.layer`. When the layer ends,
 * jobs that run have two seconds to end; the others run again elsewhere, at once.
 */
export const layerRunner = Run.layerRunner

/** How far a plan has come. It sets the gauge `candela_backfill_jobs` too. */
export const status = Status_.of

/** The jobs of a plan that failed and were not done since, each with its last error. */
export const failures = Status_.failures

/** The plans of the database, the last one first. */
export const plans = Plans.all

/** Has jobs that were set aside tried again, from their first attempt, and says how many. */
export const retry = Control.retry

/** Leaves jobs out that wait or were set aside, and says how many. */
export const skip = Control.skip

/** No further job begins; those that run are finished. A run of the plan waits. */
export const pause = Control.pause

/** Jobs may run again: after a pause, a refused key, or `cancel`. */
export const resume = Control.resume

/** No further job begins, and a run of the plan ends. What was fetched stays in the store. */
export const cancel = Control.cancel

/**
 * Compares what a plan has done with the store: digests and numbers of rows of its files, the bars themselves, and their days against the market's calendar. What is damaged, absent or
 * degraded waits again, for the next run. A fault that a run has fetched once more and that is still there is the service's: it is told, and its job does not wait again. It sends
 * no request, may be given some tickers or periods, and holds a file of each of `concurrency` tickers in memory.
 */
export const verify = Verify.make
