/**
 * Mapping between the service's error responses and the six answer errors: the client converts
 * responses to errors, the sandbox errors to responses.
 *
 * @module
 */
import * as Duration from "effect/Duration"
import { identity } from "effect/Function"
import * as Predicate from "effect/Predicate"
import { excerpt } from "./message.js"
import {
  BadResolution,
  Conflict,
  NotFound,
  RateLimited,
  ServiceError,
  Unauthorized,
  type AnswerError,
} from "../MarketDataError.js"

/** Parts of a response used by the mapping. */
export interface Response {
  /** HTTP status. */
  readonly status: number
  /** Headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Body as text: JSON, plain text, HTML or empty. */
  readonly body: string
  /** Document of the body, if it has been parsed. */
  readonly document?: unknown
}

/** Call of the response. */
export interface AnsweredCall {
  /** Name of the endpoint. */
  readonly endpoint: string
  /** Name of the parameter with its own 400 error, `resolution` of futures bars; absent if the endpoint has none. */
  readonly resolution?: string | undefined
  /** Parameters that name a resource, in words. */
  readonly parameters?: string | undefined
  /** Current time in epoch milliseconds, to which a `Retry-After` date is relative. */
  readonly now: number
  /** Removes secrets from a text before the text is shortened. Default: removes nothing. */
  readonly redact?: (text: string) => string
}

/** Maximum length of `detail`, in characters. */
const longest = 500

const asText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined

interface Body {
  /** Whether the body seems not to be from the service, which may also send plain text or an empty body. */
  readonly isForeign: boolean
  /**
   * Whether the response has a mark of the service, `status` or a request id, and does not say that
   * there is no such page.
   */
  readonly isMarked: boolean
  readonly status: string | undefined
  readonly detail: string
  readonly requestId: string | undefined
}

/** Parses a document: `undefined` if it is not JSON. */
export const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const readBody = ({ body, headers, document }: Response, redact: (text: string) => string = identity): Body => {
  const json = document ?? parse(body)
  const { error, message, request_id, status } = Predicate.isRecord(json) ? json : {}
  const hasWords = status === undefined && (error !== undefined || message !== undefined)
  const isMarked = typeof status === "string" || request_id !== undefined || headers["x-request-id"] !== undefined
  const isOurs = typeof status === "string" || request_id !== undefined || hasWords
  const texts = [...new Set([error, message].map(asText).filter((text) => text !== undefined))]
  const detail = texts.length > 0 ? texts.join(": ") : isOurs ? "" : body.trim()
  return {
    isMarked: isMarked && !/\b(page not found|no (such )?route)\b/i.test(detail),
    isForeign: /html/i.test(headers["content-type"] ?? "") || isMarkup(body) || (json !== undefined && !isOurs),
    status: asText(status),
    detail: excerpt(redact(detail), longest),
    requestId: asText(request_id),
  }
}

/** Whether a document is HTML or XML: no JSON text begins with `<`. */
export const isMarkup = (document: string): boolean => /^\s*</.test(document)

/**
 * Parses the wait of a `Retry-After` header, in seconds or as an HTTP date (RFC 9110, section
 * 10.2.3). `now` is in epoch milliseconds.
 */
export const retryAfter = (header: string | undefined, now: number): Duration.Duration | undefined => {
  if (header === undefined) return undefined
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Duration.seconds(Number(header))
  // A date begins with a day name. `Date.parse` also accepts `-1` and `1,5` as dates.
  // protects: A `Retry-After` that is neither a number nor a date counts as absent.
  // mutant: "ErrorResponse.retryAfter": /^\s*[a-z]/i.test(header) ? Date.parse(header) : NaN → Date.parse(header)
  const date = /^\s*[a-z]/i.test(header) ? Date.parse(header) : NaN
  return Number.isNaN(date) ? undefined : Duration.millis(Math.max(0, date - now))
}

type Fields = ConstructorParameters<typeof NotFound>[0] & { readonly retryAfter?: Duration.Duration }

/** Failure words that the service sends in the `status` of a body, besides `ERROR`, with their HTTP status. */
const words: Readonly<Record<string, number>> = { NOT_AUTHORIZED: 403, NOT_FOUND: 404 }

/** Failure words in letters alone, with their HTTP status; 0 if they name none. */
const failures: ReadonlyArray<readonly [word: RegExp, status: number]> = [
  [/^(error|fail(ed|ure)|internal(server)?error|(service)?unavailable|badgateway|(gateway)?timeout)$/, 0],
  [/^(badrequest|conflict)$/, 409],
  [/^unauth(orized|enticated)$/, 401],
  [/^(forbidden|not(authorized|entitled))$/, 403],
  [/^notfound$/, 404],
  [/^(ratelimited|toomanyrequests)$/, 429],
]

/**
 * Returns the HTTP status of a failure word in any spelling (`Not Found`, `notfound`), 0 for one
 * without; `undefined` for other words.
 */
