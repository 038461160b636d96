/** Data model of a report. `Integrity` exports it. */
import * as Schema from "effect/Schema"

const reasons = [
  "unordered",
  "duplicate",
  "outside",
  "closed",
  "unlisted",
  "price",
  "negative",
  "highLow",
  "vwap",
  "crossed",
  "jump",
  "split",
  "gap",
  "thin",
] as const

/**
 * Reason why a day is degraded.
 *
 * - `unordered`: rows that come after a later one (in a descending request, an earlier one).
 * - `duplicate`: rows with the instant of the previous row, where the endpoint has one row per instant.
 * - `outside`: rows outside of the requested range. They get no other checks.
 * - `closed`: rows while the market was closed: a weekend, a holiday, an hour without trading.
 * - `unlisted`: rows before the ticker was listed, or after it was delisted.
 * - `price`: prices that are not positive; allowed in futures.
 * - `negative`: volumes, sizes or numbers of trades below zero.
 * - `highLow`: bars whose open or close lies outside of low and high.
 * - `vwap`: bars whose volume-weighted average price lies outside of low and high.
 * - `crossed`: quotes whose bid is above the ask.
 * - `jump`: prices too far from the previous row, without a split that day. Its `ratio` is the first jump's. With
 *   `split`, a jump by the ratio of a split that should not show: bars as traded among adjusted ones, or bars
 *   adjusted twice.
 * - `split`: a split that day that prices do not show, as in bars that are adjusted already. Its
 *   `ratio` is new shares for one old.
 * - `gap`: consecutive missing windows of the regular session, more than the ticker's usual
 *   activity explains. The count is the length of the day's longest gap.
 * - `thin`: fewer windows with rows in the regular session than on the days around it, beyond their
 *   spread. The count is the number of windows below the usual one.
 */
export const Reason: Schema.Literal<[...typeof reasons]> = Schema.Literal(...reasons)
/** Reason why a day is degraded. */
export type Reason = typeof Reason.Type

/** Finding on a day: its reason, its count and its first occurrence. */
export interface Finding {
  /** Reason of the finding. */
  readonly reason: Reason
  /** Number of rows; for `gap` and `thin` number of windows. */
  readonly count: number
  /** Instant of the first occurrence, epoch milliseconds. */
  readonly first: number
  /**
   * For `jump`, price divided by the previous one (in raw bars by what a split makes of it); for `split`, new shares
   * for one old.
   */
  readonly ratio?: number
  /**
   * For `jump`, new shares for one old of a split that day, if the jump has its ratio: the bars are not adjusted for
   * it, or twice.
   */
  readonly split?: number
}

/** Schema of {@link Finding}. */
export const Finding: Schema.Schema<Finding> = Schema.Struct({
  reason: Reason,
  count: Schema.Int,
  first: Schema.Finite,
  ratio: Schema.optionalWith(Schema.Finite, { exact: true }),
  split: Schema.optionalWith(Schema.Finite, { exact: true }),
})

/**
 * `available`: no findings. `degraded`: rows with findings. `missing`: no rows on a day on which
 * the market was open and the ticker usually trades.
 */
export const Status: Schema.Literal<["available", "degraded", "missing"]> = Schema.Literal(
  "available",
  "degraded",
  "missing",
)
/** Status of a day. */
export type Status = typeof Status.Type

/** Day of a ticker; for bars longer than a day, a window. */
export interface Day {
  /** Trading day in the market's zone, `yyyy-mm-dd`; the first one of a longer window. */
  readonly date: string
  /** Verdict on the day. */
  readonly status: Status
  /** Number of received rows. */
  readonly rows: number
  /** Findings; empty unless the day is degraded. */
  readonly findings: ReadonlyArray<Finding>
}

/** Schema of {@link Day}. */
export const Day: Schema.Schema<Day> = Schema.Struct({
  date: Schema.String,
  status: Status,
  rows: Schema.Int,
  findings: Schema.Array(Finding),
})

/** Days of a ticker. */
export interface TickerReport {
  /** Ticker; empty where neither the rows nor the requests name one. */
  readonly ticker: string
  /** Number of received rows. */
  readonly rows: number
  /**
   * Usual share, 0 to 1, of a regular session's windows (minutes, for rows without windows) that
   * have rows: the median of the days with rows.
   */
  readonly usual?: number
  /** Days by ascending date. Days on which the market was closed are left out unless they have rows. */
  readonly days: ReadonlyArray<Day>
}

/** Schema of {@link TickerReport}. */
export const TickerReport: Schema.Schema<TickerReport> = Schema.Struct({
  ticker: Schema.String,
  rows: Schema.Int,
  usual: Schema.optionalWith(Schema.Finite, { exact: true }),
  days: Schema.Array(Day),
})

const Market = Schema.Literal("stocks", "forex", "crypto", "futures")

/** Result of a check, by ticker and day. Plain data: it round-trips through `JSON.stringify` and `Schema.decode`. */
export interface Report {
  /** Name of the endpoint, `stocks.bars`. */
  readonly endpoint: string
  /** Market whose calendar defines the days. */
  readonly market: typeof Market.Type
  /** Size of the bars' windows, `1 minute`; absent for other rows. */
  readonly window?: string
  /**
   * Time of the report, epoch milliseconds. Days that end later may still get rows: only the received rows are checked.
   */
  readonly asOf: number
  /** Tickers in the order of the requests, followed by those that no request names. */
  readonly tickers: ReadonlyArray<TickerReport>
}

/** Schema of {@link Report}. */
export const Report: Schema.Schema<Report> = Schema.Struct({
  endpoint: Schema.String,
  market: Market,
  window: Schema.optionalWith(Schema.String, { exact: true }),
  asOf: Schema.Finite,
  tickers: Schema.Array(TickerReport),
})
