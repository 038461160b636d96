/**
 * Error for bars that an operator cannot process.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import * as Schema from "effect/Schema"

/**
 * Bars that an operator cannot process:
 *
 * - `WholeDay`: the bar begins at midnight, outside trading hours. It covers a day or longer, and
 *   contains trades from several parts of the day.
 * - `NotAscending`: the bar does not begin after the previous one.
 * - `Adjusted`: the bar is adjusted for splits already, and would be adjusted twice, or compared with prices as they
 *   were traded.
 * - `NotAdjusted`: the bar is as it was traded, and an inverse would take splits out of it that are not in it, or it
 *   would be compared with adjusted prices.
 * - `Mixed`: the bar is adjusted for splits and the one before it is not, or the other way round.
 * - `Announced`: the bar is of the day of a split, or later, but the split was left out, because its day had not come
 *   by the clock.
 */
export class UnfitBars extends Schema.TaggedError<UnfitBars>()("UnfitBars", {
  /** Kind of error. */
  reason: Schema.Literal("WholeDay", "NotAscending", "Adjusted", "NotAdjusted", "Mixed", "Announced"),
  /** Failed operator: `Sessions.regular`. */
  operator: Schema.String,
  /** Start of the bar's window, epoch milliseconds. */
  timestamp: Schema.Number,
  /** Ticker of the bar, where its row has one. */
  ticker: Schema.optional(Schema.String),
}) {
  override get message(): string {
    const bar = `the bar ${this.ticker === undefined ? "" : `of ${Foreign.show(this.ticker)} `}at ${new Date(this.timestamp).toISOString()}`
    return `${this.operator}: ${bar} ${remedies[this.reason]}`
  }
}

const remedies: Readonly<Record<UnfitBars["reason"], string>> = {
  WholeDay:
    "begins at midnight, when the market is closed: it is a bar of a day or longer, whose trades cannot be told apart any more. " +
    'Request bars of minutes (timespan "minute"), and make days of them afterwards with Resample.sessions. ' +
    'Bars of another market than stocks need its calendar: "forex", "crypto", "futures".',
  NotAscending:
    'does not begin after the one before. Request the bars in ascending order (sort "asc", in futures "window_start.asc"), each once; sort or merge by time what comes from several streams.',
  Adjusted:
    "is adjusted for splits already, and the operator needs bars as they were traded: adjusted again, its price would be divided twice. Request the bars with adjusted: false (the service adjusts by default), " +
    "read a store without `adjust`, or adjust by dividends alone (Adjust.dividends).",
  NotAdjusted:
    "is not adjusted for splits, and the operator needs bars that are: there is nothing in it that an inverse could take out. Use the bar as it is, or request it with adjusted: true.",
  Mixed:
    "is adjusted for splits and the bars before it are not, or the other way round: together their prices mean nothing. Request all bars with the same `adjusted`, or adjust the raw ones first.",
  Announced:
    "is of the day of a listed split or later, but the split was left out, because by the clock its day has not come: the clock is behind (a TestClock begins in 1970). Set it, or give the day (asOf).",
}
