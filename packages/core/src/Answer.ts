/**
 * The one table between the service's error answers and the six answer errors, read both ways: the client goes from response to error, the
 * sandbox from error to response.
 */
import { Duration, Option } from "effect"
import {
  BadResolution,
  Conflict,
  NotFound,
  RateLimited,
  ServiceError,
  Unauthorized,
  type AnswerError,
} from "./MarketDataError.js"

/** A response as the table reads it. */
export interface Response {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The body as text: JSON, plain text, HTML or nothing. */
  readonly body: string
}

/** What is known of the call that was answered. */
export interface Call {
  /** Name of the endpoint. */
  readonly endpoint: string
  /** Whether the endpoint takes a `resolution`: then a 400 may speak of it. */
  readonly resolution: boolean
  /** The time, as epoch milliseconds, from which a `Retry-After` date counts. */
  readonly now: number
}

/** The longest `detail` that is kept, in characters. */
const longest = 500

const asText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined

interface Body {
  readonly status: string | undefined
  readonly detail: string
  readonly requestId: string | undefined
}

const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

const readBody = (text: string): Body => {
  const json = Option.getOrUndefined(parse(text))
  const fields = typeof json === "object" && json !== null ? (json as Record<string, unknown>) : {}
  return {
    status: asText(fields["status"]),
    detail: (asText(fields["error"]) ?? asText(fields["message"]) ?? (json === undefined ? text.trim() : "")).slice(
      0,
      longest,
    ),
    requestId: asText(fields["request_id"]),
  }
}

/**
 * The wait that a `Retry-After` header asks for: whole seconds, or an HTTP date (RFC 9110, section 10.2.3).
 * `now` is in epoch milliseconds.
 */
export const retryAfter = (header: string | undefined, now: number): Duration.Duration | undefined => {
  if (header === undefined) return undefined
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Duration.seconds(Number(header))
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Duration.millis(Math.max(0, date - now))
}

/** The error of a response whose status, or whose body's `status`, is not a success. */
export const toError = (response: Response, call: Call): AnswerError => {
  const body = readBody(response.body)
  const requestId = body.requestId ?? response.headers["x-request-id"]
  const wait = retryAfter(response.headers["retry-after"], call.now)
  const fields = {
    endpoint: call.endpoint,
    status: response.status,
    detail: body.detail,
    ...(requestId === undefined ? {} : { requestId }),
  }
  const withWait = { ...fields, ...(wait === undefined ? {} : { retryAfter: wait }) }
  switch (response.status) {
    case 401:
      return new Unauthorized({ ...fields, reason: /not provided/i.test(body.detail) ? "MissingKey" : "UnknownKey" })
    case 403:
      return new Unauthorized({ ...fields, reason: "NotEntitled" })
    case 404:
      return new NotFound(fields)
    case 400:
      return call.resolution && (body.detail === "" || body.status === undefined || /resolution/i.test(body.detail))
        ? new BadResolution(fields)
        : new Conflict(fields)
    case 409:
      return new Conflict(fields)
    case 429:
      return new RateLimited(withWait)
    default:
      return isSuccess(response.status) && body.status !== undefined
        ? fromStatusWord(body.status, fields)
        : new ServiceError(withWait)
  }
}

const isSuccess = (status: number) => status >= 200 && status < 300

/** A 200 whose body says that it failed. */
const fromStatusWord = (word: string, fields: ConstructorParameters<typeof NotFound>[0]): AnswerError =>
  word === "NOT_FOUND"
    ? new NotFound(fields)
    : word === "NOT_AUTHORIZED"
      ? new Unauthorized({ ...fields, reason: "NotEntitled" })
      : new ServiceError(fields)

/** Whether a body's `status` says failure: `ERROR`, `NOT_FOUND`, `NOT_AUTHORIZED`. `OK`, `DELAYED` and `success` do not. */
export const isFailureWord = (status: unknown): boolean =>
  status === "ERROR" || status === "NOT_FOUND" || status === "NOT_AUTHORIZED"

/** Whether a body says that it is no success, whatever its status. */
export const isFailure = (body: string): boolean => isFailureWord(readBody(body).status)

/** The response of an error, as the service writes it. `requestId` goes into the body and the `X-Request-Id` header. */
export const toResponse = (error: AnswerError, requestId: string): Response => {
  const [status, word, key] = words(error)
  const wait = "retryAfter" in error ? error.retryAfter : undefined
  return {
    status,
    headers: {
      "content-type": "application/json",
      "x-request-id": requestId,
      ...(wait === undefined ? {} : { "retry-after": String(Math.ceil(Duration.toSeconds(wait))) }),
    },
    body: JSON.stringify({ status: word, request_id: requestId, [key]: error.detail }),
  }
}

const words = (error: AnswerError): readonly [status: number, word: string, key: "error" | "message"] => {
  switch (error._tag) {
    case "Unauthorized":
      return error.reason === "NotEntitled" ? [403, "NOT_AUTHORIZED", "message"] : [401, "ERROR", "error"]
    case "NotFound":
      return [404, "NOT_FOUND", "message"]
    case "Conflict":
      return [409, "ERROR", "error"]
    case "BadResolution":
      return [400, "ERROR", "error"]
    case "RateLimited":
      return [429, "ERROR", "error"]
    case "ServiceError":
      return [error.status ?? 500, "ERROR", "error"]
  }
}
