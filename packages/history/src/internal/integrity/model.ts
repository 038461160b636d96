/** A report as data. `Integrity` exports it. */
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
 * Why a day is degraded.
 *
 * - `unordered`: rows that come after a later one (in a descending request, an earlier one).
 * - `duplicate`: rows with the instant of the row before, where the endpoint gives one row an instant.
 * - `outside`: rows outside of the requested range. Nothing else is checked of them.
 * - `closed`: rows while the market was closed: a weekend, a holiday, an hour without trading.
 * - `unlisted`: rows before the ticker was listed, or after it was delisted.
 * - `price`: prices that are not positive. Futures may have them.
 * - `negative`: volumes, sizes or numbers of trades below zero.
 * - `highLow`: bars whose low and high do not hold open and close.
 * - `vwap`: bars whose volume-weighted average price lies outside of low and high.
 * - `crossed`: quotes whose bid is above the ask.
 * - `jump`: prices too far from the row before, without a split of that day. Its `ratio` is the first jump's.
 * - `split`: a split of that day that prices do not show, as in bars that are adjusted already. Its `ratio` is new shares for one old.
 * - `gap`: windows of the regular session missing in a row, more than the ticker's usual activity explains. The count is that of the day's longest gap.
 * - `thin`: the regular session has fewer windows with rows than the days around it let one expect, beyond their spread. The count is how many fewer.
 */
export const Reason: Schema.Literal<[...typeof reasons]> = Schema.Literal(...reasons)
/** Why a day is degraded. */
export type Reason = typeof Reason.Type

/** A reason, how often it was found on a day, and where first. */
export interface Finding {
  /** What was found. */
  readonly reason: Reason
  /** Number of rows; of `gap` and `thin` number of windows. */
  readonly count: number
  /** Instant of the first one, epoch milliseconds. */
  readonly first: number
  /** Of `jump`, price over the one before it; of `split`, new shares for one old. */
  readonly ratio?: number
}

/** Schema of {@link Finding}. */
export const Finding: Schema.Schema<Finding> = Schema.Struct({
  reason: Reason,
  count: Schema.Int,
  first: Schema.Finite,
  ratio: Schema.optionalWith(Schema.Finite, { exact: true }),
})

/**
 * `available`: nothing was found. `degraded`: rows came, and something is wrong with them. `missing`: none came on a day on which the market was open and the ticker
 * usually trades.
 */
export const Status: Schema.Literal<["available", "degraded", "missing"]> = Schema.Literal(
  "available",
  "degraded",
  "missing",
)
/** Status of a day. */
export type Status = typeof Status.Type

/** A day of a ticker; of bars longer than a day, a window. */
export interface Day {
  /** The trading day in the market's zone, `yyyy-mm-dd`; the first one of a longer window. */
  readonly date: string
  /** Verdict on the day. */
  readonly status: Status
  /** Number of rows that came. */
  readonly rows: number
  /** Empty unless the day is degraded. */
  readonly findings: ReadonlyArray<Finding>
}

/** Schema of {@link Day}. */
export const Day: Schema.Schema<Day> = Schema.Struct({
  date: Schema.String,
  status: Status,
  rows: Schema.Int,
  findings: Schema.Array(Finding),
})

/** The days of a ticker. */
export interface TickerReport {
  /** Empty where neither the rows nor the requests name one. */
  readonly ticker: string
  /** Number of rows that came. */
  readonly rows: number
  /** Share, 0 to 1, of the windows (minutes, of rows without one) of a regular session that usually have rows: the median of the days that have some. */
  readonly usual?: number
  /** In order of their dates. Days on which the market was closed are left out, unless rows came. */
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

/** What a check found, by ticker and day. Plain data: `JSON.stringify` and `Schema.decode` give it back as it was. */
export interface Report {
  /** Name of the endpoint, `stocks.bars`. */
  readonly endpoint: string
  /** Whose calendar the days are of. */
  readonly market: typeof Market.Type
  /** Size of the bars' windows, `1 minute`; absent of other rows. */
  readonly window?: string
  /** Days that end later (epoch milliseconds) may miss rows that are still to come: only the rows that came are checked. */
  readonly asOf: number
  /** In order of the requests; those that no request names after them. */
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
