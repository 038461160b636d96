/**
 * When requests leave this process: `node:http` and undici tell it themselves, just before they
 * write a request to its socket.
 *
 * Arrivals would be a less exact measure: on a busy machine a request waits in its socket until the
 * server's turn comes, and requests that left at due distances are read together.
 */
import { Effect, type Scope } from "effect"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import type { ClientRequest } from "node:http"

/**
 * The times at which requests left, in nanoseconds from when the record began. The arrays grow until the scope ends.
 */
export interface Departures {
  readonly node: ReadonlyArray<number>
  readonly fetch: ReadonlyArray<number>
}

const channels = { node: "http.client.request.start", fetch: "undici:client:sendHeaders" } as const

/** Records the requests that leave for an origin. */
export const to = (origin: string): Effect.Effect<Departures, never, Scope.Scope> =>
  Effect.flatMap(Effect.clock, (clock) => {
    const begun = clock.unsafeCurrentTimeNanos()
    const times = { node: [] as Array<number>, fetch: [] as Array<number> }
    const leaves = (client: keyof Departures) => times[client].push(Number(clock.unsafeCurrentTimeNanos() - begun))
    const { host } = new URL(origin)
    const onNode = (message: unknown) => {
      const { request } = message as { request: ClientRequest }
      if (request.getHeader("host") !== host) return
      // It has its socket. One that is still being connected is written to when it is.
      if (request.socket?.connecting) request.socket.prependOnceListener("connect", () => leaves("node"))
      else leaves("node")
    }
    const onFetch = (message: unknown) => {
      if ((message as { request: { origin: unknown } }).request.origin === origin) leaves("fetch")
    }
    return Effect.as(
      Effect.acquireRelease(
        Effect.sync(() => {
          subscribe(channels.node, onNode)
          subscribe(channels.fetch, onFetch)
        }),
        () =>
          Effect.sync(() => {
            unsubscribe(channels.node, onNode)
            unsubscribe(channels.fetch, onFetch)
          }),
      ),
      times,
    )
  })

/** The largest number of times that lie within an interval, which is open at its end. The times ascend. */
export const busiest = (times: ReadonlyArray<number>, interval: number): number => {
  let [most, first] = [0, 0]
  for (const [index, time] of times.entries()) {
    while (time - times[first]! >= interval) first += 1
    most = Math.max(most, index - first + 1)
  }
  return most
}
