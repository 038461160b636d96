/**
 * Slow start after a 429. If all waiting calls were sent at the end of its pause, the service would refuse most of them again, and the network would decide which: a call
 * without luck would use up its retries. So after a 429 one call at a time is sent, in the order in which they came, and one more after each that succeeds. A refused call
 * keeps its place until it ends, so that it is sent first.
 */
import * as Effect from "effect/Effect"

/** Place of a call. */
export interface Place {
  /** Waits for the place, unless the call has it already. */
  readonly take: Effect.Effect<void>
  /** Gives the place back, if the call has it. */
  readonly leave: () => void
}

/** Number of calls at a time from which there is no bound. */
const wide = 16

/** Calls of a layer that may be sent at a time. */
export class SlowStart {
  private readonly queue = new Set<() => void>()
  private width = Infinity
  private taken = 0

  /** Whether calls wait for others. */
  get isHolding(): boolean {
    return this.queue.size > 0
  }

  /** After a 429. */
  refused(): void {
    this.width = 1
  }

  /** After a success. */
  succeeded(): void {
    this.width = this.width < wide ? this.width + 1 : Infinity
    this.admit()
  }

  /** Makes the place of a call. */
  place(): Place {
    let isTaken = false
    const leave = () => {
      if (!isTaken) return
      isTaken = false
      this.taken -= 1
      this.admit()
    }
    const take = Effect.suspend(() => {
      if (isTaken) return Effect.void
      if (this.taken < this.width) {
        isTaken = true
        this.taken += 1
        return Effect.void
      }
      return Effect.async<void>((resume) => {
        const admit = () => {
          isTaken = true
          resume(Effect.void)
        }
        this.queue.add(admit)
        return Effect.sync(() => void this.queue.delete(admit))
      })
    })
    return { take, leave }
  }

  private admit(): void {
    for (const admit of this.queue) {
      if (this.taken >= this.width) return
      this.queue.delete(admit)
      this.taken += 1
      admit()
    }
  }
}
