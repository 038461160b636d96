/**
 * Sets of time, as lists of ascending intervals that neither overlap nor touch. An interval is
 * `[from, to)` in epoch milliseconds: `to` is excluded.
 *
 * @module
 */

/** Time interval, `[from, to)` in epoch milliseconds. */
export type Interval = readonly [from: number, to: number]

/** Set of time: intervals in ascending order with a gap between any two. */
export type Intervals = ReadonlyArray<Interval>

/** Empty set. */
export const empty: Intervals = []

/** Set of one interval; empty unless it begins before it ends. */
export const of = (from: number, to: number): Intervals => (from < to ? [[from, to]] : empty)

/** Union of two sets. */
export const union = (self: Intervals, that: Intervals): Intervals => {
  const sorted = [...self, ...that].sort(([a], [b]) => a - b)
  const joined: Array<Interval> = []
  for (const [from, to] of sorted) {
    const last = joined.at(-1)
    if (last !== undefined && from <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)]
    else joined.push([from, to])
  }
  return joined
}

/** Intersection of two sets. */
export const intersection = (self: Intervals, that: Intervals): Intervals =>
  self.flatMap(([from, to]) =>
    that.flatMap(([first, last]): Intervals => of(Math.max(from, first), Math.min(to, last))),
  )

/** Time of a set that is not in another. */
export const difference = (self: Intervals, that: Intervals): Intervals =>
  self.flatMap(([from, to]) => {
    const left: Array<Interval> = []
    let begin = from
    for (const [first, last] of that) {
      if (last <= begin) continue
      if (first >= to) break
      left.push(...of(begin, first))
      begin = last
    }
    left.push(...of(begin, to))
    return left
  })

/** Whether a list is a valid set: no interval is empty, and each begins after the end of the previous one. */
export const isValid = (intervals: ReadonlyArray<Interval>): boolean =>
  intervals.every(([from, to], index) => from < to && (index === 0 || intervals[index - 1]![1] < from))
