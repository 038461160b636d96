/**
 * Permits of a runner, granted first come, first served. `Effect.makeSemaphore` wakes all waiters
 * whenever a permit is free, and each that is too late waits again with one more frame on its
 * stack: three hundred batches waiting for eight permits took hundreds of megabytes.
 *
 * @module
 */
import { Semaphore } from "@candela/core/internal/Semaphore"
import * as Effect from "effect/Effect"

/** Runs effects with limited concurrency. */
export type Permits = <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Makes a number of permits. */
export const make = (count: number): Permits => {
  const semaphore = new Semaphore(count)
  const release = Effect.sync(() => semaphore.release())
  return (self) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.zipRight(semaphore.take(restore), Effect.ensuring(restore(self), release)),
    )
}
