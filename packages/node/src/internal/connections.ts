/** Pools of kept-alive connections, one per origin. */
import { Closed } from "@candela/core/Admission"
import { Semaphore } from "@candela/core/Semaphore"
import type * as Scope from "effect/Scope"
import * as Effect from "effect/Effect"
import * as Http from "node:http"
import * as Https from "node:https"
import type { ConnectionOptions } from "node:tls"
import { shareReceiveBuffer } from "./receiveBuffer.js"

export interface Connections {
  /** The connections to an origin: one is to be taken for each request, and given back when the request has ended. */
  readonly to: (origin: string) => Semaphore
  /** Begins a request, whose body is still to be written. Throws what it refuses to begin. */
  readonly request: (url: URL, options: Http.RequestOptions) => Http.ClientRequest
}

/** Shorter than what most servers allow an idle connection, so that it is seldom closed just as it is used again. */
const IDLE_MILLISECONDS = 30_000

/** Pools of at most `most` connections each. They close with the scope: requests that wait or are in flight fail then, as do later ones. */
export const make = (most: number, tls: ConnectionOptions = {}): Effect.Effect<Connections, never, Scope.Scope> =>
  // An agent takes 0 and NaN for no bound, and with less it never opens a connection.
  most >= 1 && Math.floor(most) === most
    ? Effect.map(
        Effect.acquireRelease(
          Effect.sync(() => new Pools(most, tls)),
          (pools) => Effect.sync(() => pools.close()),
        ),
        (pools): Connections => pools,
      )
    : Effect.dieMessage(`NodeClient: connections must be a whole number of at least 1, but is ${most}`)

/** The connections to one origin. */
class Pool extends Semaphore {
  /** Lets everyone pass who waits or will wait: nothing is left to share. */
  open(): void {
    this.permits = Number.POSITIVE_INFINITY
    for (const grant of this.waiting) grant()
    this.waiting.clear()
  }
}

class Pools implements Connections {
  private readonly http: Http.Agent
  private readonly https: Https.Agent
  private readonly pending = new Set<Http.ClientRequest>()
  private readonly origins = new Map<string, Pool>()
  private closed = false

  constructor(
    private readonly most: number,
    tls: ConnectionOptions,
  ) {
    const options = { keepAlive: true, maxSockets: most, timeout: IDLE_MILLISECONDS }
    this.http = shareReceiveBuffer(new Http.Agent(options))
    this.https = shareReceiveBuffer(new Https.Agent({ ...tls, ...options }))
  }

  readonly to = (origin: string): Semaphore => {
    let connections = this.origins.get(origin)
    if (connections === undefined) {
      connections = new Pool(this.closed ? Number.POSITIVE_INFINITY : this.most)
      this.origins.set(origin, connections)
    }
    return connections
  }

  readonly request = (url: URL, options: Http.RequestOptions): Http.ClientRequest => {
    if (this.closed) throw new Closed()
    const request =
      url.protocol === "https:"
        ? Https.request(url, { ...options, agent: this.https })
        : Http.request(url, { ...options, agent: this.http })
    this.pending.add(request)
    return request.once("close", () => {
      this.pending.delete(request)
      // An agent may have opened one more connection for those that waited, and keep it.
      if (this.closed && this.pending.size === 0) this.disconnect()
    })
  }

  /** An agent that is destroyed lets waiting requests open new connections: so they go first. */
  close(): void {
    this.closed = true
    // Whoever waits for a connection begins a request now, and learns that it is too late.
    for (const connections of this.origins.values()) connections.open()
    for (const request of this.pending) request.destroy(new Closed())
    this.disconnect()
  }

  private disconnect(): void {
    this.http.destroy()
    this.https.destroy()
  }
}
