/**
 * The metrics of backfills.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"

/** `candela_backfill_jobs`: jobs of a plan, by their state. */
export const jobs = Metric.gauge("candela_backfill_jobs", { description: "Jobs of a plan" })

/** `candela_backfill_jobs_total`: jobs that ended in this process, by their result. */
const ended = Metric.counter("candela_backfill_jobs_total", { description: "Jobs that ended", incremental: true })

/** `candela_backfill_rows_total`: rows that the jobs of this process received. */
const rows = Metric.counter("candela_backfill_rows_total", { description: "Rows received", incremental: true })

const done = Metric.tagged(ended, "result", "done")
const failed = Metric.tagged(ended, "result", "failed")

/** Counts jobs that are done. */
export const jobsDone = (count: number, received: number): Effect.Effect<void> =>
  Effect.zipRight(Metric.incrementBy(done, count), Metric.incrementBy(rows, received))

/** Counts a job that was set aside. */
export const jobFailed: Effect.Effect<void> = Metric.increment(failed)
