/**
 * Request to an endpoint, for display.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Request from "@candela/core/Request"
import type * as Either from "effect/Either"
import type { Use } from "../common/Program.js"

/** Request to an endpoint. */
export interface Call {
  readonly endpoint: Endpoint.Any
  /** Request as a caller writes it. */
  readonly request: object
  readonly use: Use
  /** Purpose, unless clear from the endpoint's name. */
  readonly purpose?: string
}

/** Makes a call of a declared endpoint. */
export const make = <E extends Endpoint.Any>(endpoint: E, request: Endpoint.Request<E>, use: Use): Call => ({
  endpoint,
  request: request as object,
  use,
})

/** Returns the path and query of a call's first request. A stream requests the endpoint's largest pages. */
export const path = ({ endpoint, request, use }: Call): Either.Either<string, Request.Refusal> =>
  Request.url(endpoint, { ...request, ...(use === "page" ? {} : Request.largestPages(endpoint)) })
