import { Effect } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A server on loopback for the length of a scope. */
export const serve = (handler: (request: IncomingMessage, response: ServerResponse) => void) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.async<ReturnType<typeof createServer>>((resume) => {
        const server = createServer(handler)
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) =>
        Effect.async<void>((resume) => {
          server.close(() => resume(Effect.void))
          server.closeAllConnections()
        }),
    ),
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  )
