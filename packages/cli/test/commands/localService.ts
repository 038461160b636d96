import { Effect, type Scope } from "effect"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"

/** A service of a test on this machine: its URL. It ends with the scope. */
export const localService = (answer: RequestListener): Effect.Effect<{ readonly url: string }, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<{ readonly url: string; readonly close: () => void }>((resume) => {
      const server = createServer(answer)
      server.listen(0, "127.0.0.1", () =>
        resume(
          Effect.succeed({
            url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
            close: () => server.close().closeAllConnections(),
          }),
        ),
      )
    }),
    ({ close }) => Effect.sync(close),
  )
