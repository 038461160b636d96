/**
 * Window sizes of aggregate bars.
 *
 * @module
 */

/**
 * All timespans, from the shortest to the longest.
 */
export const timespans = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"] as const

/**
 * Unit of a bar's window, multiplied by `multiplier`.
 */
export type Timespan = (typeof timespans)[number]
