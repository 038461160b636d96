/**
 * What the sandbox answers without a key, beside the service's endpoints: its pages, its document, its health.
 *
 * @module
 */
import type { Response } from "@candela/core/ErrorResponse"
import { Effect } from "effect"
import { readFile } from "node:fs/promises"
import type { StoreError } from "../store/Store.js"

/** A path that anyone may read. */
export interface OpenRoute<R = never> {
  /** The whole path: `/health`. It has no parameters. */
  readonly path: string
  /**
   * Answers a GET of it, given the whole address that the client used. Other methods are refused before, the request's id is put into the headers
   * after, and a failure is answered with 500.
   */
  readonly answer: (url: URL) => Effect.Effect<Response, StoreError, R>
}

/** A file of this package, read whenever somebody asks for it. */
export const file = (path: string, location: URL, contentType: string): OpenRoute => ({
  path,
  answer: () =>
    Effect.map(
      Effect.promise(() => readFile(location, "utf8")),
      (body) => ({ status: 200, headers: { "content-type": contentType }, body }),
    ),
})
