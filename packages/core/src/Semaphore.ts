/**
 * A counting semaphore whose permits can be given back by a plain function.
 *
 * @module
 */
import * as Effect from "effect/Effect"

/** Makes the waiting part of an uninterruptible region interruptible, as `Effect.uninterruptibleMask` hands it out. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * A number of permits, given to those who wait in the order in which they came. No permit is lost when a fiber is interrupted at the moment at which it gets
 * one, as can happen with the semaphore of Effect.
 */
export class Semaphore {
  /** What grants a permit to each who waits, the longest first. */
  protected readonly waiting = new Set<() => void>()
  constructor(
    /** How many permits are free. */
    protected permits: number,
  ) {}

  /** Takes a permit. It is to be run in an uninterruptible region, with the `restore` of that region, so that the caller can record the permit. */
  take(restore: Restore): Effect.Effect<void> {
    return Effect.suspend(() => {
      if (this.permits > 0) {
        this.permits -= 1
        return Effect.void
      }
      let granted = false
      let grant = () => {}
      return restore(
        Effect.async<void>((resume) => {
          grant = () => {
            granted = true
            resume(Effect.void)
          }
          this.waiting.add(grant)
        }),
      ).pipe(
        Effect.onInterrupt(() =>
          Effect.sync(() => {
            if (granted) this.release()
            else this.waiting.delete(grant)
          }),
        ),
      )
    })
  }

  /** Gives a permit back: to the one who has waited longest. */
  release(): void {
    const [first] = this.waiting
    if (first === undefined) this.permits += 1
    else {
      this.waiting.delete(first)
      first()
    }
  }
}
