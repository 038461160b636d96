/** What a program still holds when its work is done. */
import { Effect, Schedule, type Supervisor } from "effect"

/** What is held. */
export interface Remains {
  /** Bytes that are in use after a garbage collection, on the heap and in buffers. */
  readonly heap: number
  /** Open sockets of this process. */
  readonly sockets: number
  /** Fibers of the work that have not ended. */
  readonly fibers: number
}

/** The dispatcher of `fetch`, where undici keeps it. */
const dispatcher = Symbol.for("undici.globalDispatcher.1")

interface Dispatcher {
  readonly close: () => Promise<void>
}

/** Closes the idle connections that `fetch` keeps for the whole process: `NodeClient` closes its own with its layer. A request that never ends is a failure. */
const closeIdleConnections = Effect.suspend(() => {
  const all = globalThis as unknown as Record<symbol, Dispatcher | undefined>
  const agent = all[dispatcher]
  if (agent === undefined) return Effect.void
  all[dispatcher] = new (agent.constructor as new () => Dispatcher)()
  return Effect.promise(() => agent.close())
}).pipe(Effect.timeoutFail({ duration: "30 seconds", onTimeout: () => new Error("a request of fetch never ended") }))

const sockets = () => process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length

const used = Effect.sync(() => {
  // The second collection takes what the first one's finalizers have let go.
  globalThis.gc?.()
  globalThis.gc?.()
  const { external, heapUsed } = process.memoryUsage()
  return heapUsed + external
})

/** Looks at what is held, once nothing more is let go: what has ended may take some turns to be gone. */
export const look = (work: Supervisor.Supervisor<ReadonlyArray<unknown>>): Effect.Effect<Remains, Error> =>
  Effect.gen(function* () {
    yield* closeIdleConnections
    const count = Effect.map(work.value, (fibers) => ({ fibers: fibers.length, sockets: sockets() }))
    yield* Effect.repeat(count, {
      schedule: Schedule.intersect(Schedule.spaced("50 millis"), Schedule.recurs(100)),
      until: ({ fibers, sockets }) => fibers + sockets === 0,
    })
    return { ...(yield* count), heap: yield* used }
  })
