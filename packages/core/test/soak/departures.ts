/**
 * When requests leave, as the HTTP clients of the runtime tell it themselves. When they arrive would be a less exact measure: on a busy machine a request waits
 * in its socket until the server's turn comes, and requests that left at due distances are read together.
 */
import { Effect, type Scope } from "effect"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import type { ClientRequest } from "node:http"

/** The times at which requests left for an origin, in milliseconds of `performance.now()`. The array grows until the scope ends. */
export const to = (origin: string): Effect.Effect<ReadonlyArray<number>, never, Scope.Scope> => {
  const times: Array<number> = []
  const { host } = new URL(origin)
  const onNode = (message: unknown) => {
    if ((message as { request: ClientRequest }).request.getHeader("host") === host) times.push(performance.now())
  }
  const onFetch = (message: unknown) => {
    const { request } = message as { request: { origin: unknown } }
    if (request.origin === origin) times.push(performance.now())
  }
  return Effect.as(
    Effect.acquireRelease(
      Effect.sync(() => {
        subscribe("http.client.request.start", onNode)
        subscribe("undici:client:sendHeaders", onFetch)
      }),
      () =>
        Effect.sync(() => {
          unsubscribe("http.client.request.start", onNode)
          unsubscribe("undici:client:sendHeaders", onFetch)
        }),
    ),
    times,
  )
}

/** The shortest span of time in which more requests left than a limit allows. */
export const tightest = (times: ReadonlyArray<number>, limit: number): number =>
  times.slice(limit).reduce((least, time, index) => Math.min(least, time - times[index]!), Number.POSITIVE_INFINITY)
