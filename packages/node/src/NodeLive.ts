/**
 * Sockets of the live channel for Node, on every version by ws.
 *
 * ```ts
 * const Connected = LiveConnection.layerConfig().pipe(Layer.provide(NodeLive.layer))
 * ```
 *
 * Node's own sockets can neither pause nor ping, are compressed at twice the processor time, and live on for a minute
 * after a program has left a service that does not answer.
 *
 * @module
 */
import * as Socket from "@effect/platform/Socket"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ConnectionOptions, SecureContextOptions } from "node:tls"
import { type ClientOptions, WebSocket } from "ws"
import * as Proxies from "./internal/proxies.js"
import { Tunnel } from "./internal/tunnel.js"

/** Options of the sockets. */
export interface Options {
  /** Whether messages may be compressed. It saves traffic, and doubles the processor time of reading. Default false. */
  readonly compression?: boolean | undefined
  /**
   * Options of `node:tls` for `wss`: `ca` for your own certificate authorities, `cert` and `key` for a client
   * certificate. Default: the authorities trusted by Node.
   */
  readonly tls?: ConnectionOptions | undefined
}

/** Largest message, bytes: that of a response by default. A larger one ends its connection. */
const largest = 64 * 1024 * 1024

/** Time for which a socket waits for the close frame of the other side, milliseconds. */
const closeTimeout = 500

/**
 * Time for a proxy to connect, milliseconds: less than a session waits for its connection, so that the error names the
 * proxy.
 */
const proxyWithin = 8_000

/**
 * Sockets with options. They go through the proxies that the environment names, as the requests of `NodeClient` do:
 * `HTTPS_PROXY` for `wss`, `HTTP_PROXY` for `ws`, except to the hosts of `NO_PROXY`. A proxy has to connect
 * (`CONNECT`) in both cases.
 */
export const layerWith = ({ compression = false, tls }: Options): Layer.Layer<Socket.WebSocketConstructor> => {
  // The types of ws do not know the last one, and some options of `node:tls` as others.
  const options: ClientOptions & { readonly closeTimeout: number } = {
    ...(tls as SecureContextOptions),
    perMessageDeflate: compression,
    maxPayload: largest,
    closeTimeout,
  }
  const open = (proxies: Proxies.Proxies) => (text: string, protocols?: string | Array<string>) => {
    const url = new URL(text)
    const proxy = proxies(url)
    if (proxy === undefined) return new WebSocket(url, protocols, options)
    const agent = new Tunnel(proxy, { secure: url.protocol === "wss:", within: proxyWithin })
    const socket = new WebSocket(url, protocols, { ...options, agent })
    // protects: A socket that is left before its proxy has connected leaves no connection to the proxy.
    // mutant: "that never connects is left with the socket": removed
    socket.once("close", () => agent.destroy())
    return socket
  }
  return Layer.effect(
    Socket.WebSocketConstructor,
    Effect.map(
      Proxies.configured,
      (proxies) => (url, protocols) => open(proxies)(url, protocols) as unknown as globalThis.WebSocket,
    ),
  )
}

/** {@link layerWith} with the default options. */
export const layer: Layer.Layer<Socket.WebSocketConstructor> = /* @__PURE__ */ layerWith({})
