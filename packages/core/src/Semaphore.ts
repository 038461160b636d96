/**
 * A counting semaphore whose permits are released by a plain function.
 *
 * @module
 */
import * as Effect from "effect/Effect"

/** Makes a part of an uninterruptible region interruptible: the function that `Effect.uninterruptibleMask` passes to its callback. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

const nothing = () => {}

/** Time limit of a fiber's wait, and its error. */
export interface Late<E> {
  /** Alarm for the time limit. */
  readonly alarm: Alarm
  /** Time limit, in milliseconds of the alarm's clock. */
  readonly at: number
  /** Returns the failure of a fiber that waits too long. */
  readonly error: () => Effect.Effect<never, E>
}

/** Calls functions at given times. */
export interface Alarm {
  /** Calls the function at a time, in milliseconds of the clock. */
  readonly set: (ring: () => void, at: number) => void
  /** Cancels the call of the function. */
  readonly clear: (ring: () => void) => void
}

/**
 * Permits, granted in the order of the requests. A release wakes one fiber: the semaphore of Effect wakes all waiting ones, so its cost grows with their square,
 * and thousands of calls may wait.
 */
export class Semaphore {
  /** Functions that grant permits to the waiting fibers, in the order of the requests. */
  private readonly queue = new Set<() => void>()
  private permits: number
  constructor(private readonly total: number) {
    this.permits = total
  }

  /** Number of fibers ahead of a new one that has to wait: those with a permit, and those waiting. */
  get ahead(): number {
    return this.permits > 0 ? 0 : this.total + this.queue.size
  }

  /**
   * Takes a permit. Run it in an uninterruptible region, with the `restore` of that region, so that the caller can record the permit. Without a permit at the time
   * of `late`, it fails with the error of `late`.
   */
  take<E = never>(restore: Restore, late?: Late<E>): Effect.Effect<void, E> {
    return Effect.suspend(() => {
      if (this.permits > 0) {
        this.permits -= 1
        return Effect.void
      }
      let granted = false
      let grant = nothing
      let ring = nothing
      // `onInterrupt` and `ensuring` would take twice the memory while waiting.
      return Effect.catchAllCause(
        restore(
          Effect.async<void, E>((resume) => {
            grant = () => {
              granted = true
              late?.alarm.clear(ring)
              resume(Effect.void)
            }
            this.queue.add(grant)
            if (late === undefined) return
            ring = () => {
              if (this.queue.delete(grant)) resume(late.error())
            }
            late.alarm.set(ring, late.at)
          }),
        ),
        (cause) => {
          late?.alarm.clear(ring)
          if (granted) this.release()
          else this.queue.delete(grant)
          return Effect.failCause(cause)
        },
      )
    })
  }

  /** Grants all permits, also those that are requested later. */
  open(): void {
    this.permits = Number.POSITIVE_INFINITY
    for (const grant of this.queue) grant()
    this.queue.clear()
  }

  /** Releases a permit to the fiber that has waited longest. */
  release(): void {
    const [first] = this.queue
    if (first === undefined) this.permits += 1
    else {
      this.queue.delete(first)
      first()
    }
  }
}
