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
import * as Layer from "effect/Layer"
import { type ClientOptions, WebSocket } from "ws"

/** Options of the sockets. */
export interface Options {
  /** Whether messages may be compressed. It saves traffic, and doubles the processor time of reading. Default false. */
  readonly compression?: boolean | undefined
  /** Certificate authorities that are trusted, in the format PEM. Default: those of Node. */
  readonly ca?: string | ReadonlyArray<string> | undefined
}

/** Largest message, bytes: that of a response by default. A larger one ends its connection. */
const largest = 64 * 1024 * 1024

/** Time for which a socket waits for the close frame of the other side, milliseconds. */
const closeTimeout = 500

/** Sockets with options. */
export const layerWith = ({ ca, compression = false }: Options): Layer.Layer<Socket.WebSocketConstructor> => {
  // The types of ws do not know the last one.
  const options: ClientOptions & { readonly closeTimeout: number } = {
    perMessageDeflate: compression,
    maxPayload: largest,
    ...(ca !== undefined && { ca: [ca].flat() as Array<string> }),
    closeTimeout,
  }
  return Layer.succeed(
    Socket.WebSocketConstructor,
    (url, protocols) => new WebSocket(url, protocols, options) as unknown as globalThis.WebSocket,
  )
}

/** {@link layerWith} with the default options. */
export const layer: Layer.Layer<Socket.WebSocketConstructor> = /* @__PURE__ */ layerWith({})
