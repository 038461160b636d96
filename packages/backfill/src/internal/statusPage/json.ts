/**
 * Status as JSON, with names in the style of the service.
 *
 * @module
 */
import * as Duration from "effect/Duration"
import type * as Status from "../progress/status.js"

/** Converts a status with failures, for `candela backfill status --format json` and the page's `/status.json`. */
export const of = (status: Status.Status, failures: ReadonlyArray<Status.Failure>): object => {
  const { rowsPerSecond, runners, timeLeft, ...others } = status
  return {
    ...others,
    rows_per_second: rowsPerSecond,
    ...(timeLeft && { seconds_left: Duration.toSeconds(timeLeft) }),
    runners: runners.map(({ isAlive, jobsPerSecond, rowsPerSecond, seenAt, startedAt, ...runner }) => ({
      ...runner,
      started_at: startedAt,
      seen_at: seenAt,
      is_alive: isAlive,
      jobs_per_second: jobsPerSecond,
      rows_per_second: rowsPerSecond,
    })),
    failures: failures.map(({ isSetAside, ...failure }) => ({ ...failure, is_set_aside: isSetAside })),
  }
}
