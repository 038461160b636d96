/** Pools of keep-alive connections, one per origin. */
import { Closed } from "@candela/core/internal/Admission"
import { Semaphore } from "@candela/core/internal/Semaphore"
import type * as Scope from "effect/Scope"
import * as Effect from "effect/Effect"
import * as Http from "node:http"
import * as Https from "node:https"
import type { ConnectionOptions } from "node:tls"
import { shareReceiveBuffer } from "./receiveBuffer.js"

export interface Connections {
  /**
   * Returns the permits for connections to an origin: take one for each request, and release it at
   * the end of the request.
   */
  readonly to: (origin: string) => Semaphore
  /**
   * Creates a request, before its body is written. Throws if `node:http` rejects the request. A `fresh` request opens
   * a new connection, and ends all idle ones: where one was found closed, the others are likely to be closed too.
   */
  readonly request: (url: URL, options: Http.RequestOptions, fresh: boolean) => Http.ClientRequest
}

/**
 * Idle timeout, shorter than that of most servers, so that a server rarely closes a connection that
 * is about to be reused.
 */
const IDLE_MILLISECONDS = 30_000

/**
 * Makes pools of at most `most` connections each. They close with the scope: then waiting requests,
 * requests in flight and later requests fail.
 */
export const make = (most: number, tls: ConnectionOptions = {}): Effect.Effect<Connections, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => new Pools(most, tls)),
    (pools) => Effect.sync(() => pools.close()),
  )

class Pools implements Connections {
  private readonly http: Http.Agent
  private readonly https: Https.Agent
  private readonly pending = new Set<Http.ClientRequest>()
  private readonly origins = new Map<string, Semaphore>()
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
      connections = new Semaphore(this.closed ? Number.POSITIVE_INFINITY : this.most)
      this.origins.set(origin, connections)
    }
    return connections
  }

  readonly request = (url: URL, options: Http.RequestOptions, fresh: boolean): Http.ClientRequest => {
    if (this.closed) throw new Closed()
    const isSecure = url.protocol === "https:"
    const agent = isSecure ? this.https : this.http
    // protects: A request that was lost with a reused connection is sent again on a new one.
    // mutant: "ends the idle ones beside it": never
    if (fresh) for (const idle of Object.values(agent.freeSockets)) for (const socket of idle ?? []) socket.destroy()
    const request = (isSecure ? Https : Http).request(url, { ...options, agent })
    this.pending.add(request)
    return request.once("close", () => {
      this.pending.delete(request)
      // The agent may have opened another connection for waiting requests.
      if (this.closed && this.pending.size === 0) this.disconnect()
    })
  }

  /** Destroys the requests before the agents, because a destroyed agent lets waiting requests open new connections. */
  close(): void {
    this.closed = true
    // A request waiting for a connection is created now, and fails with `Closed`.
    for (const connections of this.origins.values()) connections.resize(Number.POSITIVE_INFINITY)
    for (const request of this.pending) request.destroy(new Closed())
    // protects: A pool closes its connections with its layer.
    // mutant: "closes idle connections": removed
    this.disconnect()
  }

  private disconnect(): void {
    this.http.destroy()
    this.https.destroy()
  }
}
