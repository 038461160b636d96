/**
 * `HttpClient` for Node: a bounded pool of keep-alive connections that requests and decompresses gzip.
 *
 * ```ts
 * const Live = Stocks.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(NodeClient.layer))
 * ```
 *
 * It uses `node:http`, whose parser is part of the runtime: it loads faster than undici, and reads
 * a large body in two thirds of undici's time.
 *
 * @module
 */
import * as Admission from "@candela/core/internal/Admission"
import * as BodyReader from "@candela/core/internal/BodyReader"
import * as OptionCheck from "@candela/core/internal/OptionCheck"
import type { InvalidOption } from "@candela/core/InvalidOption"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { ConnectionOptions } from "node:tls"
import { NodeResponse } from "./internal/response.js"
import * as Connections from "./internal/connections.js"
import * as Exchange from "./internal/exchange.js"
import * as Proxies from "./internal/proxies.js"

const defaultConnections = 16

/** Options of the connections. */
export interface Options {
  /**
   * Maximum number of open connections to one origin, a whole number of at least 1, or infinite;
   * further requests wait. Default 16.
   *
   * A response keeps its connection busy until its body is read. If you only need the status, use
   * `HttpClient.withScope`, which aborts the unread body at the end of its scope.
   */
  readonly connections?: number | undefined
  /**
   * Options of `node:tls` for `https`: `ca` for your own certificate authorities, `cert` and `key`
   * for a client certificate. Default: the authorities trusted by Node.
   */
  readonly tls?: ConnectionOptions | undefined
}

const clientOf = (connections: Connections.Connections): HttpClient.HttpClient =>
  HttpClient.make((request, url, signal) => Exchange.run(connections, request, url, signal)).pipe(
    (client) =>
      BodyReader.offering(client, (response) => (response instanceof NodeResponse ? response.bodyReader : undefined)),
    HttpClient.mapRequest(acceptGzip),
    // protects: What waits for a connection has not left: its place in a rate limit counts from when it is sent.
    // mutant: "does not use up the rate limit while a call waits for a connection": without Admission.offering,
    Admission.offering,
  )

const connect = (most: number, tls: ConnectionOptions = {}) =>
  Effect.flatMap(Proxies.configured, (proxies) => Effect.map(Connections.make(most, tls, proxies), clientOf))

/** Makes the `HttpClient` of {@link layerWith}. */
export const make = (options: Options = {}): Effect.Effect<HttpClient.HttpClient, InvalidOption, Scope.Scope> => {
  const { connections = defaultConnections, tls } = options
  const most =
    connections === Infinity ? Effect.succeed(connections) : OptionCheck.count("connections of NodeClient", connections)
  return Effect.flatMap(most, (most) => connect(most, tls))
}

/**
 * An `HttpClient` with its own pool, which closes with the layer's scope: requests in flight fail then. Fails with
 * `InvalidOption` if `connections` is not a whole number of at least 1, or infinite.
 *
 * Requests go through the proxies that the environment names: `HTTPS_PROXY` for `https`, `HTTP_PROXY` for `http`,
 * except to the hosts of `NO_PROXY`. Both spellings are read, the lower-case one first, through Effect's
 * `ConfigProvider`.
 */
export const layerWith = (options: Options): Layer.Layer<HttpClient.HttpClient, InvalidOption> =>
  Layer.scoped(HttpClient.HttpClient, make(options))

/** {@link layerWith} with the default options. */
export const layer: Layer.Layer<HttpClient.HttpClient> = /* @__PURE__ */ Layer.scoped(
  HttpClient.HttpClient,
  /* @__PURE__ */ connect(defaultConnections),
)

const acceptGzip = (request: HttpClientRequest.HttpClientRequest) =>
  "accept-encoding" in request.headers ? request : HttpClientRequest.setHeader(request, "accept-encoding", "gzip")
