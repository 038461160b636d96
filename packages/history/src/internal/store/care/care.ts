/**
 * Maintenance of a store: checking its files, and removing unneeded ones.
 *
 * @module
 */
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Store from "../model/store.js"
import type { StoreError } from "../../../StoreError.js"
import * as Intervals from "../layout/intervals.js"
import * as Manifest from "../layout/manifest.js"
import * as Partition from "../partition/partition.js"
import { type Folder, type FolderListing, manifestOf, type Place } from "../commit/place.js"
import { isHistory, periodOf, type Source } from "../layout/source.js"
import * as Damage from "../partition/damage.js"

/** Lists the folders of sources. */
const foldersOf = (place: Place, sources: ReadonlyArray<Source>) =>
  Effect.forEach(sources, (source) => Partition.folderOf(place, source).list)

const parse = (text: string | undefined) => (text === undefined ? Either.left("it is not there") : Manifest.parse(text))

const readManifest = (folder: Folder) => Effect.map(manifestOf(folder), (found) => parse(found?.text))

const nothing: Store.VerifyReport = { files: 0, rows: 0, bytes: 0, damages: [] }

/** Checks the files of a folder. */
const checkFolder = (place: Place, folder: Folder): Effect.Effect<Store.VerifyReport, StoreError> =>
  Effect.gen(function* () {
    const found = yield* manifestOf(folder)
    // Another process removed the folder after it was listed.
    if (found === undefined) return nothing
    const manifest = Manifest.parse(found.text)
    const damage = (file: string, period: string | undefined, problem: Store.Damage["problem"]): Store.Damage => ({
      folder: folder.name,
      file,
      period,
      problem,
    })
    if (Either.isLeft(manifest)) {
      return {
        ...nothing,
        damages: [damage(found.isOld ? Manifest.oldName : Manifest.fileName, undefined, "manifest")],
      }
    }
    const entries = Object.entries(manifest.right.files)
    // Files in the manifest existed before this listing.
    const listing = yield* folder.list
    const damages = yield* Effect.forEach(entries, ([name, entry]) =>
      Effect.map(Damage.of(place, listing, entry, "digest"), (problem): ReadonlyArray<Store.Damage> => {
        const period = periodOf(manifest.right.market, name)
        const isInside = period !== undefined && period.from <= entry.first && entry.last < period.to
        const found = problem ?? (isInside ? undefined : "period")
        return found === undefined ? [] : [damage(entry.file, name, found)]
      }),
    )
    const sum = (key: "rows" | "bytes") => entries.reduce((total, [, entry]) => total + entry[key], 0)
    return { files: entries.length, rows: sum("rows"), bytes: sum("bytes"), damages: damages.flat() }
  })

/** Checks the files of folders. */
const check = (place: Place, folders: ReadonlyArray<FolderListing>) =>
  Effect.map(
    Effect.forEach(
      folders.filter(({ names }) => names.some(Manifest.isName)),
      // protects: verify takes no object for lost that was written after its look.
      // mutant: "is never told by verify that what others add is lost": { folder }) => checkFolder(place, folder →
      // listing) => checkFolder(place, { ...listing.folder, list: Effect.succeed(listing) }
      ({ folder }) => checkFolder(place, folder),
      { concurrency: 4 },
    ),
    (reports) =>
      reports.reduce(
        (all, { bytes, damages, files, rows }) => ({
          files: all.files + files,
          rows: all.rows + rows,
          bytes: all.bytes + bytes,
          damages: [...all.damages, ...damages],
        }),
        nothing,
      ),
  )

/**
 * Removes damaged files from the manifests. An unreadable manifest counts as absent: the next sync writes a new one.
 */
const takeOut = (place: Place, damages: ReadonlyArray<Store.Damage>) =>
  Effect.forEach(
    Object.entries(Arr.groupBy(damages, ({ folder }) => folder)),
    ([name, damages]) =>
      Effect.flatMap(readManifest(place.folder(name)), (manifest) => {
        if (Either.isLeft(manifest)) return Effect.void
        const damaged = Damage.damagedOf(damages)
        return place.folder(name).commit(
          (text) => Either.getOrElse(parse(text), () => manifest.right),
          (current) => Damage.forget(current, damaged),
        )
      }),
    { discard: true },
  )

/** Checks the files of sources' folders, by default of the whole store, and removes damaged ones from the manifests. */
export const verify = (
  place: Place,
  sources?: ReadonlyArray<Source>,
): Effect.Effect<Store.VerifyReport, StoreError> => {
  const folders = sources === undefined ? place.folders : foldersOf(place, sources)
  const checked = Effect.flatMap(folders, (folders) => check(place, folders))
  return Effect.flatMap(checked, (report) =>
    report.damages.length === 0
      ? Effect.succeed(report)
      : // A file replaced meanwhile looks lost: check again while nobody writes.
        place.writing(Effect.tap(checked, ({ damages }) => takeOut(place, damages))),
  )
}

