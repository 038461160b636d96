/**
 * The height of charts in a terminal.
 *
 * @module
 */

/** Minimum number of lines of a chart. */
export const leastHeight = 8

/** Default number of lines of a chart: one is left for the prompt, and a chart is not much higher than wide. */
export const heightOf = (columns: number, rows: number): number =>
  Math.max(Math.min(rows - 1, Math.ceil(columns / 2)), leastHeight)
