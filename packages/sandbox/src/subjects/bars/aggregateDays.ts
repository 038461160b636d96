import { type Market, stocks } from "@candela/market/Market"
import { dateOfDay, dayOf, startOfDay } from "@candela/market/TimeZone"
import { Effect } from "effect"
import { session } from "@candela/market/Calendar"
import { tickerIn } from "../../store/tickerIn.js"
import { averageSql, roundSql } from "../../numbers/Rounding.js"
import type { Store, StoreError } from "../../store/Store.js"

const hourMillis = 3_600_000

interface LocalDay {
  readonly date: string
  readonly midnight: number
  /** Regular session, in markets that have one. */
  readonly open: number | null
  readonly close: number | null
}

/** Local day with its regular session: the usual one when the stock market is closed. */
const localDay = (market: Market, day: number): LocalDay => {
  const date = dateOfDay(day)
  const midnight = startOfDay(market.zone, day)
  if (market !== stocks) return { date, midnight, open: null, close: null }
  const found = session(date)
  return {
    date,
    midnight,
    open: found?.open ?? midnight + 9.5 * hourMillis,
    close: found?.close ?? midnight + 16 * hourMillis,
  }
}

/** Local day of each hour (a number since 1970). */
const localHours = (market: Market, hours: ReadonlyArray<bigint>) => {
  const days = hours.map((hour) => dayOf(market.zone, Number(hour) * hourMillis))
  const known = new Map([...new Set(days)].map((day) => [day, localDay(market, day)]))
  const found = days.map((day) => known.get(day)!)
  return {
    hour: hours,
    date: found.map(({ date }) => date),
    midnight: found.map(({ midnight }) => midnight),
    open: found.map(({ open }) => open),
    close: found.map(({ close }) => close),
  }
}

/** SQL for the number of the hour that contains a time, before 1970 too. */
const hourOf = `floor(t / ${hourMillis})::BIGINT`

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
  FROM (${minutes}) AS minutes JOIN local_hours ON ${hourOf} = local_hours.hour
  GROUP BY ticker, date, midnight`

/**
 * SQL for day bars as the aggregation of minute bars. Sums are taken in the order of time, so that
 * the same minutes always give the same day. The average weighs the minutes that have one;
 * transactions are counted where known. Volume and average of several minutes are rounded.
 */
const aggregate = (minutes: string, { decimals }: Market) => `
  SELECT * EXCLUDE (minutes) REPLACE (
    CASE WHEN minutes = 1 THEN v ELSE ${roundSql("v", decimals)} END AS v,
    CASE WHEN minutes = 1 THEN vw ELSE ${averageSql("vw", "l", "h", decimals)} END AS vw),
    CASE WHEN minutes > 1 THEN vw END AS exact_vw
  FROM (${sums(minutes)})`

/**
 * Writes the day bars of all stored minutes of some tickers of one market into a table with the columns of `day_bars`
 * (its name is never a user's). It leaves a temporary table until the connection ends: run it in a transaction.
 */
export const aggregateDays = (
  statements: Store.Statements,
  options: { readonly market: Market; readonly tickers: ReadonlyArray<string>; readonly into: string },
): Effect.Effect<void, StoreError> =>
  Effect.gen(function* () {
    const { into, market, tickers } = options
    if (tickers.length === 0) return
    const minutes = `FROM minute_bars WHERE ${tickerIn(tickers)}`
    // Offsets from UTC are whole hours: an hour lies in one local day, and hours can be joined by
    // equality, which is fast.
    const hours = yield* statements.query<{ readonly hour: bigint }>(
      `SELECT DISTINCT ${hourOf} AS hour FROM (${minutes}) ORDER BY hour`,
      tickers,
    )
    yield* statements.run(
      "CREATE OR REPLACE TEMP TABLE local_hours (hour BIGINT, date VARCHAR, midnight BIGINT, open BIGINT, close BIGINT)",
    )
    const found = hours.map(({ hour }) => hour)
    yield* statements.append("local_hours", localHours(market, found))
    yield* statements.run(`INSERT INTO ${into} BY NAME ${aggregate(minutes, market)}`, tickers)
  })
