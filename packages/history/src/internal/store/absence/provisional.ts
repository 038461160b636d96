/**
 * Absence that a second answer must confirm, as a manifest records it.
 *
 * @module
 */
import { dateOf, dayMillis } from "@candela/market/TimeZone"
import * as Intervals from "../layout/intervals.js"
import type { Manifest, Provisional } from "../layout/manifest.js"
import { type Source, zoneOf } from "../layout/source.js"
import type * as Store from "../model/store.js"

/** Least time between two answers without rows that settle their absence: a day. */
const agreement = dayMillis

/** Returns the doubtful time of a manifest that an answer without rows confirms now. */
export const confirmed = ({ provisional = [] }: Manifest, now: number): Intervals.Intervals =>
  Intervals.union(
    [],
    // protects: A second answer settles an absence only a day after the first one.
    // mutant: "stays doubtful until a second answer, a day later, agrees": without + agreement
    provisional.flatMap(([from, to, since]) => (since + agreement <= now ? [[from, to] as const] : [])),
  )

/** Returns the instant of the first answer without rows for some time; `undefined` without one. */
export const sinceOf = ({ provisional = [] }: Manifest, [from, to]: Intervals.Interval): number | undefined =>
  provisional.find(([start, end]) => start <= from && to <= end)?.[2]

/** Whether an answer without rows confirms an earlier one now. */
export const confirmedIn = (manifest: Manifest, time: Intervals.Interval, now: number): boolean =>
  Intervals.difference([time], confirmed(manifest, now)).length === 0

/** Whether an empty list confirms the one before. */
export const isConfirmed = (manifest: Manifest, now: number): boolean => confirmed(manifest, now).length > 0

/**
 * Returns the instant of the first answer without rows for some time, of which there is one now by the
 * service's clock. An earlier answer keeps its own, unless that lies in the future: then the clock was ahead.
 */
// protects: A first answer without rows is dated by the service's clock, and never in the future.
// mutant: "makes no doubt wait for it": Math.min(sinceOf(manifest, time) ?? told, told) → sinceOf(manifest, time) ??
// told
export const firstOf = (manifest: Manifest, time: Intervals.Interval, told: number): number =>
  Math.min(sinceOf(manifest, time) ?? told, told)

/** Returns what to record of doubtful time. */
export const provisionalOf = (
  source: Source,
  manifest: Manifest,
  doubtful: Intervals.Intervals,
  told: number,
): ReadonlyArray<Provisional> => {
  const found: Array<Provisional> = []
  for (const time of doubtful) {
    const slots = source.slots(time)
    for (const [from, to] of slots.length === 0 ? [time] : slots) {
      const since = firstOf(manifest, [from, to], told)
      const last = found.at(-1)
      if (last !== undefined && last[2] === since && last[0] >= time[0]) found[found.length - 1] = [last[0], to, since]
      else found.push([from, to, since])
    }
  }
  return found
}

/** Describes the doubtful time of a manifest. */
export const doubtfulOf = (source: Source, { provisional = [] }: Manifest): ReadonlyArray<Store.Doubtful> =>
  provisional.map(([from, to, since]) => ({
    dataset: source.dataset,
    ticker: source.ticker!,
    days: source.slots([from, to]).map(([start]) => dateOf(zoneOf(source.market), start)),
    since,
  }))

/** Joins doubtful gaps with no slot between them, such as those of two weeks, into one request. */
export const joined = (
  source: Source,
  gaps: Intervals.Intervals,
  doubtful: Intervals.Intervals,
): Intervals.Intervals => {
  if (doubtful.length === 0) return gaps
  return gaps.reduce<ReadonlyArray<Intervals.Interval>>((joined, gap) => {
    const last = joined.at(-1)
    const isNear = last !== undefined && source.slots([last[1], gap[0]]).length === 0
    const isDoubtful = isNear && Intervals.intersection([last, gap], doubtful).length > 1
    return isDoubtful ? [...joined.slice(0, -1), [last[0], gap[1]]] : [...joined, gap]
  }, [])
}
