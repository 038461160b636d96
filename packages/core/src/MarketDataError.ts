/**
 * Everything that can go wrong with a call, as tagged errors with plain fields.
 *
 * Six are answers of the service, and carry its own words (`detail`) and the request's id. Five arise on the way. None holds a request or a
 * key, all are serialisable by their schema, and `message` says what to do.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { inSeconds } from "./internal/message.js"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** What every answer of the service carries. */
const answer = {
  /** Name of the endpoint, `stocks.bars`. */
  endpoint: Schema.String,
  /** HTTP status; absent where the client refused the request itself. */
  status: optional(Schema.Number),
  /** The service's id of the request, from the body or the `X-Request-Id` header: give it to the service's support. */
  requestId: optional(Schema.String),
  /** The service's own words, cut to a sane length. */
  detail: Schema.String,
}

interface Answer {
  readonly endpoint: string
  readonly status?: number
  readonly requestId?: string
  readonly detail: string
}

const where = (error: Answer): string => {
  const request = error.requestId === undefined ? "no request id" : `request ${error.requestId}`
  return error.status === undefined ? "not sent" : `${error.status}, ${request}`
}

const words = (error: Answer): string => (error.detail === "" ? "" : ` The service says: ${error.detail}`)

/** The service refused the key (401), or the key's subscription plan does not hold what was asked for (403). */
export class Unauthorized extends Schema.TaggedError<Unauthorized>("@candela/core/Unauthorized")("Unauthorized", {
  ...answer,
  /** `MissingKey` and `UnknownKey`: check the key. `NotEntitled`: the subscription plan lacks these data. */
  reason: Schema.Literal("MissingKey", "UnknownKey", "NotEntitled"),
  /**
   * Where the client's key is set: `MARKET_DATA_API_KEY`, `apiKey of MarketData.layer` or `apiKey of MarketData.layerConfig`. Absent on errors that no client
   * made.
   */
  keyFrom: optional(Schema.String),
}) {
  override get message(): string {
    if (this.reason === "NotEntitled") {
      return `${this.endpoint}: the key's plan does not include these data (${where(this)}).${words(this)}`
    }
    const fault = this.reason === "MissingKey" ? "got no key" : "refused the key"
    return `${this.endpoint}: the service ${fault} (${where(this)}). Check ${this.keyFrom ?? "the API key"}.`
  }
}

/** The service knows no such resource (404): a ticker, or its data on that day. */
export class NotFound extends Schema.TaggedError<NotFound>("@candela/core/NotFound")("NotFound", answer) {
  override get message(): string {
    return `${this.endpoint}: nothing there (${where(this)}). Check the ticker (case-sensitive) and the date.${words(this)}`
  }
}

/** A parameter is invalid or incorrect in the service's eyes (409, or 400). Sending it again will not help. */
export class Conflict extends Schema.TaggedError<Conflict>("@candela/core/Conflict")("Conflict", answer) {
  override get message(): string {
    return `${this.endpoint}: the service refused a parameter (${where(this)}).${words(this)}`
  }
}

/** The `resolution` of futures bars is not one that the service makes: refused by it (400), or before anything was sent (no status). */
export class BadResolution extends Schema.TaggedError<BadResolution>("@candela/core/BadResolution")(
  "BadResolution",
  answer,
) {
  override get message(): string {
    return `${this.endpoint}: unsupported resolution (${where(this)}). ${this.detail}`
  }
}

/** Too many requests (429), and the retries are used up or the wait that the service asks for is longer than two minutes. */
export class RateLimited extends Schema.TaggedError<RateLimited>("@candela/core/RateLimited")("RateLimited", {
  ...answer,
  /** How long the service asks to wait. */
  retryAfter: optional(Schema.DurationFromMillis),
}) {
  override get message(): string {
    const wait = this.retryAfter === undefined ? "" : ` Wait ${inSeconds(this.retryAfter)}.`
    return `${this.endpoint}: too many requests (${where(this)}).${wait} Set rateLimit of MarketData.layer to your plan's rate.`
  }
}

/** Any other failure that the service reports. */
export class ServiceError extends Schema.TaggedError<ServiceError>("@candela/core/ServiceError")("ServiceError", {
  ...answer,
  /** How long the service asks to wait. */
  retryAfter: optional(Schema.DurationFromMillis),
}) {
  override get message(): string {
    return `${this.endpoint}: the service failed (${where(this)}).${words(this)}`
  }
}

/** A request that was refused before anything was sent, because the service would refuse it, or misread it in silence. */
export class InvalidRequest extends Schema.TaggedError<InvalidRequest>("@candela/core/InvalidRequest")(
  "InvalidRequest",
  {
    /** Name of the endpoint. */
    endpoint: Schema.String,
    /** Name of the parameter, as the service spells it. */
    parameter: Schema.String,
    /** The refused value, formatted; empty when the parameter is missing. */
    value: Schema.String,
    /** What is accepted, in words. */
    expected: Schema.String,
  },
) {
  /** What is wrong, without the endpoint: `"limit" must be a whole number from 1 to 1000, but got 0.` */
  get fault(): string {
    const got = this.value === "" ? "" : `, but got ${this.value}`
    return `"${this.parameter}" must be ${this.expected}${got}.`
  }
  override get message(): string {
    return `${this.endpoint}: ${this.fault} Nothing was sent.`
  }
}

