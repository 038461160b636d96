/** Starts worker threads. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Worker } from "node:worker_threads"

/** Starts a module in a worker, which ends with the scope; `undefined` if none can be started. */
export const start = (module: URL): Effect.Effect<Worker | undefined, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      try {
        return new Worker(module)
      } catch {
        // Not every runtime has workers.
        return undefined
      }
    }),
    (worker) => (worker === undefined ? Effect.void : Effect.promise(() => worker.terminate())),
  )
