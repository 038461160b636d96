/**
 * The connection of one cluster: sessions, one after another, while streams want it.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import type * as Scope from "effect/Scope"
import { Disconnected, Evicted, type LiveError, LiveUnauthorized } from "../../LiveError.js"
import * as LiveTelemetry from "../../LiveTelemetry.js"
import * as Foreign from "../Foreign.js"
import { inSeconds } from "../message.js"
import { Registry, type Subscriber } from "./registry.js"
import * as Session from "./session.js"

/** The connection of a cluster. */
export interface Channel extends Session.Common {
  /** Adds a subscriber, and connects if there is no connection. */
  readonly join: (subscriber: Subscriber) => Effect.Effect<void>
  readonly leave: (subscriber: Subscriber) => Effect.Effect<void>
  /** Ends all streams, and those that come. */
  readonly close: () => void
}

/** Time after which a connection that nobody uses is closed, milliseconds. */
const IDLE = 1_000

/** Life of a session after which the next delay is the first one again, milliseconds. */
const LONG_LIFE = 10_000

/** Delay after an eviction, and the number and the time of evictions that are too many, milliseconds. */
const COOL_DOWN = 60_000
const EVICTIONS = 3
const EVICTIONS_WITHIN = 600_000

/** Attempts at the first connection. A wrong address is an error soon; a cut later on is not. */
const FIRST_ATTEMPTS = 6

/** Makes the connection of a cluster. Its fibers live in the scope. */
export const make = (shared: Session.Shared, cluster: string, url: URL, scope: Scope.Scope): Channel => {
  const registry = new Registry()
  const changed = Effect.unsafeMakeLatch()
  /** Open while no stream wants anything. */
  const unused = Effect.unsafeMakeLatch(true)
  const state: Session.State = { since: undefined, waitingFrames: 0 }
  const where = { cluster, origin: url.origin, urlFrom: shared.urlFrom }
  const channel = { ...shared, ...where, url: url.href, registry, state, known: new Set<string>(), changed }
  const { attempts: most, first, longest } = shared.settings
  /** Why no session will follow: the service refused the key, or the layer is closed. */
  let final: LiveError | undefined
  let evictions: ReadonlyArray<number> = []
  let running: Fiber.RuntimeFiber<void> | undefined
  let isRunning = false

  /** Ends all streams. No session follows, until there are others. */
  const giveUp = (error: LiveError) => {
    isRunning = false
    registry.fail(registry.subscribers, () => error)
  }

  const lost = (attempts: number, detail: string) => new Disconnected({ ...where, attempts, detail })

  /** A session with its span. Returns its end, and for how long the service had accepted the key. */
  const session = (attempt: number) =>
    Effect.gen(function* () {
      const end = yield* Effect.scoped(Session.run(channel))
      const lived =
        state.since === undefined ? undefined : (yield* Effect.clock).unsafeCurrentTimeMillis() - state.since
      yield* Effect.annotateCurrentSpan({ reason: end.reason, detail: end.detail })
      return { ...end, lived }
    }).pipe(
      Effect.ensuring(Effect.sync(() => (state.since = undefined))),
      Effect.withSpan(`live.${cluster}`, { attributes: { attempt, "server.address": url.hostname }, root: true }),
    )

  const sessions = Effect.gen(function* () {
    let attempt = 0
    let wasConnected = false
    for (;;) {
      attempt += 1
      const { at, detail, lived, reason } = yield* session(attempt)
      const now = (yield* Effect.clock).unsafeCurrentTimeMillis()
      wasConnected ||= lived !== undefined
      if (reason === "refused") return giveUp((final = new LiveUnauthorized({ ...where, detail })))
      registry.lost({ _tag: "Lost", reason: reason === "renewed" ? "cut" : reason, at })
      // protects: Two programs with one key do not end each other's connection for ever.
      // mutant: "end after three evictions in ten minutes": evictions.length === EVICTIONS → evictions.length < 0
      if (reason === "evicted") {
        evictions = [...evictions, now].filter((time) => now - time < EVICTIONS_WITHIN)
        if (evictions.length === EVICTIONS) {
          evictions = []
          return giveUp(new Evicted({ ...where, times: EVICTIONS, within: EVICTIONS_WITHIN }))
        }
      }
      // protects: The delays grow while connections end soon, although the service accepts the key.
      // mutant: "begins with the first delay again only after": lived >= LONG_LIFE → lived >= 0
      if (lived !== undefined && lived >= LONG_LIFE) attempt = 0
      if (attempt >= (most ?? (wasConnected ? Infinity : FIRST_ATTEMPTS))) return giveUp(lost(attempt, detail))
      const jitter = yield* Random.nextRange(0.5, 1)
      const backoff = Math.min(longest, first * 2 ** Math.max(0, attempt - 1)) * jitter
      const delay = reason === "renewed" ? 0 : reason === "evicted" ? COOL_DOWN : backoff
      LiveTelemetry.update(LiveTelemetry.reconnects, "cluster", cluster, 1)
      const log = reason === "evicted" ? Effect.logWarning : Effect.logDebug
      yield* log(
        `The live channel ${cluster} was lost (${reason}: ${Foreign.show(detail)}). Next attempt in ${inSeconds(delay)}.`,
      )
      yield* Effect.sleep(delay)
    }
  })

  /** Ends when nobody has wanted anything for some time. */
  const idle: Effect.Effect<void> = Effect.gen(function* () {
    for (;;) {
      yield* unused.await
      yield* Effect.sleep(IDLE)
      if (registry.subscribers.size > 0) continue
      isRunning = false
      return
    }
  })

  const run = Effect.scoped(
    Effect.gen(function* () {
      const connected = yield* Effect.forkScoped(sessions)
      const unwanted = yield* Effect.forkScoped(idle)
      // A race of fibers that have started can be interrupted at any step.
      yield* Effect.async<void>((resume) => {
        connected.addObserver((exit) => {
          if (Exit.isFailure(exit) && !Exit.isInterrupted(exit)) giveUp(lost(1, Cause.pretty(exit.cause)))
          resume(Effect.void)
        })
        unwanted.addObserver(() => resume(Effect.void))
      })
    }),
  )

  return {
    ...channel,
    join: (subscriber) =>
      Effect.gen(function* () {
        if (final !== undefined) return subscriber.queue.fail(final)
        registry.join(subscriber, (yield* Effect.clock).unsafeCurrentTimeMillis())
        unused.unsafeClose()
        changed.unsafeOpen()
        if (isRunning) return
        isRunning = true
        const before = running
        // The service counts connections: the next one is opened when the last one is closed.
        const next = before === undefined ? run : Effect.zipRight(Fiber.await(before), run)
        // A stream joins where it cannot be interrupted, and a fiber inherits that.
        running = yield* Effect.forkIn(Effect.interruptible(next), scope)
      }),
    leave: (subscriber) =>
      Effect.sync(() => {
        registry.leave(subscriber)
        changed.unsafeOpen()
        if (registry.subscribers.size === 0) unused.unsafeOpen()
      }),
    close: () => giveUp((final ??= lost(0, "the layer is closed."))),
  }
}
