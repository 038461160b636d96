/**
 * A request to an endpoint, as it is shown to people.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/Endpoint"
import * as Request from "@candela/core/Request"
import type * as Either from "effect/Either"
import type { Use } from "../common/Program.js"

/** A request to an endpoint. */
export interface Call {
  readonly endpoint: Endpoint.Any
  /** What a caller writes. */
  readonly request: object
  readonly use: Use
  /** What it is for, where its endpoint's name does not say it. */
  readonly purpose?: string
}

/** A call of a declared endpoint. */
export const make = <E extends Endpoint.Any>(endpoint: E, request: Endpoint.Request<E>, use: Use): Call => ({
  endpoint,
  request: request as object,
  use,
})

/** The path and query of a call's first request. A stream asks for the largest pages that the endpoint gives. */
export const path = ({ endpoint, request, use }: Call): Either.Either<string, Request.Refusal> =>
  Request.url(endpoint, { ...request, ...(use === "page" ? {} : Request.largestPages(endpoint)) })
