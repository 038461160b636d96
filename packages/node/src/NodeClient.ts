/**
 * The `HttpClient` for Node: a bounded pool of kept-alive connections that asks for gzip and unpacks it.
 *
 * ```ts
 * const Live = Stocks.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(NodeClient.layer))
 * ```
 *
 * It stands on `node:http`, whose parser is part of the runtime: it is ready sooner than undici, and takes two thirds of its time for a large body.
 *
 * @module
 */
import * as Admission from "@candela/core/Admission"
import * as BodyReader from "@candela/core/BodyReader"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ConnectionOptions } from "node:tls"
import { NodeResponse } from "./internal/response.js"
import * as Connections from "./internal/connections.js"
import * as Exchange from "./internal/exchange.js"

/** How connections are kept. */
export interface Options {
  /**
   * The most connections that are open to one origin at a time, a whole number of at least 1; further requests wait for one. Default 16.
   *
   * An answer holds its connection until its body is read. Who looks at no more than the status takes `HttpClient.withScope`, which gives up
   * with its scope what was not read.
   */
  readonly connections?: number | undefined
  /**
   * How connections to `https` are secured, as `node:tls` has it: `ca` for certificates of one's own, `cert` and `key` for a client that has to show
   * one. Default: by the certificates that Node trusts.
   */
  readonly tls?: ConnectionOptions | undefined
}

/** An `HttpClient` on a pool of its own, which is closed with the layer's scope: requests that are still in flight then fail. */
export const layerWith = (options: Options): Layer.Layer<HttpClient.HttpClient> =>
  Layer.scoped(
    HttpClient.HttpClient,
    Effect.map(Connections.make(options.connections ?? 16, options.tls), (connections) =>
      HttpClient.make((request, url, signal) => Exchange.run(connections, request, url, signal)).pipe(
        (client) =>
          BodyReader.offering(client, (response) =>
            response instanceof NodeResponse ? response.bodyReader : undefined,
          ),
        HttpClient.mapRequest(acceptGzip),
        Admission.offering,
      ),
    ),
  )

/** {@link layerWith} and its defaults. */
export const layer: Layer.Layer<HttpClient.HttpClient> = /* @__PURE__ */ layerWith({})

const acceptGzip = (request: HttpClientRequest.HttpClientRequest) =>
  "accept-encoding" in request.headers ? request : HttpClientRequest.setHeader(request, "accept-encoding", "gzip")
