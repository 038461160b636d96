/**
 * Known activity of a ticker beside some time, from its stored rows.
 *
 * @module
 */
import { dayMillis } from "@candela/market/TimeZone"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { StoreError } from "../../../StoreError.js"
import type { Place } from "../commit/place.js"
import * as Absence from "./absence.js"
import * as Intervals from "../layout/intervals.js"
import type { Manifest } from "../layout/manifest.js"
import * as Partition from "../partition/partition.js"
import type { Source } from "../layout/source.js"
import * as Settled from "../layout/settled.js"

/** Lengths of time beside a gap that are searched for slots: those of days, of weeks and months, of longer windows. */
const reaches = [30, 400, 4000].map((days) => days * dayMillis)

/** Returns the nearest slots on one side. */
const nearest = (
  source: Source,
  of: (reach: number) => Intervals.Interval,
  choose: (slots: Intervals.Intervals) => Intervals.Intervals,
) => {
  let slots: Intervals.Intervals = []
  for (const reach of reaches) {
    slots = choose(source.slots(of(reach)))
    if (slots.length === Absence.around) break
  }
  return slots
}

/** Reads which slots have stored rows: only timestamps, of the files that overlap several of them. */
export const activeIn = (
  place: Place,
  source: Source,
  { files }: Manifest,
  slots: Intervals.Intervals,
): Effect.Effect<ReadonlyArray<boolean>, StoreError> =>
  Effect.gen(function* () {
    const watch = new Absence.Watch(slots)
    const time = Intervals.of(slots[0]?.[0] ?? 0, slots.at(-1)?.[1] ?? 0)
    for (const name of Object.keys(files).sort()) {
      const entry = files[name]!
      if (Intervals.intersection(time, [[entry.first, entry.last + 1]]).length === 0) continue
      if (slots.some(([from, to]) => from <= entry.first && entry.last < to)) {
        watch.add(1, () => entry.first)
        continue
      }
      yield* Stream.runForEach(Partition.read(place, source, entry, [source.timeColumn]), (piece) =>
        Effect.sync(() => watch.add(piece.length, source.instants(piece))),
      )
    }
    return watch.until(Infinity).active
  })

/**
 * Returns the known activity beside a gap. A slot is known if it has rows or is settled; one that
 * is doubtful itself says nothing. Slots beyond an unknown one are not used.
 */
export const of = (
  place: Place,
  source: Source,
  manifest: Manifest,
  [from, to]: Intervals.Interval,
): Effect.Effect<Absence.Beside, StoreError> =>
  Effect.gen(function* () {
    const doubtful = Settled.doubtfulTime(manifest)
    const isSure = (slot: Intervals.Interval) => Intervals.intersection([slot], doubtful).length === 0
    const isSettled = (slot: Intervals.Interval) => Intervals.difference([slot], manifest.intervals).length === 0
    const last = Math.max(
      ...Object.values(manifest.files).map(({ last }) => last),
      ...manifest.intervals.map(([, to]) => to),
    )
    const side = (slots: Intervals.Intervals, isAfter: boolean) =>
      Effect.map(activeIn(place, source, manifest, slots), (active) => {
        const known = slots.map((slot, index) => (active[index]! ? true : isSettled(slot) ? false : undefined))
        const ordered = isAfter ? known : known.toReversed()
        const end = ordered.indexOf(undefined)
        const near = (end === -1 ? ordered : ordered.slice(0, end)) as ReadonlyArray<boolean>
        return isAfter ? near : near.toReversed()
      })
    const before = nearest(
      source,
      (reach) => [from - reach, from],
      (slots) => slots.filter(isSure).slice(-Absence.around),
    )
    const after = nearest(
      source,
      (reach) => [to, Math.min(to + reach, Math.max(to, last + dayMillis))],
      (slots) => slots.filter(isSure).slice(0, Absence.around),
    )
    return { before: yield* side(before, false), after: yield* side(after, true) }
  })

/** Returns the slots that have stored rows. */
export const storedIn = (place: Place, source: Source, manifest: Manifest, slots: Intervals.Intervals) => {
  const time = slots.length === 0 ? [] : Intervals.of(slots[0]![0], slots.at(-1)![1])
  const hasSome = Object.values(manifest.files).some(
    ({ first, last }) => Intervals.intersection(time, [[first, last + 1]]).length > 0,
  )
  return hasSome
    ? Effect.map(activeIn(place, source, manifest, slots), (active) => slots.filter((_, index) => active[index]))
    : Effect.succeed(Intervals.empty)
}

/**
 * Returns the doubtful time of earlier syncs that is as usual by the rows that are known now: after
 * its last row a ticker is judged by one side alone. So parts of a history that are fetched one
 * after another become the same store as all of it at once.
 */
export const noMoreDoubtful = (place: Place, source: Source, manifest: Manifest, time: Intervals.Intervals) =>
  Effect.map(
    Effect.forEach(time, (part) =>
      Effect.gen(function* () {
        const slots = source.slots(part)
        if (slots.length === 0) return []
        const beside = yield* of(place, source, manifest, part)
        if (!beside.after.includes(true)) return []
        const runs = Absence.runs({ slots, active: slots.map(() => false) }, beside)
        return runs.filter(({ isDoubtful }) => !isDoubtful).map(({ time }) => time)
      }),
    ),
    (parts) => parts.flat(),
  )