/** The request, or the answer's body, was lost on the way. */
export class TransportError extends Schema.TaggedError<TransportError>("@candela/core/TransportError")(
  "TransportError",
  {
    /** Name of the endpoint. */
    endpoint: Schema.String,
    /**
     * `Connection`: no answer came. `CutBody`: the body ended too early, or is not whole JSON. `BodyTooLarge`: it passed the layer's
     * `maxBodySize`. `Redirect`: the service pointed to another origin, in circles, or nowhere; the key is never sent there. `Closed`: the layer was
     * closed before the answer came.
     */
    reason: Schema.Literal("Connection", "CutBody", "BodyTooLarge", "Redirect", "Closed"),
    /** What is known of it, in words. */
    detail: Schema.String,
    /** The service's id of the request. */
    requestId: optional(Schema.String),
  },
) {
  override get message(): string {
    const why = this.requestId === undefined ? this.detail : `${this.detail}, request ${this.requestId}`
    switch (this.reason) {
      case "Connection":
        return `${this.endpoint}: no answer (${why}). Check MARKET_DATA_URL and the network.`
      case "CutBody":
        return `${this.endpoint}: the answer was cut (${why}).`
      case "BodyTooLarge":
        return `${this.endpoint}: the answer is too large (${why}). Ask for smaller pages with limit, or raise maxBodySize of MarketData.layer.`
      case "Redirect":
        return `${this.endpoint}: the redirect was not followed (${why}). Check MARKET_DATA_URL.`
      case "Closed":
        return `${this.endpoint}: no answer (${why}). Keep the layer's scope open while calls run.`
    }
  }
}

/** No whole answer came within the layer's `timeout`, in any attempt. */
export class TimeoutError extends Schema.TaggedError<TimeoutError>("@candela/core/TimeoutError")("TimeoutError", {
  /** Name of the endpoint. */
  endpoint: Schema.String,
  /** The limit of one attempt. */
  timeout: Schema.DurationFromMillis,
}) {
  override get message(): string {
    return `${this.endpoint}: no whole answer within ${inSeconds(this.timeout)}. Raise timeout of MarketData.layer, or ask for smaller pages.`
  }
}

/** A whole answer that the endpoint's schema refuses. */
export class DecodeError extends Schema.TaggedError<DecodeError>("@candela/core/DecodeError")("DecodeError", {
  /** Name of the endpoint. */
  endpoint: Schema.String,
  /** The service's id of the request. */
  requestId: optional(Schema.String),
  /** Where in the document, with the wire's names: `results[1234].c`. */
  path: Schema.String,
  /** What the schema asks for. */
  expected: Schema.String,
  /** What stood there. */
  actual: Schema.String,
  /** A short piece of the document around the fault. */
  snippet: Schema.String,
}) {
  override get message(): string {
    const at = this.path === "" ? "the document" : this.path
    const request = this.requestId === undefined ? "" : ` (request ${this.requestId})`
    return `${this.endpoint}: ${at} should be ${this.expected}, but is ${this.actual}, in ${this.snippet}${request}`
  }
}

/** The chain of pages is broken: a `next_url` that was seen before, or that is not a URL. The rows before it have been given. */
export class PaginationError extends Schema.TaggedError<PaginationError>("@candela/core/PaginationError")(
  "PaginationError",
  {
    /** Name of the endpoint. */
    endpoint: Schema.String,
    /** Number of the page whose `next_url` is at fault, from 1. */
    page: Schema.Number,
    /** What is known of it, in words. */
    detail: Schema.String,
  },
) {
  override get message(): string {
    return `${this.endpoint}: page ${this.page} cannot be followed: ${this.detail}`
  }
}

/** An answer of the service that is an error. */
export type AnswerError = Unauthorized | NotFound | Conflict | BadResolution | RateLimited | ServiceError

/** Everything that a call can fail with. */
export type MarketDataError =
  AnswerError | InvalidRequest | TransportError | TimeoutError | DecodeError | PaginationError

/** {@link MarketDataError} as a schema: to send errors over a wire, or to keep them. */
export const MarketDataError = /* @__PURE__ */ Schema.Union(
  Unauthorized,
  NotFound,
  Conflict,
  BadResolution,
  RateLimited,
  ServiceError,
  InvalidRequest,
  TransportError,
  TimeoutError,
  DecodeError,
  PaginationError,
)

/** Whether a value is one of the library's errors. */
export const isMarketDataError: (u: unknown) => u is MarketDataError = /* @__PURE__ */ Schema.is(MarketDataError)
