/**
 * A counting semaphore whose permits are released by a plain function.
 *
 * @module
 */
import * as Effect from "effect/Effect"

/**
 * Makes a part of an uninterruptible region interruptible: the function that
 * `Effect.uninterruptibleMask` passes to its callback.
 */
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

/** The permit of one holder, who has it once or not at all. */
export interface Permit {
  /** Takes the permit like {@link Semaphore.take}, unless the holder has it. */
  readonly take: <E = never>(restore: Restore, late?: Late<E>) => Effect.Effect<void, E>
  /** Releases the permit, if the holder has it. */
  readonly release: () => void
}

/**
 * Permits, granted in the order of the requests. A release wakes one fiber: the semaphore of Effect
 * wakes all waiting ones, so its cost grows with their square, and thousands of calls may wait.
 */
export class Semaphore {
  /** Functions that grant permits to the waiting fibers, in the order of the requests. */
  private readonly queue = new Set<() => void>()
  private taken = 0
  constructor(private total: number) {}

  /** Number of fibers that wait for a permit. */
  get waiting(): number {
    return this.queue.size
  }

  /** Number of fibers ahead of a new one that has to wait: those with a permit, and those waiting. */
  get ahead(): number {
    return this.taken < this.total ? 0 : this.taken + this.queue.size
  }

  /**
   * Takes a permit. Run it in an uninterruptible region, with the `restore` of that region, so that the
   * caller can record the permit. Without a permit at the time of `late`, it fails with the error of `late`.
   */
  take<E = never>(restore: Restore, late?: Late<E>): Effect.Effect<void, E> {
    return Effect.suspend(() => {
      if (this.taken < this.total) {
        this.taken += 1
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
              // protects: A call whose deadline passes while it waits for its turn fails then.
              // mutant: "give up when their deadline passes": removed
              if (this.queue.delete(grant)) resume(late.error())
            }
            late.alarm.set(ring, late.at)
          }),
        ),
        (cause) => {
          late?.alarm.clear(ring)
          // protects: A permit that is given in the moment of an interruption goes to the next that waits.
          // mutant: "none is lost by an interruption at any moment": release( → queue.delete(grant
          if (granted) this.release()
          else this.queue.delete(grant)
          return Effect.failCause(cause)
        },
      )
    })
  }

  /** Changes the number of permits. Those granted above it are not withdrawn. */
  resize(total: number): void {
    this.total = total
    this.grant()
  }

  /** Releases a permit to the fiber that has waited longest. */
  release(): void {
    this.taken -= 1
    this.grant()
  }

  private grant(): void {
    for (const grant of this.queue) {
      if (this.taken >= this.total) return
      this.queue.delete(grant)
      this.taken += 1
      grant()
    }
  }
}

/** Returns a permit of a semaphore for one holder. */
export const permitOf = (semaphore: Pick<Semaphore, "take" | "release">): Permit => {
  let isHeld = false
  return {
    take: (restore, late) =>
      Effect.suspend(() =>
        isHeld ? Effect.void : Effect.map(semaphore.take(restore, late), () => void (isHeld = true)),
      ),
    release: () => {
      if (isHeld) semaphore.release()
      isHeld = false
    },
  }
}
