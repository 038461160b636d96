/**
 * A counting semaphore whose permits are released by a plain function.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"

/** Makes a part of an uninterruptible region interruptible: the function that `Effect.uninterruptibleMask` passes to its callback. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * A number of permits, granted in the order of the requests. No permit is lost when a fiber is interrupted in the moment in which it gets one, which can happen
 * with the semaphore of Effect.
 */
export class Semaphore {
  /** For each waiting fiber the function that grants it a permit, in the order of the requests. */
  protected readonly waiting = new Set<() => void>()
  constructor(
    /** How many permits are free. */
    protected permits: number,
  ) {}

  /**
   * Takes a permit. Run it in an uninterruptible region, with the `restore` of that region, so that the caller can record the permit. It fails when `late` fails
   * before there is a permit.
   */
  take<E = never>(restore: Restore, late?: Effect.Effect<never, E>): Effect.Effect<void, E> {
    return Effect.suspend(() => {
      if (this.permits > 0) {
        this.permits -= 1
        return Effect.void
      }
      let granted = false
      let grant = () => {}
      let alarm: Fiber.RuntimeFiber<never, E> | undefined
      const silence = () => alarm?.unsafeInterruptAsFork(FiberId.none)
      // An `onInterrupt` and an `ensuring` would hold twice the memory while it waits.
      const permit = Effect.catchAllCause(
        restore(
          Effect.async<void, E>((resume) => {
            grant = () => {
              granted = true
              silence()
              resume(Effect.void)
            }
            this.waiting.add(grant)
            alarm?.addObserver((exit) => {
              if (this.waiting.delete(grant)) resume(exit)
            })
          }),
        ),
        (cause) => {
          silence()
          if (granted) this.release()
          else this.waiting.delete(grant)
          return Effect.failCause(cause)
        },
      )
      return late === undefined
        ? permit
        : Effect.flatMap(Effect.fork(Effect.interruptible(late)), (fiber) => {
            alarm = fiber
            return permit
          })
    })
  }

  /** Grants all permits, also those that are requested later. */
  open(): void {
    this.permits = Number.POSITIVE_INFINITY
    for (const grant of this.waiting) grant()
    this.waiting.clear()
  }

  /** Releases a permit: it goes to the fiber that has waited longest. */
  release(): void {
    const [first] = this.waiting
    if (first === undefined) this.permits += 1
    else {
      this.waiting.delete(first)
      first()
    }
  }
}
