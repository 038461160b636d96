/**
 * The errors of a call, as tagged errors with plain fields.
 *
 * Six are error responses of the service, with its text (`detail`) and the request id. Five arise in the client.
 * No error contains a request or a key, each can be serialised by its schema, and `message` says what to do.
 *
 * @module
 */
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as Schema from "effect/Schema"
import * as Foreign from "./internal/Foreign.js"
import { inSeconds, untrusted } from "./internal/message.js"

// The type is annotated because `Schema.optionalWith` derives it from its options, in every program
// that catches an error.
const optional = <A, I>(
  schema: Schema.Schema<A, I>,
): Schema.PropertySignature<"?:", A | undefined, never, "?:", I | undefined> => Schema.optional(schema)

/**
 * HTTP status of an `HttpApi` that declares the error: `addError(MarketDataError)`, or one of its
 * classes. It tells the caller of that API whose fault it is: 502 for one of the service behind it,
 * 403 for its key, which the caller cannot exchange.
 */
const answered = <A>(status: number): Schema.Annotations.Schema<A> => ({ [HttpApiSchema.AnnotationStatus]: status })

/** Fields of every answer error. */
const answer = {
  /** Name of the endpoint, `stocks.bars`. */
  endpoint: Schema.String,
  /** HTTP status; absent if the client rejected the request itself. */
  status: optional(Schema.Number),
  /** Request id of the service, from the body or the `X-Request-Id` header, for the service's support. */
  requestId: optional(Schema.String),
  /** Text of the service, shortened to 500 characters. */
  detail: Schema.String,
}

interface Answer {
  readonly endpoint: string
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly detail: string
}

const where = (error: Answer): string => {
  const request = error.requestId === undefined ? "no request id" : `request ${Foreign.show(error.requestId)}`
  return error.status === undefined ? "not sent" : `${error.status}, ${request}`
}

// protects: Messages of errors print the service's texts.
// mutant: "are printed by the messages of all errors": Foreign.show(error.detail) → error.detail
const words = (error: Answer): string => (error.detail === "" ? "" : ` The service says: ${Foreign.show(error.detail)}`)

/** Destination of a request, added by the client to errors that a wrong base URL may cause. */
const destination = {
  /** Origin of the service: `http://127.0.0.1:8787`. */
  origin: optional(Schema.String),
  /**
   * Setting of the client's base URL: `MARKET_DATA_URL`, `baseUrl of MarketData.layer` or `baseUrl of
   * MarketData.layerConfig`.
   */
  urlFrom: optional(Schema.String),
}

interface Destination {
  readonly origin?: string | undefined
  readonly urlFrom?: string | undefined
}

/** Host and port. */
const hostOf = ({ origin }: Destination): string => {
  if (origin === undefined) return "the service"
  const { hostname, port, protocol } = new URL(origin)
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`
}

const settingOf = ({ urlFrom = "the base URL" }: Destination): string => urlFrom

/**
 * Diagnoses of a connection without a response: codes of `node:net`, `node:tls` and undici; the fault,
 * up to the name of the host; and the advice, up to the name of the setting. Browsers have no codes.
 */
const lost: ReadonlyArray<readonly [code: RegExp, fault: string, advice: string]> = [
  [
    /^\S* the proxy /,
    "no response from",
    "Correct the variable of the proxy, name the host in NO_PROXY if it can be reached without, or check",
  ],
  [/ECONNREFUSED/, "nothing listens on", "Start the service, or the sandbox with npx candela-sandbox, or correct"],
  [/ENOTFOUND|EAI_AGAIN/, "no address is known for", "Check the network, or correct the host in"],
  [/EPROTO|ERR_SSL/, "no TLS with", "If it serves plain HTTP, use http:// in"],
  [
    /^http:.*(ECONNRESET|ERR_SOCKET)/,
    "the connection was closed by",
    "Check the network; if the service serves TLS, use https:// in",
  ],
  [
    untrusted,
    "no trusted certificate from",
    "Trust its authority (tls of NodeClient.layerWith, or NODE_EXTRA_CA_CERTS), or correct the host in",
  ],
  [
    /(Failed to fetch|NetworkError when|Load failed)/,
    "no response that this page may read from",
    "The service must allow the page's origin (CORS; the sandbox with --cors), which browsers do not tell apart from a lost connection. Then check the network, and",
  ],
  [/^/, "no response from", "Check the network, and"],
]

/** Fields of an error that the retry policy would have retried. */
const unretried = {
  /** Reason why the client did not retry: the deadline, or the retry budget. */
  notRetried: optional(Schema.String),
}

const whyNotRetried = ({ notRetried }: { readonly notRetried?: string | undefined }): string =>
  notRetried === undefined ? "" : ` Not retried: ${notRetried}.`

/** The service rejected the key (401), or the key's subscription plan does not include the requested data (403). */
export class Unauthorized extends Schema.TaggedError<Unauthorized>("@candela/core/Unauthorized")(
  "Unauthorized",
  {
    ...answer,
    /** `MissingKey` and `UnknownKey`: check the key. `NotEntitled`: the subscription plan lacks this data. */
    reason: Schema.Literal("MissingKey", "UnknownKey", "NotEntitled"),
    /**
     * Setting of the client's key: `MARKET_DATA_API_KEY`, `apiKey of MarketData.layer` or
     * `apiKey of MarketData.layerConfig`. Absent on errors not raised by a client.
     */
    keyFrom: optional(Schema.String),
  },
  answered(403),
) {
  override get message(): string {
    if (this.reason === "NotEntitled") {
      return `${this.endpoint}: the key's plan does not include these data (${where(this)}).${words(this)}`
    }
    const fault = this.reason === "MissingKey" ? "got no key" : "refused the key"
    return `${this.endpoint}: the service ${fault} (${where(this)}). Check ${this.keyFrom ?? "the API key"}.`
  }
}

