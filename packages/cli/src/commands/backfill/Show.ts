/**
 * Status of a plan, for people and for programs.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import type * as Backfill from "@candela/backfill/Backfill"
import { StatusPage } from "@candela/backfill/StatusPage"
import * as Duration from "effect/Duration"
import * as Text from "../history/Text.js"

const duration = (time: Duration.Duration): string =>
  Duration.format(Duration.seconds(Math.ceil(Duration.toSeconds(time))))

/** Maximum number of failures shown to people. */
const most = 20

/** Formats a status as lines. */
export const lines = (
  { detail, jobs, plan, rows, rowsPerSecond, runners, state, tickers, timeLeft }: Backfill.Status,
  failures: ReadonlyArray<Backfill.Failure>,
): ReadonlyArray<string> => {
  const number = (count: number) => count.toLocaleString("en-US")
  const left = timeLeft === undefined ? "" : `, ${duration(timeLeft)} left`
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
          `  ${isSetAside ? "Set aside" : "Will be retried"}: ${ticker} ${period} after ${Text.count(attempts, "attempt")}: ${Foreign.show(message)}`,
      ),
    ...(more > 0 ? [`  ... and ${Text.count(more, "other")}: --format json has them all`] : []),
  ]
}

/** Formats a status as one line. */
export const line = ({ jobs, rows, rowsPerSecond, runners, state, timeLeft }: Backfill.Status): string => {
  const number = (count: number) => Math.round(count).toLocaleString("en-US")
  const share = jobs.planned === 0 ? 1 : (jobs.planned - jobs.waiting) / jobs.planned
  return [
    `${state}  ${Math.floor(share * 100)}%`,
    `${number(jobs.planned - jobs.waiting)} of ${Text.count(jobs.planned, "job")}`,
    Text.count(rows, "row"),
    `${number(rowsPerSecond)} rows/s`,
    ...(timeLeft === undefined ? [] : [`${duration(timeLeft)} left`]),
    Text.count(runners.filter(({ isAlive }) => isAlive).length, "runner"),
    ...(jobs.failed === 0 ? [] : [`${number(jobs.failed)} set aside`]),
  ].join("  ")
}

/** Status with names in the service's style. */
export const value: (status: Backfill.Status, failures: ReadonlyArray<Backfill.Failure>) => object = StatusPage.json
