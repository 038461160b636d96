/**
 * Error descriptions for users of the page.
 *
 * @module
 */
import type { MarketDataError } from "@candela/core/MarketDataError"
import * as Retry from "@candela/core/Retry"
import type { Unreachable } from "./Connection.js"

/** Errors of the page. */
export type Failure = MarketDataError | Unreachable

/** Description of an error. */
export interface FailureText {
  /** Short description. */
  readonly title: string
  /** Message of the error. */
  readonly message: string
}

const title = (failure: Failure): string => {
  switch (failure._tag) {
    case "Unauthorized":
      return failure.reason === "NotEntitled" ? "Your plan does not include these data" : "The key is not known"
    case "NotFound":
      return "Nothing there"
    case "Conflict":
    case "BadResolution":
    case "InvalidRequest":
      return "The request is not valid"
    case "RateLimited":
      return "Too many requests"
    case "TransportError":
      return failure.reason === "Connection" ? "No connection to the service" : "The response was lost on the way"
    case "Unreachable":
      return "No connection to the service"
    case "TimeoutError":
      return "The service took too long"
    case "ServiceError":
      return "The service failed"
    case "DecodeError":
    case "PaginationError":
      return "The response cannot be read"
  }
}

/** Whether the same request may succeed later, without another choice, key or plan. */
export const isTemporary = (failure: Failure): boolean =>
  ["Unreachable", "RateLimited", "TimeoutError", "ServiceError"].includes(failure._tag) ||
  Retry.isRetryable(failure as MarketDataError)

/** Describes an error. */
export const words = (failure: Failure): FailureText => ({ title: title(failure), message: failure.message })