/** The service has no such resource (404): the ticker, or its data on that day. */
export class NotFound extends Schema.TaggedError<NotFound>("@candela/core/NotFound")(
  "NotFound",
  {
    ...answer,
    /** Parameters that name the resource, in words: `stocksTicker and date`. */
    parameters: optional(Schema.String),
  },
  answered(404),
) {
  override get message(): string {
    const status = this.status === 404 ? "404, " : ""
    const request = this.requestId === undefined ? "no request id" : `request ${this.requestId}`
    const fault = `not found (${status}${request}). Check ${this.parameters ?? "the ticker"} (case-sensitive).`
    // protects: The message of NotFound prints the request id and the parameters as foreign texts.
    // mutant: "are printed by the messages of all errors": Foreign.show(fault) → fault
    return `${this.endpoint}: ${Foreign.show(fault)}${words(this)}`
  }
}

/** The service rejects a parameter as invalid or incorrect (409 or 400). A retry does not help. */
export class Conflict extends Schema.TaggedError<Conflict>("@candela/core/Conflict")(
  "Conflict",
  answer,
  answered(409),
) {
  override get message(): string {
    return `${this.endpoint}: the service refused a parameter (${where(this)}).${words(this)}`
  }
}

/**
 * The service does not support this `resolution` of futures bars. Rejected by the service (400), or
 * by the client before sending anything (no status).
 */
export class BadResolution extends Schema.TaggedError<BadResolution>("@candela/core/BadResolution")(
  "BadResolution",
  answer,
  answered(400),
) {
  override get message(): string {
    return `${this.endpoint}: unsupported resolution (${where(this)}). ${Foreign.show(this.detail)}`
  }
}

/**
 * Too many requests (429), and either the retries are used up or the service requests a wait of more than two
 * minutes; or not sent (no status), because the request would wait longer than `maxWait` of the layer's rate limit.
 */
export class RateLimited extends Schema.TaggedError<RateLimited>("@candela/core/RateLimited")(
  "RateLimited",
  {
    ...answer,
    /** Wait requested by the service, or the time to the next place in the rate limit. */
    retryAfter: optional(Schema.DurationFromMillis),
    ...unretried,
  },
  answered(429),
) {
  override get message(): string {
    if (this.status === undefined)
      return `${this.endpoint}: not sent: ${Foreign.show(this.detail)}, later than maxWait of RateLimit.make allows.`
    const wait = this.retryAfter === undefined ? "" : ` Wait ${inSeconds(this.retryAfter)}.`
    return `${this.endpoint}: too many requests (${where(this)}).${wait} Set rateLimit of MarketData.layer to your plan's rate.${whyNotRetried(this)}`
  }
}

