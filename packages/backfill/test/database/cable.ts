/** A connection to a PostgreSQL that can lose what it carries, without a word to either end. */
import { Effect, type Scope } from "effect"
import { connect, createServer, type AddressInfo, type Socket } from "node:net"

/**
 * What is lost from now on, of the connections that are open and of the next one, since those that
 * are open may be about to close: all, or the answers alone. Those that are opened later are whole.
 */
export type Loss = "all" | "answers"

/** A cable to the socket of a server, for the scope. */
export const lay = (
  host: string,
): Effect.Effect<
  { readonly port: number; readonly lose: (loss: Loss) => Effect.Effect<void>; readonly opened: () => number },
  never,
  Scope.Scope
> =>
  Effect.gen(function* () {
    const open = new Set<{ lost: Loss | undefined }>()
    let opened = 0
    let next: Loss | undefined
    const relay = createServer({ noDelay: true }, (near) => {
      const far = connect(`${host}/.s.PGSQL.5432`)
      const state = { lost: next }
      next = undefined
      const link = (from: Socket, to: Socket, isLost: () => boolean) => {
        from.on("data", (bytes) => void (isLost() || to.write(bytes)))
        from.on("error", () => to.destroy())
        from.on("close", () => to.destroy())
      }
      link(near, far, () => state.lost === "all")
      link(far, near, () => state.lost !== undefined)
      near.on("close", () => open.delete(state))
      open.add(state)
      opened += 1
    })
    yield* Effect.acquireRelease(
      Effect.async<void>((resume) => void relay.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () => Effect.sync(() => relay.close()),
    )
    return {
      port: (relay.address() as AddressInfo).port,
      lose: (loss) =>
        Effect.sync(() => {
          next = loss
          open.forEach((state) => (state.lost = loss))
        }),
      opened: () => opened,
    }
  })
