/**
 * Data of a chart's page for its script: JSON in the element `data`.
 *
 * @module
 */

import type { Notation } from "../Numbers.js"

/** Chart in columns, as stored in its page. */
export interface Data {
  /** Starts of the windows in local time of the zone, in seconds as if it were UTC. */
  readonly time: ReadonlyArray<number>
  readonly open: ReadonlyArray<number>
  readonly high: ReadonlyArray<number>
  readonly low: ReadonlyArray<number>
  readonly close: ReadonlyArray<number>
  readonly volume: ReadonlyArray<number>
  /** Last close before the range, or its first open. */
  readonly base: number
  /** Notation of prices. */
  readonly notation: Notation
  /** Precision of the time of day: `minutes` or `seconds`; `none` when it does not matter. */
  readonly clock: "none" | "minutes" | "seconds"
}

/** Identifier of the element. */
export const id = "data"
