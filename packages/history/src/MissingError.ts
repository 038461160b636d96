/**
 * Missing days of a store.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import * as Schema from "effect/Schema"

/** Trading days of a ticker that are missing from a store. */
export const MissingDays = Schema.Struct({
  /** `bars`, `splits` or `dividends`. */
  dataset: Schema.String,
  /** The ticker. */
  ticker: Schema.String,
  /** The days, `yyyy-mm-dd` in the market's zone, in ascending order. */
  days: Schema.Array(Schema.String),
  /** Those of them for which the service gave no rows where some are expected. Absent if there are none. */
  doubtful: Schema.optionalWith(Schema.Array(Schema.String), { exact: true }),
})
/** Trading days of a ticker that are missing from a store. */
export type MissingDays = typeof MissingDays.Type

/** Maximum number of days and of tickers in a message. */
const most = 5

const some = (texts: ReadonlyArray<string>, what: string) =>
  texts.length <= most ? texts.join(", ") : `${texts.slice(0, most).join(", ")} and ${texts.length - most} more ${what}`

const shown = ({ dataset, days, ticker }: Pick<MissingDays, "dataset" | "days" | "ticker">) =>
  `${dataset} of ${ticker} on ${some(days, "days")}`

/** The store does not contain the complete range of a read. */
export class MissingError extends Schema.TaggedError<MissingError>("@candela/history/MissingError")("MissingError", {
  /** Missing days, by ticker. */
  missing: Schema.NonEmptyArray(MissingDays),
}) {
  /** First missing day. */
  get from(): string {
    return this.missing.map(({ days }) => days[0]!).sort()[0]!
  }
  /** Last missing day. */
  get to(): string {
    return this.missing
      .map(({ days }) => days.at(-1)!)
      .sort()
      .at(-1)!
  }
  override get message(): string {
    const lacking = Foreign.show(some(this.missing.map(shown), "tickers"))
    const doubtful = this.missing.flatMap(({ doubtful: days, ...one }) =>
      days === undefined ? [] : [{ ...one, days }],
    )
    const doubt =
      doubtful.length === 0
        ? ""
        : ` The service gave no rows for ${Foreign.show(some(doubtful.map(shown), "tickers"))}: a sync at least a day after the first such answer settles it.`
    return `The store lacks ${lacking}.${doubt} Call store.sync(universe, { from: "${Foreign.show(this.from)}", to: "${Foreign.show(this.to)}" }), or read what is there by { gaps: "allow" }.`
  }
}
