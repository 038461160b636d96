/** An address of this machine where nobody should connect. */
import { Effect, type Scope } from "effect"
import { createServer, type AddressInfo, type Server } from "node:net"

/** What came to an address. */
export interface Listener {
  /** Its origin. */
  readonly origin: string
  /** How many connections came so far. Each is closed at once. */
  readonly connections: () => number
}

/** Listens on a free port until the scope ends. */
export const make: Effect.Effect<Listener, never, Scope.Scope> = Effect.suspend(() => {
  let connections = 0
  const listening = Effect.async<Server>((resume) => {
    const server = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
  })
  return Effect.map(
    Effect.acquireRelease(listening, (server) => Effect.sync(() => server.close())),
    (server) => ({
      origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      connections: () => connections,
    }),
  )
})
