/**
 * Time of a sync: the earlier of this machine's clock and the service's, so that a clock that is
 * ahead settles nothing that the service cannot know yet.
 *
 * @module
 */
import { MarketData } from "@candela/core/MarketData"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Time of a sync. */
export interface Present {
  /** Time of this machine when the sync began. */
  readonly clock: number
  /**
   * Reads the service's clock. Called after a response of this sync: an earlier one may be from
   * before the machine slept.
   */
  readonly listen: Effect.Effect<void>
  /**
   * Returns by how much this machine's clock is ahead of the service's, in milliseconds;
   * `undefined` as long as the service has not told its time.
   */
  readonly ahead: () => number | undefined
  /** Returns the earlier of the two times when the sync began. Before the first response, that of this machine. */
  readonly now: () => number
  /** Returns the service's time when the sync began; this machine's, as long as it is not told. */
  readonly told: () => number
}

/** Reads this machine's clock. The difference of the two is taken once, so that all of a sync has one time. */
export const make: Effect.Effect<Present, never, MarketData> = Effect.gen(function* () {
  const { serviceTime } = yield* MarketData
  const clock = yield* Clock.currentTimeMillis
  let ahead: number | undefined
  return {
    clock,
    listen: Effect.suspend(() =>
      ahead !== undefined
        ? Effect.void
        : Effect.zipWith(serviceTime, Clock.currentTimeMillis, (service, now) => {
            ahead = service === undefined ? undefined : now - service
          }),
    ),
    ahead: () => ahead,
    // protects: Nothing settles later than the service's clock allows.
    // mutant: "by a month loses no row": max → min
    now: () => clock - Math.max(0, ahead ?? 0),
    told: () => clock - (ahead ?? 0),
  }
})
