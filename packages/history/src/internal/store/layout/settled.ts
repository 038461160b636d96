/**
 * What a manifest says of time: settled, or doubtful.
 *
 * @module
 */
import * as Intervals from "./intervals.js"
import type * as Manifest from "./manifest.js"

const timeOf = (provisional: ReadonlyArray<Manifest.Provisional>): Intervals.Intervals =>
  Intervals.union(
    [],
    provisional.map(([from, to]) => [from, to] as const),
  )

/** Sets the time whose absence is doubtful. */
const withProvisional = (
  self: Manifest.Manifest,
  provisional: ReadonlyArray<Manifest.Provisional>,
): Manifest.Manifest => ({ ...self, provisional: provisional.length === 0 ? undefined : provisional })

/** Returns what is doubtful of a manifest, outside of some time. */
const provisionalOutside = ({ provisional = [] }: Manifest.Manifest, time: Intervals.Intervals) =>
  provisional.flatMap(([from, to, since]) =>
    Intervals.difference([[from, to]], time).map(([from, to]): Manifest.Provisional => [from, to, since]),
  )

/** Adds time that needs no further requests, and for lists the day of the request. */
export const settle = (
  self: Manifest.Manifest,
  time: Intervals.Intervals,
  asked: Manifest.Asked = self,
): Manifest.Manifest => {
  const isNew = Intervals.difference(time, self.intervals).length > 0
  const { askedOn, knownAt } = asked
  // A list is known as a whole.
  const left = knownAt === undefined ? provisionalOutside(self, time) : []
  const isDoubted = Intervals.difference(doubtfulTime(self), timeOf(left)).length > 0
  if (!isNew && !isDoubted && isAskedAs(self, asked)) return self
  return {
    ...withProvisional(self, left),
    intervals: Intervals.union(self.intervals, time),
    ...(knownAt === undefined ? {} : { knownAt, askedOn }),
  }
}

/** Whether a list was last asked for on these days. */
export const isAskedAs = (self: Manifest.Manifest, { askedOn, knownAt }: Manifest.Asked): boolean =>
  self.knownAt === knownAt && self.askedOn === askedOn

/** Returns the time of a manifest whose absence is doubtful. */
export const doubtfulTime = ({ provisional = [] }: Manifest.Manifest): Intervals.Intervals => timeOf(provisional)

/**
 * Records time whose absence is doubtful. It is not settled, but for `stored` time: that has rows
 * which the service does not give any more.
 */
export const doubt = (
  self: Manifest.Manifest,
  found: ReadonlyArray<Manifest.Provisional>,
  stored: Intervals.Intervals,
): Manifest.Manifest => {
  if (found.length === 0) return self
  const all = [...provisionalOutside(self, timeOf(found)), ...found].sort(([one], [other]) => one - other)
  const intervals = Intervals.difference(self.intervals, Intervals.difference(timeOf(found), stored))
  return { ...withProvisional(self, all), intervals }
}

/** Removes settled time after an instant. */
export const cut = (self: Manifest.Manifest, end: number): Manifest.Manifest => {
  const intervals = Intervals.intersection(self.intervals, [[-Infinity, end]])
  return Intervals.difference(self.intervals, intervals).length === 0 ? self : { ...self, intervals }
}
