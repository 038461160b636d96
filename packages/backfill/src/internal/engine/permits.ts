/**
 * Permits granted first come, first served, each to a single waiter. `Effect.makeSemaphore` wakes all waiters whenever a permit is free, and each that is too late waits again with one more
 * frame on its stack: three hundred batches waiting for eight permits took hundreds of megabytes.
 *
 * @module
 */
import * as Effect from "effect/Effect"

/** Runs effects with limited concurrency. */
export type Permits = <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Makes a number of permits. */
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
      // If interrupted at the moment of the grant, the permit is passed on.
      return Effect.suspend(() => (waiting.delete(grant) ? Effect.void : release))
    })
    return (self) =>
      Effect.uninterruptibleMask((restore) => Effect.zipRight(restore(take), Effect.ensuring(restore(self), release)))
  })
