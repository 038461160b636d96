/**
 * Request log: request, status and duration. It never holds a key.
 *
 * ```ts
 * const logged = Sandbox.layerServer({ log: (entry) => Effect.logInfo(RequestLog.text(entry)) })
 * ```
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import { Cause, Effect, Exit } from "effect"
import { redactedPath } from "./redactedPath.js"
import * as Router from "./router.js"
import type { Route } from "../routes/Route.js"
import type { HttpRequest, HttpResponse } from "./Service.js"

/** Record of a request that has been answered. */
export interface LoggedRequest {
  /** Start of the request, an ISO 8601 instant in UTC. */
  readonly time: string
  /** HTTP method, in capitals. */
  readonly method: string
  /**
   * Path with the query parameters that the endpoint declares, percent-encoded. A parameter that may
   * hold a key is left out, and a path that may hold one is `/...`. Absent when the `Host` is invalid.
   */
  readonly path?: string
  /**
   * Status of the answer. Without a complete answer, 499 when the connection closed before it was
   * sent, and 500 when it could not be made.
   */
  readonly status: number
  /** Duration of the answer, milliseconds. */
  readonly ms: number
  /** Number of rows in the answer; absent when it holds none or a single value. */
  readonly rows?: number
  /** Size of the body before compression, bytes; absent when it was not sent completely. */
  readonly bytes?: number
  /** Name of the endpoint: `stocks.bars`. Absent when no endpoint has the path. */
  readonly endpoint?: string
  /** Id of the request, as in the answer; absent when no answer was sent completely. */
  readonly request_id?: string
}

/** Receiver of log entries. */
export type Log = (entry: LoggedRequest) => Effect.Effect<void>

/** An entry as one line of JSON. */
export const json = (entry: LoggedRequest): string => Foreign.show(JSON.stringify(entry))

/** Formats an entry as a line for people: time, status, milliseconds, rows, then method and path. */
export const text = ({ method, ms, path = "-", rows, status, time }: LoggedRequest): string => {
  const counted = rows === undefined ? "" : `${rows} ${rows === 1 ? "row" : "rows"}`
  // protects: The sandbox's log prints what a client wrote.
  // mutant: "acts on no terminal": without Foreign.show
  return Foreign.show(`${time} ${status} ${ms.toFixed(1).padStart(8)} ms ${counted.padStart(10)}  ${method} ${path}`)
}

/** Answer without its body, so that the body of a slow client is not held once it is written. */
export interface Sent extends Omit<HttpResponse, "body"> {
  /** Size of the body before compression. */
  readonly bytes: number
}

/** Returns the answer of the effect, and logs it when the effect has ended. */
export type Recorder = <A extends HttpResponse | Sent>(
  request: HttpRequest,
  answered: Effect.Effect<A>,
) => Effect.Effect<A>

/** Records nothing. */
export const silent: Recorder = (_, answered) => answered

const outcome = (exit: Exit.Exit<HttpResponse | Sent>) =>
  Exit.match(exit, {
    onFailure: (cause) => ({ status: Cause.isInterruptedOnly(cause) ? 499 : 500 }),
    onSuccess: ({ headers, rows, status, ...answer }) => ({
      status,
      ...(rows === undefined ? {} : { rows }),
      bytes: "bytes" in answer ? answer.bytes : Buffer.byteLength(answer.body),
      ...(headers["x-request-id"] === undefined ? {} : { request_id: headers["x-request-id"] }),
    }),
  })

/** Records requests for the routes, and for unknown paths. */
export const make = <R>(routes: ReadonlyArray<Route<R>>, log: Log): Recorder => {
  const find = Router.make(routes)
  return (request, answered) =>
    Effect.gen(function* () {
      const clock = yield* Effect.clock
      const time = new Date(clock.unsafeCurrentTimeMillis()).toISOString()
      const begun = clock.unsafeCurrentTimeNanos()
      return yield* Effect.onExit(answered, (exit) => {
        const ms = Math.round(Number(clock.unsafeCurrentTimeNanos() - begun) / 1e4) / 100
        const { headers, method, url } = request
        const endpoint = url && find(url.pathname)?.route.endpoint
        const path = url && redactedPath(headers["authorization"], url, endpoint)
        const { status, ...answer } = outcome(exit)
        return log({
          time,
          method,
          ...(path === undefined ? {} : { path }),
          status,
          ms,
          ...answer,
          ...(endpoint === undefined ? {} : { endpoint: endpoint.name }),
        })
      })
    })
}
