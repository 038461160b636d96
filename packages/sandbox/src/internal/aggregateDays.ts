import { dateOfDay, dayOf, startOfDay } from "@candela/market/TimeZone"
import { Effect } from "effect"
import { session } from "../Calendar.js"
import { averageSql, roundSql } from "../Rounding.js"
import type { Store, StoreError } from "../Store.js"

const zone = "America/New_York"
const hourMillis = 3_600_000

/** For each hour (a number since 1970) its local day, and the regular session of that day: the usual one when the market is closed. */
const localHours = (hours: ReadonlyArray<bigint>) => {
  const days = hours.map((hour) => dayOf(zone, Number(hour) * hourMillis))
  const known = new Map<number, readonly [date: string, midnight: number, open: number, close: number]>()
  for (const day of days) {
    if (known.has(day)) continue
    const date = dateOfDay(day)
    const midnight = startOfDay(zone, day)
    const found = session(date)
    known.set(day, [
      date,
      midnight,
      found?.open ?? midnight + 9.5 * hourMillis,
      found?.close ?? midnight + 16 * hourMillis,
    ])
  }
  return [hours, ...[0, 1, 2, 3].map((column) => days.map((day) => known.get(day)![column]!))]
}

/** The number of the hour that a time falls into, before 1970 too. */
const hourOf = `floor(t / ${hourMillis})::BIGINT`

/**
 * Day bars as the aggregation of minute bars. Sums are taken in the order of time, so that the same minutes always give the same day. The
 * average weighs the minutes that have one; transactions are counted where they are known. Volume and average of several minutes are rounded.
 */
const aggregate = (minutes: string) => `
  SELECT * EXCLUDE (minutes) REPLACE (
    CASE WHEN minutes = 1 THEN v ELSE ${roundSql("v")} END AS v,
    CASE WHEN minutes = 1 THEN vw ELSE ${averageSql("vw", "l", "h")} END AS vw)
  FROM (${sums(minutes)})`

const sums = (minutes: string) => `
  SELECT ticker, date, midnight AS t, arg_min(o, t) AS o, max(h) AS h, min(l) AS l, arg_max(c, t) AS c,
    sum(v ORDER BY t) AS v,
    CASE WHEN count(*) = 1 THEN max(vw)
      ELSE sum(v * vw ORDER BY t) / nullif(sum(v ORDER BY t) FILTER (vw IS NOT NULL), 0) END AS vw,
    sum(n)::BIGINT AS n,
    arg_min(o, t) FILTER (t >= open AND t < close) AS session_open,
    max(h) FILTER (t >= open AND t < close) AS session_high,
    min(l) FILTER (t >= open AND t < close) AS session_low,
    arg_max(c, t) FILTER (t >= open AND t < close) AS session_close,
    arg_min(o, t) FILTER (t < open) AS pre_market,
    arg_max(c, t) FILTER (t >= close) AS after_hours,
    count(*) AS minutes
  FROM ${minutes} AS minutes JOIN local_hours ON ${hourOf} = local_hours.hour
  GROUP BY ticker, date, midnight`

/**
 * Writes the day bars of all minutes of one table into another (both named by us, never by a user). It leaves a temporary table, which goes with
 * the connection: run it in a transaction, once.
 */
export const aggregateDays = (
  statements: Store.Statements,
  options: { readonly minutes: string; readonly into: string },
): Effect.Effect<void, StoreError> =>
  Effect.gen(function* () {
    // Local time is whole hours from UTC: an hour lies in one local day, and hours can be joined by equality, which is fast.
    const hours = yield* statements.query<{ readonly hour: bigint }>(
      `SELECT DISTINCT ${hourOf} AS hour FROM ${options.minutes} ORDER BY hour`,
    )
    yield* statements.run(
      "CREATE TEMP TABLE local_hours (hour BIGINT, date DATE, midnight BIGINT, open BIGINT, close BIGINT)",
    )
    yield* statements.append("local_hours", localHours(hours.map(({ hour }) => hour)))
    yield* statements.run(`INSERT INTO ${options.into} ${aggregate(options.minutes)}`)
  })
