/**
 * Days that a store lacks.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** Trading days of a ticker that a store does not have. */
export const MissingDays = Schema.Struct({
  /** `bars`, `splits` or `dividends`. */
  dataset: Schema.String,
  /** The ticker. */
  ticker: Schema.String,
  /** The days, `yyyy-mm-dd` in the market's zone, in ascending order. */
  days: Schema.Array(Schema.String),
})
/** Trading days of a ticker that a store does not have. */
export type MissingDays = typeof MissingDays.Type

/** Days and tickers that a message names. */
const most = 5

const some = (texts: ReadonlyArray<string>, what: string) =>
  texts.length <= most ? texts.join(", ") : `${texts.slice(0, most).join(", ")} and ${texts.length - most} more ${what}`

const shown = ({ dataset, days, ticker }: MissingDays) => `${dataset} of ${ticker} on ${some(days, "days")}`

/** A range was read that the store does not have whole. */
export class MissingError extends Schema.TaggedError<MissingError>("@candela/history/MissingError")("MissingError", {
  /** What is missing, by ticker. */
  missing: Schema.NonEmptyArray(MissingDays),
}) {
  /** First day of what is missing. */
  get from(): string {
    return this.missing.map(({ days }) => days[0]!).sort()[0]!
  }
  /** Last day of what is missing. */
  get to(): string {
    return this.missing
      .map(({ days }) => days.at(-1)!)
      .sort()
      .at(-1)!
  }
  override get message(): string {
    const lacking = some(this.missing.map(shown), "tickers")
    return `The store lacks ${lacking}. Call store.sync(universe, { from: "${this.from}", to: "${this.to}" }), or read what is there by { gaps: "allow" }.`
  }
}
