/**
 * The tables that hold the sandbox's data. Prices and volumes are stored as they were traded: splits are applied when a request asks for it.
 *
 * @module
 */

/**
 * One row a ticker. `market` is `stocks`; `synthetic` is false for what a user imported. A delisted ticker has `active` false and a
 * `delisted_date`: the first day on which it no longer trades.
 */
export const tickers = `CREATE TABLE tickers (
  ticker VARCHAR PRIMARY KEY, name VARCHAR, market VARCHAR, type VARCHAR, primary_exchange VARCHAR, otc BOOLEAN, active BOOLEAN,
  list_date DATE, delisted_date DATE, synthetic BOOLEAN)`

/** One row a split: 4-for-1 has `split_from` 1 and `split_to` 4, and is in force from `execution_date` on. */
export const splits = `CREATE TABLE splits (ticker VARCHAR, execution_date DATE, split_from DOUBLE, split_to DOUBLE)`

/**
 * One row a minute with trades, ordered by ticker and time. `t` is the start of the minute in epoch milliseconds. Stocks trade from 04:00 to
 * 20:00 New York (to 17:00 on an early close). `vw` and `n` are null where imported data do not have them.
 */
export const minuteBars = `CREATE TABLE minute_bars (
  ticker VARCHAR, t BIGINT, o DOUBLE, h DOUBLE, l DOUBLE, c DOUBLE, v DOUBLE, vw DOUBLE, n BIGINT)`

/**
 * One row a day with trades, ordered by ticker and date. `t` is the local midnight of the market in epoch milliseconds. `o` to `n` are of all
 * trades of the day; `session_*` are of the regular session (09:30 to 16:00 for stocks, 13:00 on an early close), null where there was no
 * trade in it or nothing is known of it (imported days); `pre_market` is the first trade before the session, `after_hours` the last one after it.
 * Where a day has minutes, its row is their aggregation: `v` and `n` their sums, `vw` is `sum(v * vw) / sum(v)`, rounded.
 */
export const dayBars = `CREATE TABLE day_bars (
  ticker VARCHAR, date DATE, t BIGINT, o DOUBLE, h DOUBLE, l DOUBLE, c DOUBLE, v DOUBLE, vw DOUBLE, n BIGINT,
  session_open DOUBLE, session_high DOUBLE, session_low DOUBLE, session_close DOUBLE, pre_market DOUBLE, after_hours DOUBLE)`

/** What the file holds: the keys `dataset`, `seed`, `now` (an ISO instant) and `version`. */
export const meta = `CREATE TABLE meta (key VARCHAR PRIMARY KEY, value VARCHAR)`

/** The statements that make all tables, in order. */
export const all: ReadonlyArray<string> = [tickers, splits, minuteBars, dayBars, meta]

/** The names of all tables. */
export const names = ["tickers", "splits", "minute_bars", "day_bars", "meta"] as const
