/**
 * What the sandbox answers without a key, beside the service's endpoints: its pages, its document, its health.
 *
 * @module
 */
import type { Response } from "@candela/core/ErrorResponse"
import type { Effect } from "effect"

/** A path that anyone may read. */
export interface OpenRoute<R = never> {
  /** The whole path: `/health`. It has no parameters. */
  readonly path: string
  /** Answers a request for it, given the whole address that the client used. */
  readonly answer: (url: URL) => Effect.Effect<Response, never, R>
}
