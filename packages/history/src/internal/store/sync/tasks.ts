/**
 * Task of a sync in each folder: the time that is missing or may still change.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type { StoreError } from "../../../StoreError.js"
import type { Metadata, Place } from "../commit/place.js"
import * as Intervals from "../layout/intervals.js"
import * as Manifests from "../layout/manifest.js"
import type { Manifest } from "../layout/manifest.js"
import * as Partition from "../partition/partition.js"
import * as Provisional from "../absence/provisional.js"
import { always, periodOf, type Source } from "../layout/source.js"
import type * as Store from "../model/store.js"
import * as Settled from "../layout/settled.js"
import * as Damage from "../partition/damage.js"

/** Time to complete in a folder. */
export interface Goal {
  /** Wanted time. */
  readonly time: Intervals.Intervals
  /** Known time that is requested again. */
  readonly refresh: Intervals.Intervals
  /** Instant before which rows no longer change. */
  readonly settled: number
  /** Instant after which nothing is settled: the present. */
  readonly now: number
  /**
   * Day (`yyyy-mm-dd`, in the market's zone, by this machine's clock) on which lists must have been
   * asked for. Without it, those of earlier days count as known.
   */
  readonly listsOf: string | undefined
}

/** What a sync has to do in a folder. */
export interface Task {
  readonly source: Source
  /** Manifest without lost or damaged files. */
  readonly manifest: Manifest
  /** Lost or damaged files, which the sync takes out of the manifest. */
  readonly damaged: Damage.Damaged
  /** The same, and a damaged manifest, with their problems. */
  readonly damages: ReadonlyArray<Store.Damage>
  /** Wanted time of the folder. */
  readonly wanted: Intervals.Intervals
  /** Time to request. */
  readonly gaps: Intervals.Intervals
  /** Whether the manifest has the name of older stores. */
  readonly isOld: boolean
  /** Settled time that lay in the future, and was removed from the manifest: a clock was ahead when it was settled. */
  readonly future: Intervals.Intervals
  /** Files left by killed processes; none if others may write. */
  readonly strays: ReadonlyArray<string>
}

/** Whether a sync leaves a folder as it is. A sync that runs daily leaves most of them so. */
export const isIdle = ({ damages, gaps, isOld, strays }: Task): boolean =>
  gaps.length === 0 && damages.length === 0 && strays.length === 0 && !isOld

/** Whether a period overlaps some time. */
export const touches = (market: string, name: string, time: Intervals.Intervals): boolean => {
  const period = periodOf(market, name)
  return period !== undefined && Intervals.intersection([[period.from, period.to]], time).length > 0
}

/** Task of a folder that does not exist. */
const ofNothing = (source: Source, goal: Goal): Task => ({
  source,
  manifest: Partition.emptyManifest(source),
  damaged: {},
  damages: [],
  isOld: false,
  wanted: goal.time,
  gaps: source.gaps(goal.time, [], goal.settled),
  future: [],
  strays: [],
})

/**
 * Number of folders from which their parents are listed: a list of thousands costs more than checking a few folders.
 */
const manyFolders = 100

/**
 * Lists the existing folders in the parents of many sources' folders; nothing is read of a source
 * whose folder is not among them.
 */
const foldersBeside = (place: Place, sources: ReadonlyArray<Source>) =>
  Effect.map(
    Effect.forEach(new Set(sources.map(above)), (name) =>
      Effect.map(place.within(name), (names) => [name, names] as const),
    ),
    (lists) => new Map(lists),
  )

/** Returns the parent of a source's folder. */
const above = ({ folder }: Source) => folder.slice(0, -1).join("/")

/** Makes the tasks of a sync. Among many, absent ones are not read individually. */
export const makeAll = (
  place: Place,
  sources: ReadonlyArray<Source>,
  goalOf: (source: Source) => Goal,
): Effect.Effect<ReadonlyArray<Task>, StoreError> =>
  Effect.gen(function* () {
    const lists = sources.length < manyFolders ? undefined : yield* foldersBeside(place, sources)
    const isAbsent = (source: Source) => lists?.get(above(source))?.has(source.folder.at(-1)!) === false
    return yield* Effect.forEach(
      sources,
      (source) =>
        isAbsent(source) ? Effect.succeed(ofNothing(source, goalOf(source))) : make(place, source, goalOf(source)),
      { concurrency: 8 },
    )
  })

