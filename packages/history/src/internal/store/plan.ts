/**
 * What a folder needs: the time that is missing or may still change.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type { StoreError } from "../../StoreError.js"
import * as Intervals from "./intervals.js"
import type { Manifest } from "./manifest.js"
import * as Partition from "./partition.js"
import { periodOf, type Source } from "./source.js"

/** What is to be complete in a folder. */
export interface Goal {
  /** Time whose rows are wanted. */
  readonly time: Intervals.Intervals
  /** Time that is asked for again though it is known. */
  readonly refresh: Intervals.Intervals
  /** The instant before which rows change no more. */
  readonly settled: number
}

/** What a folder needs. */
export interface Plan {
  readonly source: Source
  /** The manifest without the files that are lost or damaged. */
  readonly manifest: Manifest
  /** The files that are lost or damaged. */
  readonly damaged: Partition.Damaged
  /** Time to ask for. */
  readonly gaps: Intervals.Intervals
  /** Files that a process left when it was killed; none where others write. */
  readonly strays: ReadonlyArray<string>
}

/** Whether a period has some of a time. */
export const touches = (market: string, name: string, time: Intervals.Intervals): boolean => {
  const period = periodOf(market, name)
  return period !== undefined && Intervals.intersection([[period.from, period.to]], time).length > 0
}

/** What a folder needs that is not there. */
const ofNothing = (source: Source, goal: Goal): Plan => ({
  source,
  manifest: Partition.emptyManifest(source),
  damaged: {},
  gaps: source.gaps(goal.time, [], goal.settled),
  strays: [],
})

/** From how many folders on those above them are listed: a list of thousands costs more than a look at a few. */
const manyFolders = 100

/** The folders that are there beside those of many sources; without a folder's own among them, nothing is read of it. */
const foldersBeside = (place: Partition.Place, sources: ReadonlyArray<Source>) =>
  Effect.map(
    Effect.forEach(new Set(sources.map(above)), (name) =>
      Effect.map(place.within(name), (names) => [name, names] as const),
    ),
    (lists) => new Map(lists),
  )

/** The folder that holds a source's. */
const above = ({ folder }: Source) => folder.slice(0, -1).join("/")

/** Finds what folders need. Of many, those that are not there cost no look of their own. */
export const makeAll = (
  place: Partition.Place,
  sources: ReadonlyArray<Source>,
  goalOf: (source: Source) => Goal,
): Effect.Effect<ReadonlyArray<Plan>, StoreError> =>
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
 * Finds what a folder needs. Files of the wanted time that are lost or have another size are forgotten, so that they are asked for again; of those that will be
 * rewritten in part the digest is checked as well.
 */
export const make = (place: Partition.Place, source: Source, goal: Goal): Effect.Effect<Plan, StoreError> =>
  Effect.gen(function* () {
    const folder = Partition.folderOf(place, source)
    const found = yield* Partition.find(place, source)
    if (found.damaged !== undefined) {
      yield* Effect.logWarning(`${folder.path}: the manifest is damaged (${found.damaged}); its rows are fetched again`)
    }
    const gapsOf = (manifest: Manifest) =>
      source.gaps(goal.time, Intervals.difference(manifest.intervals, goal.refresh), goal.settled)
    const look = yield* Effect.cached(folder.list)
    const damagedOf = (manifest: Manifest, time: Intervals.Intervals, check: "size" | "digest") =>
      Effect.filter(
        Object.entries(manifest.files).filter(([name]) => touches(source.market, name, time)),
        ([, entry]) =>
          Effect.map(
            Effect.flatMap(look, (listing) => Partition.damageOf(place, listing, entry, check)),
            (problem) => problem !== undefined,
          ),
      ).pipe(
        Effect.map((files): Partition.Damaged => Object.fromEntries(files.map(([name, { file }]) => [name, file]))),
      )
    const lost = yield* damagedOf(found.manifest, goal.time, "size")
    const present = Partition.forget(found.manifest, lost)
    const changed = yield* damagedOf(present, gapsOf(present), "digest")
    const manifest = Partition.forget(present, changed)
    return {
      source,
      manifest,
      damaged: { ...lost, ...changed },
      gaps: gapsOf(manifest),
      // Where others write, a file without a name may be one that another is about to name.
      strays: place.isShared ? [] : Partition.strays(manifest.files, (yield* look).names),
    }
  })
