/**
 * A counting semaphore whose permits are released by a plain function.
 *
 * @module
 */
import * as Effect from "effect/Effect"

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

  /** Takes a permit. Run it in an uninterruptible region, with the `restore` of that region, so that the caller can record the permit. */
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
