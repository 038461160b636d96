/**
 * Process in which DuckDB computes for a server: the server kills it where a query does not stop.
 * It receives requests over the channel of its parent, and ends with it.
 *
 * @module
 */
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import * as Tables from "./Tables.js"
import type { ToolError } from "./ToolError.js"

/** Message to the process: some work, or the end of an earlier one. */
export type ToEngine = { readonly id: number; readonly request: Tables.TableWork } | { readonly cancel: number }

/** Answer of the process. */
export interface FromEngine {
  readonly id: number
  readonly value?: unknown
  /** Message of a failure. */
  readonly failure?: string
}

/** Serves the parent of this process, until it is gone. `store`: folder of a store whose tables may be read. */
export const serve = (store?: string): void => {
  // Nothing else ends a thread of DuckDB, and without its parent nobody waits for an answer.
  // protects: A process that computes ends with its server.
  // mutant: "that does not stop ends when the server is killed": process.kill(process.pid, "SIGKILL") → undefined
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"))
  // Sent to all processes of a terminal: the parent decides.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined)
  const fibers = new Map<number, Fiber.RuntimeFiber<unknown, ToolError>>()
  // An answer that comes says that DuckDB has stopped: the parent counts the time.
  const tables = Effect.runSync(
    Effect.flatMap(Scope.make(), (scope) =>
      Effect.cached(Scope.extend(Tables.make({ patience: Duration.infinity, store }), scope)),
    ),
  )
  const answer = (id: number, exit: Exit.Exit<unknown, ToolError>): FromEngine =>
    Exit.match(exit, {
      onSuccess: (value) => ({ id, value }),
      onFailure: (cause) => {
        const failure = Cause.failureOption(cause)
        return { id, failure: failure._tag === "Some" ? failure.value.message : Cause.pretty(cause) }
      },
    })
  process.on("message", (message: ToEngine) => {
    if ("cancel" in message) {
      const fiber = fibers.get(message.cancel)
      if (fiber !== undefined) Effect.runFork(Fiber.interrupt(fiber))
      return
    }
    const { id, request } = message
    const fiber = Effect.runFork(Effect.flatMap(tables, (run) => run(request)))
    fibers.set(id, fiber)
    fiber.addObserver((exit) => {
      fibers.delete(id)
      process.send!(answer(id, exit))
    })
  })
}
