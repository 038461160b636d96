/**
 * What the script of a chart's page reads from the page: JSON in the element `data`.
 *
 * @module
 */

import type { Notation } from "../Numbers.js"

/** A chart as its page holds it, in columns. */
export interface Data {
  /** When windows begin by the clocks of the zone, in seconds as if it were UTC. */
  readonly time: ReadonlyArray<number>
  readonly open: ReadonlyArray<number>
  readonly high: ReadonlyArray<number>
  readonly low: ReadonlyArray<number>
  readonly close: ReadonlyArray<number>
  readonly volume: ReadonlyArray<number>
  /** The last close before the range, or its first open. */
  readonly base: number
  /** How prices are written. */
  readonly notation: Notation
  /** Whether the time of day matters: `minutes` or `seconds`. */
  readonly clock: "none" | "minutes" | "seconds"
}

/** The identifier of the element. */
export const id = "data"
