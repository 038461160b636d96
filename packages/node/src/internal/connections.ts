/** Pools of keep-alive connections, one per origin. */
import { Closed } from "@candela/core/internal/Admission"
import { Semaphore } from "@candela/core/internal/Semaphore"
import type * as Scope from "effect/Scope"
import * as Effect from "effect/Effect"
import * as Http from "node:http"
import * as Https from "node:https"
import type { ConnectionOptions } from "node:tls"
import { urlToHttpOptions } from "node:url"
import * as Proxies from "./proxies.js"
import { shareReceiveBuffer } from "./receiveBuffer.js"
import { Tunnel } from "./tunnel.js"

/** A request before its body is written. */
export interface Created {
  readonly request: Http.ClientRequest
  /** Proxy that reads the request and answers it: that of a URL without TLS. */
  readonly proxy: Proxies.Proxy | undefined
}

export interface Connections {
  /**
   * Returns the permits for connections to an origin: take one for each request, and release it at
   * the end of the request.
   */
  readonly to: (origin: string) => Semaphore
  /**
   * Creates a request. Throws if `node:http` rejects it, or if its proxy cannot be used. A `fresh` request opens
   * a new connection, and ends all idle ones: where one was found closed, the others are likely to be closed too.
   */
  readonly request: (url: URL, options: Http.RequestOptions, fresh: boolean) => Created
}

/**
 * Idle timeout, shorter than that of most servers, so that a server rarely closes a connection that
 * is about to be reused.
 */
const IDLE_MILLISECONDS = 30_000

/**
 * Makes pools of at most `most` connections each, through the proxies on the way. They close with
 * the scope: then waiting requests, requests in flight and later requests fail.
 */
export const make = (
  most: number,
  tls: ConnectionOptions,
  proxies: Proxies.Proxies,
): Effect.Effect<Connections, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => new Pools(most, tls, proxies)),
    (pools) => Effect.sync(() => pools.close()),
  )

class Pools implements Connections {
  private readonly http: Http.Agent
  private readonly https: Https.Agent
  private readonly proxied = new Map<string, Http.Agent>()
  private readonly pending = new Set<Http.ClientRequest>()
  private readonly origins = new Map<string, Semaphore>()
  private closed = false

  constructor(
    private readonly most: number,
    private readonly tls: ConnectionOptions,
    private readonly proxies: Proxies.Proxies,
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

  readonly request = (url: URL, options: Http.RequestOptions, fresh: boolean): Created => {
    if (this.closed) throw new Closed()
    const proxy = this.proxies(url)
    const isSecure = url.protocol === "https:"
    const agent = proxy === undefined ? (isSecure ? this.https : this.http) : this.through(proxy, isSecure)
    // protects: A request that was lost with a reused connection is sent again on a new one.
    // mutant: "ends the idle ones beside it": never
    if (fresh) for (const idle of Object.values(agent.freeSockets)) for (const socket of idle ?? []) socket.destroy()
    const forwardedBy = isSecure ? undefined : proxy
    const request =
      forwardedBy === undefined
        ? (isSecure ? Https : Http).request(url, { ...options, agent })
        : (forwardedBy.isSecure ? Https : Http).request({ ...forwarded(url, options, forwardedBy), agent })
    this.pending.add(request)
    request.once("close", () => {
      this.pending.delete(request)
      // The agent may have opened another connection for waiting requests.
      if (this.closed && this.pending.size === 0) this.disconnect()
    })
    return { request, proxy: forwardedBy }
  }

  /** Returns the agent for connections through a proxy. The permits of each origin bound their number. */
  private through(proxy: Proxies.Proxy, isSecure: boolean): Http.Agent {
    const key = `${isSecure} ${proxy.name}`
    let agent = this.proxied.get(key)
    if (agent === undefined) {
      const options = { keepAlive: true, timeout: IDLE_MILLISECONDS }
      agent = isSecure
        ? new Tunnel(proxy, { ...this.tls, ...options, maxSockets: this.most })
        : shareReceiveBuffer(new (proxy.isSecure ? Https : Http).Agent(options))
      this.proxied.set(key, agent)
    }
    return agent
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
    for (const agent of [this.http, this.https, ...this.proxied.values()]) agent.destroy()
  }
}

/** Options of a request that a proxy forwards: it reads the whole URL. */
const forwarded = (url: URL, options: Http.RequestOptions, proxy: Proxies.Proxy): Http.RequestOptions => ({
  ...urlToHttpOptions(url),
  ...options,
  protocol: proxy.isSecure ? "https:" : "http:",
  hostname: proxy.hostname,
  host: proxy.hostname,
  port: proxy.port,
  path: url.origin + url.pathname + url.search,
  headers: { host: url.host, ...(options.headers as Http.OutgoingHttpHeaders), ...Proxies.headersFor(proxy) },
})
