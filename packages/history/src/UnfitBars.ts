/**
 * The error of bars that an operator cannot take.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/**
 * Bars that an operator cannot take:
 *
 * - `WholeDay`: the bar begins at midnight, outside trading hours. It is of a day or longer, and has the trades of several parts of the day in it.
 * - `NotAscending`: the bar does not begin after the one before.
 */
export class UnfitBars extends Schema.TaggedError<UnfitBars>()("UnfitBars", {
  /** Why. */
  reason: Schema.Literal("WholeDay", "NotAscending"),
  /** What was to be done: `Sessions.regular`. */
  operator: Schema.String,
  /** Start of the bar's window, epoch milliseconds. */
  timestamp: Schema.Number,
  /** The bar's ticker, where its row has one. */
  ticker: Schema.optional(Schema.String),
}) {
  override get message(): string {
    const bar = `the bar ${this.ticker === undefined ? "" : `of ${this.ticker} `}at ${new Date(this.timestamp).toISOString()}`
    return `${this.operator}: ${bar} ${remedies[this.reason]}`
  }
}

const remedies: Readonly<Record<UnfitBars["reason"], string>> = {
  WholeDay:
    "begins at midnight, when the market is closed: it is a bar of a day or longer, whose trades cannot be told apart any more. " +
    'Request bars of minutes (timespan "minute"), and make days of them afterwards with Resample.sessions.',
  NotAscending:
    'does not begin after the one before. Request the bars in ascending order (sort "asc"), each once; sort or merge by time what comes from several streams.',
}
