/** Servers on loopback: one that speaks HTTP, one that writes what it is told to. */
import { Deferred, Effect, type Scope } from "effect"
import { createServer, type IncomingMessage, request as requestOf, type ServerResponse } from "node:http"
import { createServer as createSecureServer } from "node:https"
import {
  connect,
  createServer as createRawServer,
  type AddressInfo,
  type Server as NetServer,
  type Socket,
} from "node:net"
import type { Duplex } from "node:stream"
import type { ConnectionOptions } from "node:tls"
import { type WebSocket, WebSocketServer } from "ws"

export interface Server {
  readonly url: string
  /** How many connections it has seen, how many it has open, and the most that it had open at a time. */
  readonly connections: { total: number; open: number; most: number }
  /** Destroys all connections, idle ones too. */
  readonly disconnect: Effect.Effect<void>
}

const listen = (make: () => NetServer): Effect.Effect<Server, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<Server & { readonly close: Effect.Effect<void> }>((resume) => {
      const connections = { total: 0, open: 0, most: 0 }
      const sockets = new Set<Socket>()
      const server = make()
      server.on("connection", (socket) => {
        sockets.add(socket)
        connections.total += 1
        connections.open += 1
        connections.most = Math.max(connections.most, connections.open)
        socket.on("error", () => {})
        socket.on("close", () => {
          sockets.delete(socket)
          connections.open -= 1
        })
      })
      const disconnect = Effect.suspend(() =>
        Effect.forEach(
          [...sockets],
          (socket) => Effect.async<void>((gone) => void socket.once("close", () => gone(Effect.void)).destroy()),
          { concurrency: "unbounded", discard: true },
        ),
      )
      const close = Effect.zipRight(
        disconnect,
        Effect.async<void>((closed) => void server.close(() => closed(Effect.void))),
      )
      server.listen(0, "127.0.0.1", () => {
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        resume(Effect.succeed({ url, connections, disconnect, close }))
      })
    }),
    (server) => server.close,
  )

/** A server that answers by `handler`. */
export const serve = (handler: (request: IncomingMessage, response: ServerResponse) => void) =>
  listen(() => createServer(handler))

/** A key that both sides know, instead of certificates. */
const sharedKey = Buffer.from("a key that client and server know")

const withSharedKey = { ciphers: "PSK", minVersion: "TLSv1.2", maxVersion: "TLSv1.2" } as const

/** What a client must know to reach {@link serveSecurely}, if its key is right. */
export const tls = (key: Buffer = sharedKey): ConnectionOptions => ({
  ...withSharedKey,
  pskCallback: () => ({ identity: "client", psk: key }),
  checkServerIdentity: () => undefined,
})

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const secureServer = (handler?: Handler) =>
  createSecureServer({ ...withSharedKey, pskCallback: () => sharedKey }, handler)

/** A server that answers by `handler`, over TLS. */
export const serveSecurely = (handler: Handler) =>
  Effect.map(
    listen(() => secureServer(handler)),
    (server) => ({ ...server, url: server.url.replace("http:", "https:") }),
  )

/** A server of sockets, over TLS or not. */
export const serveSockets = (onSocket: (socket: WebSocket, request: IncomingMessage) => void, secure = false) =>
  listen(() => {
    const server = secure ? secureServer() : createServer()
    new WebSocketServer({ server }).on("connection", onSocket)
    return server
  })

/** A proxy that takes every host for the server at `url`, and lets only those through that have its `authorization`. */
export const serveProxy = (url: string, authorization?: string) => {
  const asked: Array<string> = []
  const { hostname, port } = new URL(url)
  const isAllowed = ({ headers, method, url }: IncomingMessage) => {
    asked.push(`${method} ${url}`)
    return headers["proxy-authorization"] === authorization
  }
  const forward = (request: IncomingMessage, response: ServerResponse) => {
    if (!isAllowed(request)) return void response.writeHead(407).end("<p>Who are you?")
    const { headers, method } = request
    const { pathname: path } = new URL(request.url!)
    const sent = requestOf({ hostname, port, path, method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    request.pipe(sent)
  }
  const tunnel = (request: IncomingMessage, socket: Duplex) => {
    if (!isAllowed(request)) return void socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n")
    const upstream = connect(Number(port), hostname, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n")
      socket.pipe(upstream).pipe(socket)
    })
    upstream.once("error", () => socket.destroy())
    upstream.once("close", () => socket.destroy())
    socket.once("error", () => upstream.destroy())
    socket.once("close", () => upstream.destroy())
  }
  return Effect.map(
    listen(() => createServer(forward).on("connect", tunnel)),
    (server) => ({ ...server, asked }),
  )
}

/** A server that does with each connection what `handler` does. */
export const serveRaw = (handler: (socket: Socket) => void) => listen(() => createRawServer(handler))

/** A server that writes `bytes` to whoever asks it something, and then closes the connection where `end` says so. */
export const serveBytes = (bytes: string, options: { readonly end: boolean } = { end: false }) =>
  serveRaw((socket) => {
    socket.on("data", () => void (options.end ? socket.end(bytes, "latin1") : socket.write(bytes, "latin1")))
  })

/** A URL of loopback where nobody listens. */
export const nobody: Effect.Effect<string> = Effect.scoped(
  Effect.map(
    listen(() => createRawServer()),
    ({ url }) => url,
  ),
)

/** One turn of the event loop: forked fibers have begun, what was scheduled has run. */
export const turn: Effect.Effect<void> = Effect.async((resume) => void setImmediate(() => resume(Effect.void)))

/**
 * Waits until a number has stood still for a hundred turns of the event loop: nothing on loopback is on its way then.
 */
export const settled = (read: () => number): Effect.Effect<number> =>
  Effect.gen(function* () {
    let seen = read()
    for (let still = 0; still < 100; still++) {
      yield* turn
      if (read() !== seen) {
        seen = read()
        still = 0
      }
    }
    return seen
  })

/** Something that a server tells a test once. */
export interface Signal {
  readonly tell: () => void
  readonly told: Effect.Effect<void>
}

export const signal: Effect.Effect<Signal> = Effect.map(Deferred.make<void>(), (deferred) => ({
  tell: () => Deferred.unsafeDone(deferred, Effect.void),
  told: Deferred.await(deferred),
}))

/** The whole body of a request. */
export const bodyOf = async (request: IncomingMessage): Promise<Buffer> => Buffer.concat(await request.toArray())
