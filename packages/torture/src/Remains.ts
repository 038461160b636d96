/** Resources that a program still holds after its work. */
import { Effect, Schedule, type Scope, Supervisor } from "effect"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import type { Socket } from "node:net"

/** Resources in use. */
export interface Remains {
  /** Bytes that are in use after a garbage collection, on the heap and in buffers. */
  readonly heap: number
  /** Open connections that the work began. */
  readonly sockets: number
  /** Fibers of the work that have not ended. */
  readonly fibers: number
}

/** Diagnostics channel on which Node reports each connection. */
const channel = "net.client.socket"

/** The dispatcher of `fetch`, where undici keeps it. */
const dispatcher = Symbol.for("undici.globalDispatcher.1")

interface Dispatcher {
  readonly close: () => Promise<void>
}

/**
 * Closes the idle connections that `fetch` keeps for the whole process: `NodeClient` closes its own
 * with its layer. A request that never ends is a failure.
 */
const closeIdleConnections = Effect.suspend(() => {
  const all = globalThis as unknown as Record<symbol, Dispatcher | undefined>
  const agent = all[dispatcher]
  if (agent === undefined) return Effect.void
  all[dispatcher] = new (agent.constructor as new () => Dispatcher)()
  return Effect.promise(() => agent.close())
}).pipe(Effect.timeoutFail({ duration: "30 seconds", onTimeout: () => new Error("a request of fetch never ended") }))

/**
 * The open connections that this process begins, idle ones too, which
 * `process.getActiveResourcesInfo` does not tell of.
 */
const openConnections: Effect.Effect<ReadonlySet<Socket>, never, Scope.Scope> = Effect.suspend(() => {
  const open = new Set<Socket>()
  const onSocket = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    open.add(socket)
    socket.once("close", () => open.delete(socket))
  }
  return Effect.as(
    Effect.acquireRelease(
      Effect.sync(() => subscribe(channel, onSocket)),
      () => Effect.sync(() => unsubscribe(channel, onSocket)),
    ),
    open,
  )
})

/** Returns the bytes that are in use after a garbage collection, on the heap and in buffers. */
export const used = (): number => {
  // The second collection takes what the first one's finalizers have let go.
  globalThis.gc?.()
  globalThis.gc?.()
  const { external, heapUsed } = process.memoryUsage()
  return heapUsed + external
}

/** Watches work. */
export interface Watch {
  /** Runs work whose fibers count. */
  readonly during: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Looks at what is held, once nothing more is let go: what has ended may take some turns to be gone. */
  readonly look: Effect.Effect<Remains, Error>
}

/** Begins to watch, until the scope ends. Connections that are open by then do not count. */
export const watch: Effect.Effect<Watch, never, Scope.Scope> = Effect.gen(function* () {
  const sockets = yield* openConnections
  const supervisor = yield* Supervisor.track
  const count = Effect.map(supervisor.value, (fibers) => ({ fibers: fibers.length, sockets: sockets.size }))
  return {
    during: Effect.supervised(supervisor),
    look: Effect.gen(function* () {
      yield* closeIdleConnections
      yield* Effect.repeat(count, {
        schedule: Schedule.intersect(Schedule.spaced("10 millis"), Schedule.recurs(100)),
        until: ({ fibers, sockets }) => fibers + sockets === 0,
      })
      return { ...(yield* count), heap: used() }
    }),
  }
})
