/**
 * The `HttpClient` for Node: a bounded pool of kept-alive connections that asks for gzip and unpacks it.
 *
 * ```ts
 * const Live = Stocks.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(NodeClient.layer))
 * ```
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { GunzipAgent } from "./internal/gunzipAgent.js"

/** How connections are kept. */
export interface Options {
  /** The most connections that are open to one origin at a time; further requests wait for one. Default 16. */
  readonly connections?: number | undefined
}

/** An `HttpClient` on a pool of its own, which is closed with the layer's scope: requests that are still in flight then fail. */
export const layerWith = (options: Options): Layer.Layer<HttpClient.HttpClient> =>
  Layer.scoped(
    HttpClient.HttpClient,
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => new GunzipAgent({ connections: options.connections ?? 16, keepAliveTimeout: 30_000 })),
        (agent) => Effect.promise(() => agent.destroy()),
      ),
      (agent) => HttpClient.mapRequest(NodeHttpClient.makeUndici(agent), acceptGzip),
    ),
  )

/** {@link layerWith} and its defaults. */
export const layer: Layer.Layer<HttpClient.HttpClient> = /* @__PURE__ */ layerWith({})

const acceptGzip = (request: HttpClientRequest.HttpClientRequest) =>
  "accept-encoding" in request.headers ? request : HttpClientRequest.setHeader(request, "accept-encoding", "gzip")