/**
 * Makes the task of a sync in a folder. Files of the wanted time that are lost or have another size are dropped,
 * so that they are requested again; for those that will be partly rewritten the digest is checked as well.
 */
export const make = (place: Place, source: Source, goal: Goal): Effect.Effect<Task, StoreError> =>
  Effect.gen(function* () {
    const folder = Partition.folderOf(place, source)
    const found = yield* Partition.find(place, source)
    if (found.damaged !== undefined) {
      yield* Effect.logWarning(`${folder.path}: the manifest is damaged (${found.damaged}); its rows are fetched again`)
    }
    const future = Intervals.intersection(found.manifest.intervals, [[goal.now, Infinity]])
    const sound = future.length === 0 ? found.manifest : Settled.cut(found.manifest, goal.settled)
    const gapsOf = (manifest: Manifest) => {
      const doubtful = Settled.doubtfulTime(manifest)
      // protects: What has settled is not asked for again.
      // mutant: "a second one of a settled range sends nothing": difference(manifest.intervals, doubtful) → empty
      const known = Intervals.difference(Intervals.difference(manifest.intervals, doubtful), goal.refresh)
      const gaps = Provisional.joined(source, source.gaps(goal.time, known, goal.settled), doubtful)
      // protects: Lists are asked for once a day, also where this machine's clock is on another day than the service's.
      // mutant: "sends nothing for a settled range that is synced again on the same day": (manifest.askedOn ??
      // manifest.knownAt) → manifest.knownAt
      const isStale =
        source.requestOfMany !== undefined &&
        goal.listsOf !== undefined &&
        (manifest.askedOn ?? manifest.knownAt) !== goal.listsOf
      // protects: Splits and dividends are asked for again once a day.
      // mutant: "are asked for whole once a day": > 0 → < 0
      return gaps.length === 0 && isStale && goal.time.length > 0 ? [always] : gaps
    }
    let metadata: Metadata | undefined
    const damagesOf = (manifest: Manifest, time: Intervals.Intervals, check: "size" | "digest") =>
      Effect.gen(function* () {
        const damages: Array<Store.Damage> = []
        const files = Object.entries(manifest.files).filter(([name]) => touches(source.market, name, time))
        if (files.length === 0) return damages
        metadata ??= yield* folder.metadata
        for (const [period, entry] of files) {
          const problem = yield* Damage.of(place, metadata, entry, check)
          if (problem !== undefined) damages.push({ folder: folder.name, file: entry.file, period, problem })
        }
        return damages
      })
    const lost = yield* damagesOf(sound, goal.time, "size")
    const present = lost.length === 0 ? sound : Damage.forget(sound, Damage.damagedOf(lost))
    const before = gapsOf(present)
    // protects: Rows of a damaged file do not become those of a new one.
    // mutant: "is not added to when it is damaged": "digest" → "size"
    const changed = before.length === 0 ? [] : yield* damagesOf(present, before, "digest")
    const manifest = changed.length === 0 ? present : Damage.forget(present, Damage.damagedOf(changed))
    const unreadable: ReadonlyArray<Store.Damage> =
      found.damaged === undefined
        ? []
        : [
            {
              folder: folder.name,
              file: found.isOld ? Manifests.oldName : Manifests.fileName,
              period: undefined,
              problem: "manifest",
            },
          ]
    // protects: A sync names the damage that it finds.
    // mutant: "names the files in its summary": without ...unreadable, ...lost, ...changed
    const damages = [...unreadable, ...lost, ...changed]
    const gaps = manifest === present ? before : gapsOf(manifest)
    // With other writers, an unlisted file may be about to be listed. Where nothing changes,
    // `Unfinished` removes strays.
    const isChanged = gaps.length > 0 || damages.length > 0 || found.isOld
    return {
      source,
      manifest,
      damaged: Damage.damagedOf([...lost, ...changed]),
      damages,
      wanted: goal.time,
      gaps,
      isOld: found.isOld,
      future,
      strays: place.isShared || !isChanged ? [] : Partition.strays(manifest, (yield* folder.list).names),
    }
  })
