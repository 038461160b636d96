/**
 * Permits that are given first come, first served, each to one that waits. `Effect.makeSemaphore` wakes all that wait whenever a permit is free, and each that comes too late waits anew with one more
 * frame on its stack: three hundred pages that wait for eight permits took hundreds of megabytes.
 *
 * @module
 */
import * as Effect from "effect/Effect"

/** Runs effects, some of them at a time. */
export type Permits = <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** So many permits. */
export const make = (count: number): Effect.Effect<Permits> =>
  Effect.sync(() => {
    let free = count
    const waiting = new Set<() => void>()
    const release = Effect.sync(() => {
      const [next] = waiting
      if (next === undefined) free += 1
      else {
        waiting.delete(next)
        next()
      }
    })
    const take = Effect.async<void>((resume) => {
      const grant = () => resume(Effect.void)
      if (free > 0) {
        free -= 1
        grant()
      } else waiting.add(grant)
      // Interrupted in the moment in which it got one, it passes it on.
      return Effect.suspend(() => (waiting.delete(grant) ? Effect.void : release))
    })
    return (self) =>
      Effect.uninterruptibleMask((restore) => Effect.zipRight(restore(take), Effect.ensuring(restore(self), release)))
  })
