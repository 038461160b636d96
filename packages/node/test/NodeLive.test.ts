import * as Field from "@candela/core/declare/Field"
import * as Topic from "@candela/core/declare/Topic"
import * as Param from "@candela/core/declare/Param"
import * as Unit from "@candela/core/declare/Unit"
import { LiveConnection } from "@candela/core/LiveConnection"
import * as NodeLive from "@candela/node/NodeLive"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Queue, Schema, Stream } from "effect"
import type { AddressInfo, Socket } from "node:net"
import { type WebSocket, WebSocketServer } from "ws"

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
const trade = (t: number) => JSON.stringify([{ ev: "T", sym: "AAPL", t }])

/** A connection of the service: its socket, and the TCP socket below. */
interface Connection {
  readonly socket: WebSocket
  readonly tcp: Socket
}

/** A service on a port of this machine, and its subscribed connections. */
const served = Effect.gen(function* () {
  const server = yield* Effect.acquireRelease(
    Effect.async<WebSocketServer>((resume) => {
      const server: WebSocketServer = new WebSocketServer({ port: 0, host: "127.0.0.1" })
      server.once("listening", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.async<void>((resume) => {
        server.clients.forEach((client) => client.terminate())
        server.close(() => resume(Effect.void))
      }),
  )
  const connections = yield* Queue.unbounded<Connection>()
  const extensions: Array<string> = []
  server.on("connection", (socket, request) => {
    extensions.push(request.headers["sec-websocket-extensions"] ?? "")
    socket.send(status("connected"))
    socket.on("message", (data) => {
      const { action, params } = JSON.parse(String(data))
      socket.send(action === "auth" ? status("auth_success") : status("success", `subscribed to: ${params}`))
      if (action === "subscribe") connections.unsafeOffer({ socket, tcp: request.socket })
    })
  })
  const { port } = server.address() as AddressInfo
  const layer = LiveConnection.layer({
    url: `ws://127.0.0.1:${port}`,
    apiKey: "a-key-of-tests",
    reconnect: { first: 5 },
  }).pipe(Layer.provide(NodeLive.layer))
  return { connections, extensions, layer }
})

const signals = Stream.unwrap(Effect.map(LiveConnection, (live) => live.subscribe(trades, ["AAPL"])))

describe("NodeLive", () => {
  it.scopedLive("reads whole frames of any segments, and goes on after a cut and after half a frame", () =>
    Effect.gen(function* () {
      const { connections, extensions, layer } = yield* served
      const isRead = yield* Deferred.make<void>()
      const script = Effect.gen(function* () {
        const first = yield* Queue.take(connections)
        // A frame of text without a mask: two bytes, then the text; byte by byte.
        const text = Buffer.from(trade(1))
        for (const byte of Buffer.concat([Buffer.from([0x81, text.length]), text])) first.tcp.write(Buffer.from([byte]))
        first.socket.send(trade(2))
        // A reset would take with it what has not been read.
        yield* Deferred.await(isRead)
        first.tcp.resetAndDestroy()
        const second = yield* Queue.take(connections)
        second.tcp.write(Buffer.from([0x81, text.length, 0x5b]))
        second.tcp.end()
        const third = yield* Queue.take(connections)
        third.socket.send(trade(3))
        third.socket.close(1000)
        const fourth = yield* Queue.take(connections)
        fourth.socket.send(trade(4))
      })
      yield* Effect.forkScoped(script)
      const heard = yield* signals.pipe(
        Stream.flatMap((signal) =>
          signal._tag === "Rows"
            ? Stream.fromIterable<number | string>(signal.rows.map(({ timestamp }) => timestamp))
            : Stream.succeed<number | string>(signal._tag),
        ),
        Stream.tap((told) => (told === 2 ? Deferred.succeed(isRead, undefined) : Effect.void)),
        Stream.takeUntil((told) => told === 4),
        Stream.runCollect,
        Effect.provide(layer),
      )
      assert.deepStrictEqual(
        [...heard],
        ["Subscribed", 1, 2, "Lost", "Subscribed", "Lost", "Subscribed", 3, "Lost", "Subscribed", 4],
      )
      assert.deepStrictEqual(extensions, ["", "", "", ""])
    }),
  )

  it.scopedLive("leaves a service that reads nothing", () =>
    Effect.gen(function* () {
      const { connections, layer } = yield* served
      const gone = yield* Deferred.make<void>()
      const ready = Effect.map(Queue.take(connections), ({ tcp }) => {
        tcp.pause()
        tcp.once("close", () => Deferred.unsafeDone(gone, Effect.void))
        return tcp
      })
      const tcp = yield* Effect.provide(Effect.zipRight(Effect.forkScoped(Stream.runDrain(signals)), ready), layer)
      tcp.resume()
      yield* Deferred.await(gone)
    }),
  )
})
