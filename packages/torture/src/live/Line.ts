/** A line to a service that can fall silent: its connections stay open, and nothing comes of them any more. */
import { Clock, Effect, type Scope } from "effect"
import { connect, type Socket } from "node:net"
import * as Loopback from "../Loopback.js"

/** How a connection is silent. */
export type Silence =
  /** What the client sends is read, and leads nowhere. */
  | "deaf"
  /** Nothing is read either: the other side is gone, and nobody has told. */
  | "half-open"

/** A line. */
export interface Line {
  readonly origin: string
  /** Times at which clients connected, epoch milliseconds. */
  readonly came: ReadonlyArray<number>
  /** Silences all connections that are open. */
  readonly silence: (way: Silence) => Effect.Effect<void>
  /** Accepts the next connection, and does nothing with it. */
  readonly ignoreNext: Effect.Effect<void>
}

/** Lays a line to an origin, for the scope. */
export const lay = (to: string): Effect.Effect<Line, never, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = Clock.make()
    const { hostname, port } = new URL(to)
    const came: Array<number> = []
    const open = new Map<Socket, Socket>()
    let isIgnoring = false
    const origin = yield* Loopback.sockets((near) => {
      came.push(clock.unsafeCurrentTimeMillis())
      near.on("error", () => near.destroy())
      if (isIgnoring) {
        isIgnoring = false
        near.resume()
        return
      }
      const far = connect(Number(port), hostname)
      far.on("error", () => near.destroy())
      far.once("close", () => open.has(near) && near.destroy())
      near.once("close", () => {
        open.delete(near)
        far.destroy()
      })
      open.set(near, far)
      near.pipe(far)
      far.pipe(near)
    })
    yield* Effect.addFinalizer(() => Effect.sync(() => open.forEach((_, near) => near.destroy())))
    return {
      origin,
      came,
      silence: (way) =>
        Effect.sync(() => {
          for (const [near, far] of open) {
            near.unpipe(far)
            far.unpipe(near)
            open.delete(near)
            far.resume()
            if (way === "deaf") near.resume()
            else near.pause()
          }
        }),
      ignoreNext: Effect.sync(() => (isIgnoring = true)),
    }
  })
