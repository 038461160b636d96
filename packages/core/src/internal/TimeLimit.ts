/**
 * Time limits that also hold where nothing can be interrupted: in a finalizer, in
 * `Effect.uninterruptible`, in the acquisition of a resource.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

/**
 * Enforces the time limit of a race such as `Effect.timeout` everywhere. A race waits until its loser has
 * been interrupted, and its fibers inherit the uninterruptible region of the caller: in such a region the
 * limit would never end anything. There the race runs in an interruptible fiber of its own. It is not a child
 * of the caller, because an interruption reaches all children, also those of an uninterruptible region.
 */
// protects: A call in a region that cannot be interrupted is not interrupted with its caller.
// mutant: "a caller that is interrupted is answered all the same": forkDaemon → fork
export const enforced = <A, E, R>(race: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.checkInterruptible((isInterruptible) =>
    isInterruptible ? race : Effect.flatMap(Effect.forkDaemon(Effect.interruptible(race)), Fiber.join),
  )
