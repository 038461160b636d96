/** A check of the matrix: one program, which runs unchanged in every runtime. */
import type { Effect } from "effect"

/** Where the services are that the checks ask, and what the runtime is like. All of it is JSON. */
export interface Surroundings {
  /** The sandbox itself. */
  readonly url: string
  /** Its key. */
  readonly key: string
  /** The sandbox behind a server that counts requests and answers. */
  readonly observedUrl: string
  /** The same, but each URL fails three times: with 503, with a lost connection, with half of its gzip. */
  readonly faultyUrl: string
  /** A service that sends half of an answer and then nothing. */
  readonly hangingUrl: string
  /** A port of this machine where nobody listens. */
  readonly closedUrl: string
  /** The folder for the sandbox's data. */
  readonly data: string
}

/** What the observing server has seen. */
export interface Counts {
  readonly requests: number
  readonly gzipped: number
  readonly faults: number
  readonly hanging: number
  readonly aborted: number
}

/** A check gives a line of figures, or fails. */
export type Check = (surroundings: Surroundings) => Effect.Effect<string, unknown>

/** The result of one check, as `docs/matrix.json` holds it. */
export type Result =
  | { readonly status: "ok"; readonly detail: string }
  | { readonly status: "failed"; readonly reason: string }