const failureOf = (text: string): number | undefined => {
  // protects: A word for failure is one in any spelling.
  // mutant: "is a word for failure in any spelling": /[^a-z]/g → "_"
  const letters = text.toLowerCase().replaceAll(/[^a-z]/g, "")
  return failures.find(([word]) => word.test(letters))?.[1]
}

/** Converts a response with a failing HTTP status to an error. */
export const toError = (response: Response, call: AnsweredCall): AnswerError =>
  errorOf(response, readBody(response, call.redact), call)

/**
 * Returns the error of a response with a successful HTTP status but a failing body; `undefined` if
 * the body does not fail.
 */
export const errorInBody = (response: Response, call: AnsweredCall): AnswerError | undefined => {
  const body = readBody(response, call.redact)
  return isFailureWord(body.status) ? errorOf(response, body, call) : undefined
}

/**
 * Returns the error of a successful response without any mark of the service: it comes from a proxy
 * or from another service.
 */
export const foreign = (response: Response, call: AnsweredCall): ServiceError => {
  const { requestId = response.headers["x-request-id"] } = readBody(response, call.redact)
  return new ServiceError({
    endpoint: call.endpoint,
    status: response.status,
    detail: excerpt((call.redact ?? identity)(response.body.trim()), longest),
    ...(requestId !== undefined && { requestId }),
    foreign: true,
  })
}

const errorOf = (response: Response, body: Body, call: AnsweredCall): AnswerError => {
  const requestId = body.requestId ?? response.headers["x-request-id"]
  const wait = retryAfter(response.headers["retry-after"], call.now)
  const fields: Fields = {
    endpoint: call.endpoint,
    status: response.status,
    detail: body.detail,
    ...(requestId !== undefined && { requestId }),
    ...(wait !== undefined && { retryAfter: wait }),
  }
  // For an overloaded service the load balancer may respond with a page.
  // protects: A page of a proxy never reads as an answer of the service.
  // mutant: "asks whether the URL is the service's": never
  if (body.isForeign && response.status < 500) return new ServiceError({ ...fields, foreign: true })
  const succeeded = response.status >= 200 && response.status < 300
  const name = call.resolution?.toLowerCase()
  switch (succeeded ? failureOf(body.status ?? "") : response.status) {
    case 401:
      return new Unauthorized({
        ...fields,
        reason: /not provided/i.test(fields.detail) ? "MissingKey" : "UnknownKey",
      })
    case 403:
      return new Unauthorized({ ...fields, reason: "NotEntitled" })
    case 404:
      // Without a mark, a gateway or another service does not know the path: the base URL is wrong, not the ticker.
      // protects: A path that the service does not know is not taken for an unknown ticker.
      // mutant: "is not taken for an unknown ticker": isMarked ? → isMarked || !body.isMarked ?
      return body.isMarked
        ? new NotFound({ ...fields, ...(call.parameters !== undefined && { parameters: call.parameters }) })
        : new ServiceError({ ...fields, foreign: true })
    // The specification reserves 400 for an unsupported resolution; live servers also send it for other bad parameters.
    case 400:
      return name !== undefined &&
        (body.status === undefined || body.detail === "" || body.detail.toLowerCase().includes(name))
        ? new BadResolution(fields)
        : new Conflict(fields)
    case 409:
      return new Conflict(fields)
    case 429:
      return new RateLimited(fields)
    default:
      return new ServiceError(fields)
  }
}

/**
 * Whether a body's `status` means failure, in any spelling: `ERROR`, `NOT_FOUND`, `Not Found`,
 * `NOT_AUTHORIZED`. `OK`, `DELAYED` and `success` do not.
 */
export const isFailureWord = (status: unknown): boolean => typeof status === "string" && failureOf(status) !== undefined

/** HTTP statuses of errors. */
const statuses: Readonly<Record<Exclude<AnswerError["_tag"], "ServiceError">, number>> = {
  Unauthorized: 401,
  NotFound: 404,
  Conflict: 409,
  BadResolution: 400,
  RateLimited: 429,
}

/** Converts an error to the service's response. `requestId` goes into the body and the `X-Request-Id` header. */
export const toResponse = (error: AnswerError, requestId: string): Response => {
  const status =
    error._tag === "ServiceError"
      ? (error.status ?? 500)
      : "reason" in error && error.reason === "NotEntitled"
        ? 403
        : statuses[error._tag]
  const word = (error._tag !== "ServiceError" && Object.keys(words).find((word) => words[word] === status)) || "ERROR"
  const wait = "retryAfter" in error ? error.retryAfter : undefined
  return {
    status,
    headers: {
      "content-type": "application/json",
      "x-request-id": requestId,
      ...(wait !== undefined && { "retry-after": String(Math.ceil(Duration.toSeconds(wait))) }),
    },
    // Responses with the other words have their text in `message`.
    body: JSON.stringify({
      status: word,
      request_id: requestId,
      [word === "ERROR" ? "error" : "message"]: error.detail,
    }),
  }
}
