/**
 * Routes without a key, beside the service's endpoints: the pages, the OpenAPI document, the health check.
 *
 * @module
 */
import type { Response } from "@candela/core/internal/ErrorResponse"
import { Effect } from "effect"
import { readFile } from "node:fs/promises"
import type { StoreError } from "../store/Store.js"

/** Route that needs no key. */
export interface OpenRoute<R = never> {
  /** Full path: `/health`. It has no parameters. */
  readonly path: string
  /**
   * Answers a GET request, given the full URL that the client used. Other methods are rejected
   * before, the request's id is added to the headers afterwards, and a failure is answered with 500.
   */
  readonly answer: (url: URL) => Effect.Effect<Response, StoreError, R>
}

/** File of this package, read on every request. */
export const file = (path: string, location: URL, contentType: string): OpenRoute => ({
  path,
  answer: () =>
    Effect.map(
      Effect.promise(() => readFile(location, "utf8")),
      (body) => ({ status: 200, headers: { "content-type": contentType }, body }),
    ),
})