/**
 * Any other failure reported by the service; or a response from elsewhere (`foreign`), so that a
 * wrong URL or a proxy never reads as "no such ticker".
 */
export class ServiceError extends Schema.TaggedError<ServiceError>("@candela/core/ServiceError")(
  "ServiceError",
  {
    ...answer,
    /** Wait requested by the service. */
    retryAfter: optional(Schema.DurationFromMillis),
    /**
     * True if the response seems to come from a proxy or another service: HTML, JSON without the service's fields, or a
     * 404 for the path itself.
     */
    foreign: optional(Schema.Boolean),
    ...destination,
    ...unretried,
  },
  answered(502),
) {
  override get message(): string {
    if (this.foreign) {
      const detail = this.detail === "" ? "." : `: ${Foreign.show(this.detail)}`
      const path = this.status === 404 ? ", which ends before /v1, /v2 and the like," : ","
      return `${this.endpoint}: unexpected response of ${hostOf(this)} (${where(this)})${detail} Is this the service's URL? Check ${settingOf(this)}${path} and proxies on the way.${whyNotRetried(this)}`
    }
    return `${this.endpoint}: the service failed (${where(this)}).${words(this)}${whyNotRetried(this)}`
  }
}

/**
 * The client rejected the request before sending anything, because the service would reject it or silently misread it.
 */
export class InvalidRequest extends Schema.TaggedError<InvalidRequest>("@candela/core/InvalidRequest")(
  "InvalidRequest",
  {
    /** Name of the endpoint. */
    endpoint: Schema.String,
    /** Name of the parameter in the service's spelling. */
    parameter: Schema.String,
    /** Rejected value, formatted; empty if the parameter is missing. */
    value: Schema.String,
    /** Accepted values. */
    expected: Schema.String,
  },
  answered(400),
) {
  /** Fault, without the endpoint: `"limit" must be a whole number from 1 to 1000, but got 0.` */
  get fault(): string {
    const got = this.value === "" ? "" : `, but got ${this.value}`
    return Foreign.show(`"${this.parameter}" must be ${this.expected}${got}.`)
  }
  override get message(): string {
    return `${this.endpoint}: ${this.fault} Nothing was sent.`
  }
}

/** The request or the body of its response was lost on the way. */
export class TransportError extends Schema.TaggedError<TransportError>("@candela/core/TransportError")(
  "TransportError",
  {
    /** Name of the endpoint. */
    endpoint: Schema.String,
    /**
     * `Connection`: there was no response. `CutBody`: the body ended too early, or is not complete JSON.
     * `BodyTooLarge`: the body exceeds the layer's `maxBodySize`. `Encoding`: the body is compressed in a
     * way that was not requested. `Redirect`: the service redirected to another origin, in circles, or to
     * no URL; the key is never sent there. `Closed`: the layer was closed before the response was complete.
     */
    reason: Schema.Literal("Connection", "CutBody", "BodyTooLarge", "Encoding", "Redirect", "Closed"),
    /** Cause, as far as known. */
    detail: Schema.String,
    /** Request id of the service. */
    requestId: optional(Schema.String),
    ...destination,
    ...unretried,
  },
  answered(502),
) {
  override get message(): string {
    const why = Foreign.show(this.requestId === undefined ? this.detail : `${this.detail}, request ${this.requestId}`)
    switch (this.reason) {
      case "Connection": {
        const [, fault, advice] = lost.find(([code]) => code.test(`${this.origin} ${this.detail}`))!
        return `${this.endpoint}: ${fault} ${hostOf(this)} (${why}). ${advice} ${settingOf(this)}.${whyNotRetried(this)}`
      }
      case "CutBody":
        return `${this.endpoint}: the response ${/is not JSON/.test(this.detail) ? "is not JSON" : "was cut off"} (${why}).${whyNotRetried(this)}`
      case "BodyTooLarge":
        return `${this.endpoint}: the response is too large (${why}). Request smaller pages (limit, or pageSize of a stream), or raise maxBodySize of MarketData.layer.`
      case "Encoding":
        return `${this.endpoint}: the response is compressed in a way that was not requested (${why}). Check ${settingOf(this)}, and proxies on the way.`
      case "Redirect":
        return `${this.endpoint}: the redirect was not followed (${why}). Check ${settingOf(this)}.`
      case "Closed":
        return `${this.endpoint}: no response (${why}). Keep the layer's scope open while calls run.`
    }
  }
}

