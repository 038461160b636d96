/** Servers on a free port of the loopback interface. */
import { Effect, type Scope } from "effect"
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from "node:http"
import { createServer, type AddressInfo, type Server, type Socket } from "node:net"

/** The origin of a server that listens. */
const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** Listens until the scope ends, and returns the origin. The server closes when its connections have. */
const listen = (server: Server, close: () => void = () => server.close()): Effect.Effect<string, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<string>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(originOf(server))))
    }),
    () => Effect.sync(close),
  )

/**
 * Serves HTTP until the scope ends, and returns the origin. `onUpgrade` gets the sockets of requests for another
 * protocol.
 */
export const http = (
  listener: RequestListener,
  onUpgrade?: (request: IncomingMessage, socket: Socket) => void,
): Effect.Effect<string, never, Scope.Scope> =>
  Effect.suspend(() => {
    const server = createHttpServer({ keepAliveTimeout: 0 }, listener)
    const upgraded = new Set<Socket>()
    if (onUpgrade !== undefined)
      server.on("upgrade", (request, socket: Socket) => {
        upgraded.add(socket)
        socket.once("close", () => upgraded.delete(socket))
        onUpgrade(request, socket)
      })
    return listen(server, () => {
      server.close()
      server.closeAllConnections()
      upgraded.forEach((socket) => socket.destroy())
    })
  })

/** Accepts connections until the scope ends, and returns the origin. */
export const sockets = (onSocket: (socket: Socket) => void): Effect.Effect<string, never, Scope.Scope> =>
  Effect.suspend(() => listen(createServer({ noDelay: true }, onSocket)))

/** An address where nobody should connect. */
export interface Trap {
  readonly origin: string
  /** The number of connections so far. Each is closed at once. */
  readonly connections: () => number
}

/** Counts connections until the scope ends. */
export const trap: Effect.Effect<Trap, never, Scope.Scope> = Effect.suspend(() => {
  let connections = 0
  const origin = sockets((socket) => {
    connections += 1
    socket.destroy()
  })
  return Effect.map(origin, (origin) => ({ origin, connections: () => connections }))
})

/** Listens for as long as the process lives, and prints where. */
export const announce = (server: Server): void => {
  server.listen(0, "127.0.0.1", () => console.log(`Listening on ${originOf(server)}`))
}
