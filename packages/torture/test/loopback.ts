import { Effect } from "effect"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"

/** A server on a free port of this machine for the length of a scope. Gives its port. */
export const serve = (listener: RequestListener) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.async<Server>((resume) => {
        const server = createServer({ keepAliveTimeout: 0 }, listener)
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) => Effect.sync(() => void server.close().closeAllConnections()),
    ),
    (server) => (server.address() as AddressInfo).port,
  )
