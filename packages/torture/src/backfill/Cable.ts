/** A connection to a PostgreSQL that can be cut: it leads from a port to the server's socket. */
import { Effect, type Scope } from "effect"
import { connect, createServer, type AddressInfo, type Socket } from "node:net"

/** A cable. */
export interface Cable {
  readonly host: string
  readonly port: number
  /** Resets all connections, and refuses others, until it is mended. */
  readonly cut: Effect.Effect<void>
  readonly mend: Effect.Effect<void>
}

/** Lays a cable to the socket of a server, for the scope. */
export const lay = (server: { readonly host: string }): Effect.Effect<Cable, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.async<{
        readonly port: number
        readonly sockets: Set<Socket>
        state: { isCut: boolean }
        close: () => void
      }>((resume) => {
        const sockets = new Set<Socket>()
        const state = { isCut: false }
        const relay = createServer({ noDelay: true }, (near) => {
          if (state.isCut) return void near.resetAndDestroy()
          const far = connect(`${server.host}/.s.PGSQL.5432`)
          for (const [one, other] of [
            [near, far],
            [far, near],
          ] as const) {
            one.pipe(other)
            one.on("error", () => other.destroy())
            one.on("close", () => other.destroy())
          }
          sockets.add(near)
          near.on("close", () => sockets.delete(near))
        })
        relay.listen(0, "127.0.0.1", () =>
          resume(
            Effect.succeed({
              ...{ sockets, state },
              port: (relay.address() as AddressInfo).port,
              close: () => relay.close(),
            }),
          ),
        )
      }),
      ({ close, sockets }) =>
        Effect.sync(() => {
          close()
          sockets.forEach((socket) => socket.destroy())
        }),
    ),
    ({ port, sockets, state }) => ({
      host: "127.0.0.1",
      port,
      cut: Effect.sync(() => {
        state.isCut = true
        sockets.forEach((socket) => socket.resetAndDestroy())
      }),
      mend: Effect.sync(() => {
        state.isCut = false
      }),
    }),
  )