/**
 * There was no complete response in time: within the layer's `timeout` for an attempt, or within the `deadline` of the
 * call or stream. It is raised before the deadline if the rate limit or a pause requested by the service ends after it.
 */
export class TimeoutError extends Schema.TaggedError<TimeoutError>("@candela/core/TimeoutError")(
  "TimeoutError",
  {
    /** Name of the endpoint. */
    endpoint: Schema.String,
    /** Time limit of the attempt, or of the call or stream. */
    timeout: Schema.DurationFromMillis,
    /**
     * Cause of the wait, if the request was not sent: the rate limit, a pause requested by the service, or a
     * connection.
     */
    reason: optional(Schema.String),
    ...unretried,
  },
  answered(504),
) {
  override get message(): string {
    if (this.reason !== undefined) {
      return `${this.endpoint}: not sent: ${this.reason}. The deadline is ${inSeconds(this.timeout)}: raise it, or send fewer requests.`
    }
    return `${this.endpoint}: no complete response within ${inSeconds(this.timeout)}. Raise timeout of MarketData.layer or deadline of the call, or request smaller pages.${whyNotRetried(this)}`
  }
}

/**
 * A complete response that the endpoint's schema rejects, or that differs from its request: by a
 * ticker, by `adjusted`, or by the order or the time of a row.
 */
export class DecodeError extends Schema.TaggedError<DecodeError>("@candela/core/DecodeError")(
  "DecodeError",
  {
    /** Name of the endpoint. */
    endpoint: Schema.String,
    /** Request id of the service. */
    requestId: optional(Schema.String),
    /** Index of the rejected row in the document, from 0; absent if something else is rejected. */
    row: optional(Schema.Number),
    /** Ticker of that row or of the document; absent if neither has one. */
    ticker: optional(Schema.String),
    /** Path of the rejected value in the document: `results[1234].c`. */
    path: Schema.String,
    /** Expectation of the schema. */
    expected: Schema.String,
    /** Value of the document. */
    actual: Schema.String,
    /** Short excerpt of the document around the value. */
    snippet: Schema.String,
  },
  answered(502),
) {
  /** Fault, without the endpoint. */
  get fault(): string {
    const at = this.path === "" ? "the document" : this.path
    const request = this.requestId === undefined ? "" : ` (request ${this.requestId})`
    const snippet = this.snippet === "" ? "" : `, in ${this.snippet}`
    const ticker = this.ticker === undefined ? "" : ` (${this.ticker})`
    const row = this.row === undefined ? "" : `row ${this.row}${ticker}: `
    return Foreign.show(`${row}${at} should be ${this.expected}, but is ${this.actual}${snippet}${request}`)
  }
  override get message(): string {
    const advice = this.row === undefined ? "" : `. Set onInvalidRow to "skip" to leave such rows out`
    return `${this.endpoint}: ${this.fault}${advice}`
  }
}

/**
 * A page's `next_url` was followed before, or is not a URL; or there were too many consecutive
 * pages without rows. Rows up to this page have been delivered.
 */
export class PaginationError extends Schema.TaggedError<PaginationError>("@candela/core/PaginationError")(
  "PaginationError",
  {
    /** Name of the endpoint. */
    endpoint: Schema.String,
    /** Number of the page with that `next_url`, from 1. */
    page: Schema.Number,
    /** Cause, as far as known. */
    detail: Schema.String,
  },
  answered(502),
) {
  override get message(): string {
    return `${this.endpoint}: page ${this.page} cannot be followed: ${Foreign.show(this.detail)}`
  }
}

/** Error from a response of the service. */
export type AnswerError = Unauthorized | NotFound | Conflict | BadResolution | RateLimited | ServiceError

/** Errors of a call with one response. */
// Without `Exclude`, which compares all errors with each other and costs a user's compiler 750 instantiations.
export type CallError =
  | Unauthorized
  | NotFound
  | Conflict
  | RateLimited
  | ServiceError
  | InvalidRequest
  | TransportError
  | TimeoutError
  | DecodeError

/** Errors of a stream of pages. */
export type StreamError = CallError | PaginationError

/** All errors of a call. */
export type MarketDataError = StreamError | BadResolution

/** Schema of {@link MarketDataError}, to send errors over a wire or to store them. */
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
