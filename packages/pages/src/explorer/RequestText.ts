/**
 * The path that a call asks for.
 *
 * @module
 */
import * as Request from "@candela/core/Request"
import type * as Either from "effect/Either"
import type { Call } from "./Catalog.js"

/** The path and query of a call's first request. A stream asks for the largest pages that the endpoint gives. */
export const path = ({ entry: { endpoint }, request, use }: Call): Either.Either<string, Request.Refusal> => {
  return Request.url(endpoint, { ...request, ...(use === "page" ? {} : Request.largestPages(endpoint)) })
}
