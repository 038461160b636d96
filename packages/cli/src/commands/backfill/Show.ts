/**
 * The status of a plan, for people and for programs.
 *
 * @module
 */
import type * as Backfill from "@candela/backfill/Backfill"
import * as Duration from "effect/Duration"
import * as Text from "../history/Text.js"

/** Failures that people are shown. */
const most = 20

/** The lines of a status. */
export const lines = (
  { detail, jobs, plan, rows, rowsPerSecond, runners, state, tickers, timeLeft }: Backfill.Status,
  failures: ReadonlyArray<Backfill.Failure>,
): ReadonlyArray<string> => {
  const number = (count: number) => count.toLocaleString("en-US")
  const left =
    timeLeft === undefined ? "" : `, ${Duration.format(Duration.seconds(Math.ceil(Duration.toSeconds(timeLeft))))} left`
  const more = failures.length - most
  return [
    `Plan ${plan} (${state}): ${Text.count(jobs.planned, "job")} of ${Text.count(tickers, "ticker")}`,
    ...(detail === "" ? [] : [detail]),
    `  ${number(jobs.done)} done, ${number(jobs.empty)} without rows, ${number(jobs.waiting)} waiting, ${number(jobs.failed)} set aside, ${number(jobs.skipped)} skipped`,
    `  ${Text.count(rows, "row")}, ${number(Math.round(rowsPerSecond))} a second${left}`,
    ...runners
      .filter(({ isAlive }) => isAlive)
      .map(
        (one) =>
          `  ${one.runner}: ${number(one.running)} running, ${Text.count(one.jobs, "job")}, ${Text.count(one.rows, "row")}`,
      ),
    ...failures
      .slice(0, most)
      .map(
        ({ attempts, isSetAside, message, period, ticker }) =>
          `  ${isSetAside ? "Set aside" : "Will be tried again"}: ${ticker} ${period} after ${Text.count(attempts, "attempt")}: ${message}`,
      ),
    ...(more > 0 ? [`  ... and ${Text.count(more, "other")}: --format json has them all`] : []),
  ]
}

/** A status in the names of the service's own style. */
export const value = (status: Backfill.Status, failures: ReadonlyArray<Backfill.Failure>): object => {
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
