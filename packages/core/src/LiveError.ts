/**
 * The errors of the live channel, as tagged errors with plain fields. None contains a key.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import * as Foreign from "./internal/Foreign.js"

const where = {
  /** Cluster of the connection: `stocks`. */
  cluster: Schema.String,
  /** Origin of the live channel: `wss://socket.example.com`. */
  origin: Schema.String,
  /** Setting of the address: `MARKET_DATA_LIVE_URL`, `url of LiveConnection.layer`. */
  urlFrom: Schema.String,
}

/**
 * The service refused the key, or its plan has no live channel of this cluster at this host. It is never tried again.
 */
export class LiveUnauthorized extends Schema.TaggedError<LiveUnauthorized>("@candela/core/LiveUnauthorized")(
  "LiveUnauthorized",
  {
    ...where,
    /** The service's own words. */
    detail: Schema.String,
  },
) {
  override get message(): string {
    return `The live channel ${this.cluster} at ${this.origin} refused the key. It says: ${Foreign.show(this.detail)} Use a key whose plan has ${this.cluster}, or the host of its plan (${this.urlFrom}): delayed plans have a host of their own.`
  }
}

/** The service refused a subscription, or did not acknowledge it. */
export class Refused extends Schema.TaggedError<Refused>("@candela/core/Refused")("Refused", {
  ...where,
  /** Name of the topic: `stocks.trades`. */
  topic: Schema.String,
  /** Tickers that were refused. */
  tickers: Schema.Array(Schema.String),
  /** The service's own words, or that it did not answer. */
  detail: Schema.String,
}) {
  override get message(): string {
    return `${this.topic} of ${this.tickers.slice(0, 5).map(Foreign.show).join(", ")}${this.tickers.length > 5 ? ` and ${this.tickers.length - 5} more` : ""} was not subscribed at ${this.origin}: ${Foreign.show(this.detail)}`
  }
}

/** The service ended the connection in favour of another one with the same key, again and again. */
export class Evicted extends Schema.TaggedError<Evicted>("@candela/core/Evicted")("Evicted", {
  ...where,
  /** Number of evictions. */
  times: Schema.Number,
  /** Time in which they happened, milliseconds. */
  within: Schema.Number,
}) {
  override get message(): string {
    return `Another program uses this key for ${this.cluster} at ${this.origin}: the service ended the connection ${this.times} times in ${Math.round(this.within / 60_000)} minutes. Stop the other program, share one connection, or use another key.`
  }
}

/** The connection was lost, and could not be made again. */
export class Disconnected extends Schema.TaggedError<Disconnected>("@candela/core/Disconnected")("Disconnected", {
  ...where,
  /** Number of attempts. */
  attempts: Schema.Number,
  /** How the last connection ended. */
  detail: Schema.String,
}) {
  override get message(): string {
    const detail = Foreign.show(this.detail).replace(/[^.!?]$/, "$&.")
    const advice = this.detail.startsWith("the proxy ")
      ? "Correct the variable of the proxy, name the host in NO_PROXY if it can be reached without, or check"
      : "Check the network, and"
    return `The live channel ${this.cluster} at ${this.origin} was lost after ${this.attempts} attempts: ${detail} ${advice} ${this.urlFrom}.`
  }
}

/** The consumer of a stream was slower than the channel, and its buffer was full. */
export class Overflow extends Schema.TaggedError<Overflow>("@candela/core/Overflow")("Overflow", {
  /** Name of the topic. */
  topic: Schema.String,
  /** Capacity of the buffer, in rows. */
  capacity: Schema.Number,
}) {
  override get message(): string {
    return `The consumer of ${this.topic} is slower than the channel: ${this.capacity} rows wait. Subscribe fewer tickers, do less for each row, raise buffer.rows, or let the stream drop or conflate rows (buffer.overflow).`
  }
}

/** The channel sent an event that the schema of its topic rejects. */
export class LiveDecodeError extends Schema.TaggedError<LiveDecodeError>("@candela/core/LiveDecodeError")(
  "LiveDecodeError",
  {
    /** Name of the topic. */
    topic: Schema.String,
    /** Path of the value in the event: `p`. */
    path: Schema.String,
    /** What was expected. */
    expected: Schema.String,
    /** Short excerpt of the event. */
    snippet: Schema.String,
  },
) {
  override get message(): string {
    return `${this.topic} sent an event whose ${this.path} is not ${this.expected}: ${Foreign.show(this.snippet)} With onInvalidRow: "skip" the stream omits and counts such events.`
  }
}

/** Any error of the live channel. */
export type LiveError = LiveUnauthorized | Refused | Evicted | Disconnected | Overflow | LiveDecodeError
