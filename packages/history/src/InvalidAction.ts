/**
 * Error for a split or a dividend that cannot adjust bars.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/**
 * A listed split or dividend that would adjust bars, but has no valid date, ratio or factor. It is never left out:
 * every earlier price would be wrong. Ask the service again, or correct the list and pass it to `Adjust.byTicker`; a
 * store's bars can be read without `adjust` and adjusted by such a list.
 */
export class InvalidAction extends Schema.TaggedError<InvalidAction>("@candela/history/InvalidAction")(
  "InvalidAction",
  {
    /** Kind of corporate action. */
    action: Schema.Literal("split", "dividend"),
    /** What is wrong with it. */
    detail: Schema.String,
    /** Its ticker, if it has one. */
    ticker: Schema.optional(Schema.String),
    /** Its identifier, if it has one. */
    id: Schema.optional(Schema.String),
    /** Execution date of a split, ex-date of a dividend, if it has one. */
    date: Schema.optional(Schema.String),
  },
) {
  override get message(): string {
    const { action, date, detail, id, ticker } = this
    const which = [ticker && `of ${ticker}`, date && `on ${date}`, id && `(id ${id})`].filter(Boolean).join(" ")
    return `The ${action}${which === "" ? "" : ` ${which}`} cannot adjust bars: ${detail}. Request the list again, or correct it and pass it to Adjust.byTicker.`
  }
}