/** Makes the next sync request the rows of some time again. With one writer, the caller holds its lock. */
export const doubt = (
  place: Place,
  sources: ReadonlyArray<Source>,
  time: Intervals.Intervals,
): Effect.Effect<void, StoreError> =>
  Effect.forEach(
    sources.filter(isHistory),
    (source) =>
      Effect.flatMap(Partition.find(place, source), ({ manifest }) =>
        Intervals.intersection(manifest.intervals, time).length === 0
          ? Effect.void
          : Partition.commit(place, source, (current) => ({
              ...current,
              intervals: Intervals.difference(current.intervals, time),
            })),
      ),
    { discard: true },
  )

/** Removes files of a folder and returns their number and size. */
const removeFiles = ({ folder, info }: FolderListing, names: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sizes = yield* Effect.forEach(names, (name) =>
      Effect.match(info(name), { onFailure: () => 0, onSuccess: (info) => Math.max(0, info?.bytes ?? 0) }),
    )
    yield* folder.remove(names)
    return { files: names.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
  })

const sum = (removed: ReadonlyArray<Store.Removed>): Store.Removed => ({
  files: removed.reduce((sum, { files }) => sum + files, 0),
  bytes: removed.reduce((sum, { bytes }) => sum + bytes, 0),
})

/**
 * Minimum age, in milliseconds, for removing a file that is in no manifest when there are many
 * writers. A newly written file gets its entry within a second.
 */
const unnamed = 3_600_000

/** Selects the files without a manifest entry that no writer is about to add. */
const abandoned = ({ isShared }: Place, { info }: FolderListing, strays: ReadonlyArray<string>) =>
  isShared
    ? Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.filter(strays, (name) =>
          Effect.match(info(name), {
            onFailure: () => false,
            onSuccess: (info) => info?.modified !== undefined && info.modified < now - unnamed,
          }),
        ),
      )
    : Effect.succeed(strays)

/**
 * Removes files without a manifest entry, and renames manifests with the old name. A folder with an
 * unreadable manifest is left unchanged. With one writer, the caller holds its lock. With many,
 * files of the last hour stay. A process that is suspended between checking and removing a file may
 * remove one that was rewritten since: the next sync fetches it again.
 */
export const compact = (place: Place): Effect.Effect<Store.Removed, StoreError> =>
  Effect.flatMap(place.folders, (all) =>
    Effect.map(
      Effect.forEach(all, (listing) =>
        Effect.gen(function* () {
          const manifest = listing.names.some(Manifest.isName) ? yield* readManifest(listing.folder) : undefined
          if (manifest !== undefined && Either.isLeft(manifest)) return { files: 0, bytes: 0 }
          const named = manifest === undefined ? { files: {} } : manifest.right
          // protects: An old manifest beside the present one goes with its folder before it.
          // mutant: "is read as it is, and renamed by the next writer": includes(Manifest.fileName) → length === 0
          if (manifest !== undefined && !listing.names.includes(Manifest.fileName)) {
            yield* listing.folder.commit(
              (text) => Either.getOrElse(parse(text), () => manifest.right),
              (current) => current,
            )
          }
          return yield* removeFiles(listing, yield* abandoned(place, listing, Partition.strays(named, listing.names)))
        }),
      ),
      sum,
    ),
  )

/** Removes folders. The manifest is removed first: without it the files count as unused, whenever the process ends. */
const removeFolders = (folders: ReadonlyArray<FolderListing>) =>
  Effect.map(
    Effect.forEach(folders, (listing) =>
      Effect.gen(function* () {
        const removed = sum([
          // The old one would count again if it were left alone.
          yield* removeFiles(listing, [...listing.names].filter(Manifest.isName).reverse()),
          yield* removeFiles(
            listing,
            listing.names.filter((name) => !Manifest.isName(name)),
          ),
        ])
        yield* listing.folder.removeAll
        return removed
      }),
    ),
    sum,
  )

/**
 * Removes the bars of sources, and the lists of tickers that have no other bars in the store. With
 * one writer, the caller holds its lock.
 */
export const remove = (place: Place, sources: ReadonlyArray<Source>): Effect.Effect<Store.Removed, StoreError> =>
  Effect.gen(function* () {
    const removed = yield* removeFolders(yield* foldersOf(place, sources.filter(isHistory)))
    const left = yield* place.folders
    const orphans = sources.filter(
      (source) =>
        !isHistory(source) &&
        !left.some(
          ({ folder: { name } }) =>
            name.startsWith("bars/market=stocks/") && name.endsWith(`/${source.folder.at(-1)!}`),
        ),
    )
    return sum([removed, yield* removeFolders(yield* foldersOf(place, orphans))])
  })
