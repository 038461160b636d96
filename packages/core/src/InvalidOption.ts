/**
 * The error of an option that comes from data, such as the key of a customer: of `make` and of the layer, before
 * anything is sent.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** An option is invalid: a base URL, a key, a number of a rate limit, a size, a duration. The error shows no key. */
export class InvalidOption extends Schema.TaggedError<InvalidOption>("@candela/core/InvalidOption")("InvalidOption", {
  /**
   * The option and where it is set: `MARKET_DATA_URL`, `baseUrl of MarketData.layer`, `maxInFlight of RateLimit.make`,
   * `connections of NodeClient`.
   */
  option: Schema.String,
  /** Accepted values, and what may be shown of the given one. */
  detail: Schema.String,
}) {
  override get message(): string {
    return `${this.option}: ${this.detail}`
  }
}
