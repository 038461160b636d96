/** A service of the live channel on loopback, and a stream of its trades. */
import * as Field from "@candela/core/declare/Field"
import * as Param from "@candela/core/declare/Param"
import * as Topic from "@candela/core/declare/Topic"
import * as Unit from "@candela/core/declare/Unit"
import { LiveConnection } from "@candela/core/LiveConnection"
import * as NodeLive from "@candela/node/NodeLive"
import { Effect, Layer, Queue, Schema, Stream } from "effect"
import type { Socket } from "node:net"
import type { WebSocket } from "ws"
import { serveSockets } from "./server.js"

const trades = Topic.make({
  cluster: "stocks",
  code: "T",
  row: Field.struct({
    ticker: Field.required(Schema.String, "sym"),
    timestamp: Field.required(Unit.EpochMillis, "t"),
  }),
  ticker: Param.text(/^[A-Z]+$/, "a ticker"),
  kind: "log",
  time: ({ timestamp }) => timestamp,
  wildcard: false,
})

const status = (status: string, message = "") => JSON.stringify([{ ev: "status", status, message }])

export const trade = (t: number) => JSON.stringify([{ ev: "T", sym: "AAPL", t }])

/** A connection of the service: its socket, and the TCP socket below. */
interface Connection {
  readonly socket: WebSocket
  readonly tcp: Socket
}

export const connected = (url: string, reconnect?: { readonly attempts: number }, options: NodeLive.Options = {}) =>
  LiveConnection.layer({ url, apiKey: "a-key-of-tests", reconnect: { first: 5, ...reconnect } }).pipe(
    Layer.provide(NodeLive.layerWith(options)),
  )

/** A service on a port of this machine, and its subscribed connections. */
export const served = (secure = false) =>
  Effect.gen(function* () {
    const connections = yield* Queue.unbounded<Connection>()
    const extensions: Array<string> = []
    const { url } = yield* serveSockets((socket, request) => {
      extensions.push(request.headers["sec-websocket-extensions"] ?? "")
      socket.send(status("connected"))
      socket.on("message", (data) => {
        const { action, params } = JSON.parse(String(data))
        socket.send(action === "auth" ? status("auth_success") : status("success", `subscribed to: ${params}`))
        if (action === "subscribe") connections.unsafeOffer({ socket, tcp: request.socket })
      })
    }, secure)
    return { connections, extensions, url, layer: connected(url.replace("http:", "ws:")) }
  })

export const signals = Stream.unwrap(Effect.map(LiveConnection, (live) => live.subscribe(trades, ["AAPL"])))
