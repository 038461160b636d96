/**
 * Metrics of backfills.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"

/** `candela_backfill_jobs`: jobs of a plan, by their state. */
export const jobs = Metric.gauge("candela_backfill_jobs", { description: "Jobs of a plan" })

/** `candela_backfill_jobs_total`: jobs that ended in this process, by their result. */
const ended = Metric.counter("candela_backfill_jobs_total", { description: "Jobs that ended", incremental: true })

/** `candela_backfill_rows_total`: bars of the jobs that ended in this process. */
const rows = Metric.counter("candela_backfill_rows_total", {
  description: "Bars of the jobs that ended",
  incremental: true,
})

/** `candela_backfill_running`: running batches of this process, each of one ticker. */
const running = Metric.gauge("candela_backfill_running", { description: "Batches that run" })

/** `candela_backfill_messages`: unprocessed messages of the database at the last poll of this process's coordinator. */
const messages = Metric.gauge("candela_backfill_messages", { description: "Messages that are not over" })

/** `candela_backfill_messages_total`: messages sent by the coordinator of this process. */
const sent = Metric.counter("candela_backfill_messages_total", { description: "Messages sent", incremental: true })

const done = Metric.tagged(ended, "result", "done")
const failed = Metric.tagged(ended, "result", "failed")

/** Counts done jobs. */
export const jobsDone = (count: number, received: number): Effect.Effect<void> =>
  Effect.zipRight(Metric.incrementBy(done, count), Metric.incrementBy(rows, received))

/** Counts a job that was set aside. */
export const jobFailed: Effect.Effect<void> = Metric.increment(failed)

/** Sets the number of running batches. */
export const batchesRunning = (count: number): Effect.Effect<void> => Metric.set(running, count)

/** Sets the number of unprocessed messages. */
export const messagesOpen = (count: number): Effect.Effect<void> => Metric.set(messages, count)

/** Counts sent messages. */
export const messagesSent = (count: number): Effect.Effect<void> => Metric.incrementBy(sent, count)
