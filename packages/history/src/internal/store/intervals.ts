/**
 * Sets of time, as lists of intervals that ascend and neither overlap nor touch. An interval is `[from, to)` in epoch milliseconds: `to` does not belong to it.
 *
 * @module
 */

/** A span of time, `[from, to)` in epoch milliseconds. */
export type Interval = readonly [from: number, to: number]

/** A set of time: intervals in ascending order with a gap between any two. */
export type Intervals = ReadonlyArray<Interval>

/** No time. */
export const empty: Intervals = []

/** The set of one interval; of no time if it ends before it begins. */
export const of = (from: number, to: number): Intervals => (from < to ? [[from, to]] : empty)

/** The time that belongs to either of two sets. */
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

/** The time that belongs to both sets. */
export const intersection = (self: Intervals, that: Intervals): Intervals =>
  self.flatMap(([from, to]) =>
    that.flatMap(([first, last]): Intervals => of(Math.max(from, first), Math.min(to, last))),
  )

/** The time of a set that does not belong to another. */
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

/** Whether a list is such a set: each interval has time in it and begins after the one before has ended. */
export const isValid = (intervals: ReadonlyArray<Interval>): boolean =>
  intervals.every(([from, to], index) => from < to && (index === 0 || intervals[index - 1]![1] < from))
