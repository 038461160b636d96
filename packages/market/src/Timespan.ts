/**
 * The sizes of window that aggregate bars come in.
 *
 * @module
 */

/**
 * All timespans, from the shortest to the longest.
 */
export const timespans = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"] as const

/**
 * The size of a bar's window, to be taken `multiplier` times.
 */
export type Timespan = (typeof timespans)[number]
