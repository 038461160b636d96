/**
 * What keeps a store sound: checking its files, and removing what nobody needs.
 *
 * @module
 */
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type * as Store from "./types.js"
import type { StoreError } from "../../StoreError.js"
import * as Commit from "./commit.js"
import * as Durable from "./durable.js"
import * as Manifest from "./manifest.js"
import * as Partition from "./partition.js"
import { periodOf, type Source } from "./source.js"

/** A folder of the store with what is in it. */
export interface Folder {
  /** The folder, from the store's own, with `/` between its parts. */
  readonly name: string
  /** Names of its files. */
  readonly names: ReadonlyArray<string>
}

/** The folders of a store that have files, in the order of their names. */
export const folders = ({ fs, path, root }: Partition.Place): Effect.Effect<ReadonlyArray<Folder>, StoreError> =>
  fs.readDirectory(root, { recursive: true }).pipe(
    Effect.catchIf(Durable.isAbsent, () => Effect.succeed([])),
    Effect.mapError(Durable.failed("read", root)),
    Effect.map((files) => {
      const byFolder = new Map<string, Array<string>>()
      for (const file of [...files].sort()) {
        const folder = path.dirname(file).split(path.sep).join("/")
        if (folder !== ".") byFolder.set(folder, [...(byFolder.get(folder) ?? []), path.basename(file)])
      }
      return [...byFolder].map(([name, names]) => ({ name, names }))
    }),
  )

/** The folders of some sources. */
export const foldersOf = (
  place: Partition.Place,
  sources: ReadonlyArray<Source>,
): Effect.Effect<ReadonlyArray<Folder>, StoreError> =>
  Effect.forEach(sources, (source) =>
    Effect.map(Durable.names(place, Partition.folderOf(place, source)), (names) => ({
      name: source.folder.join("/"),
      names,
    })),
  )

const readManifest = (place: Partition.Place, folder: Folder) => {
  const file = place.path.join(place.root, folder.name, Manifest.fileName)
  return Effect.map(Effect.mapError(place.fs.readFileString(file), Durable.failed("read", file)), Manifest.parse)
}

/** Checks the files of a folder. */
const checkFolder = (place: Partition.Place, folder: Folder): Effect.Effect<Store.Report, StoreError> =>
  Effect.gen(function* () {
    const manifest = yield* readManifest(place, folder)
    const damage = (file: string, period: string | undefined, problem: Store.Damage["problem"]): Store.Damage => ({
      folder: folder.name,
      file,
      period,
      problem,
    })
    if (Either.isLeft(manifest)) {
      return { files: 0, rows: 0, bytes: 0, damages: [damage(Manifest.fileName, undefined, "manifest")] }
    }
    const entries = Object.entries(manifest.right.files)
    const damages = yield* Effect.forEach(entries, ([name, entry]) =>
      Effect.map(
        Partition.damageOf(place, place.path.join(place.root, folder.name), entry, "digest"),
        (problem): ReadonlyArray<Store.Damage> => {
          const period = periodOf(manifest.right.market, name)
          const isInside = period !== undefined && period.from <= entry.first && entry.last < period.to
          const found = problem ?? (isInside ? undefined : "period")
          return found === undefined ? [] : [damage(entry.file, name, found)]
        },
      ),
    )
    const sum = (key: "rows" | "bytes") => entries.reduce((total, [, entry]) => total + entry[key], 0)
    return { files: entries.length, rows: sum("rows"), bytes: sum("bytes"), damages: damages.flat() }
  })

/** Checks the files of folders. */
export const check = (
  place: Partition.Place,
  folders: ReadonlyArray<Folder>,
): Effect.Effect<Store.Report, StoreError> =>
  Effect.map(
    Effect.forEach(
      folders.filter(({ names }) => names.includes(Manifest.fileName)),
      (folder) => checkFolder(place, folder),
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
        { files: 0, rows: 0, bytes: 0, damages: [] },
      ),
  )

/** Takes damaged files out of the manifests. A manifest that cannot be read is as good as none: the next sync writes another one. */
export const takeOut = (
  place: Partition.Place,
  damages: ReadonlyArray<Store.Damage>,
): Effect.Effect<void, StoreError> =>
  Effect.forEach(
    Object.entries(Arr.groupBy(damages, ({ folder }) => folder)),
    ([name, damages]) =>
      Effect.flatMap(readManifest(place, { name, names: [] }), (manifest) => {
        if (Either.isLeft(manifest)) return Effect.void
        const damaged = Object.fromEntries(
          damages.flatMap(({ file, period }) => (period === undefined ? [] : [[period, file]])),
        )
        return Commit.commit(
          place,
          place.path.join(place.root, name),
          Effect.map(
            readManifest(place, { name, names: [] }),
            Either.getOrElse(() => manifest.right),
          ),
          (current) => Partition.forget(current, damaged),
        )
      }),
    { discard: true },
  )

/** Removes files of a folder, and says what they took. */
const remove = (place: Partition.Place, folder: string, names: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sizes = yield* Effect.forEach(names, (name) =>
      Effect.match(place.fs.stat(place.path.join(folder, name)), {
        onFailure: () => 0,
        onSuccess: ({ size }) => Number(size),
      }),
    )
    yield* Durable.removeAll(place, folder, names)
    return { files: names.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
  })

const sum = (removed: ReadonlyArray<Store.Removed>): Store.Removed => ({
  files: removed.reduce((sum, { files }) => sum + files, 0),
  bytes: removed.reduce((sum, { bytes }) => sum + bytes, 0),
})

/** How long a file may stand without a name where there are many writers, in milliseconds. One that has just been put in its place will have its name within a second. */
const unnamed = 3_600_000

/** Of files that no manifest names, those that nobody is about to name. */
const abandoned = (place: Partition.Place, folder: string, strays: ReadonlyArray<string>) =>
  place.writers !== "many"
    ? Effect.succeed(strays)
    : Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.filter(strays, (name) =>
          Effect.match(place.fs.stat(place.path.join(folder, name)), {
            onFailure: () => false,
            onSuccess: ({ mtime }) => Option.exists(mtime, (time) => time.getTime() < now - unnamed),
          }),
        ),
      )

/**
 * Removes what no manifest names. A folder whose manifest cannot be read is left alone. Where there is one writer, the caller holds its lock. Where there are many, files of the last
 * hour stay. A process that is stopped between its look at a file and the removal may remove one that has been written anew since: the next sync fetches it again.
 */
export const compact = (place: Partition.Place): Effect.Effect<Store.Removed, StoreError> =>
  Effect.flatMap(folders(place), (all) =>
    Effect.map(
      Effect.forEach(all, (folder) =>
        Effect.gen(function* () {
          const files = folder.names.includes(Manifest.fileName)
            ? Either.map(yield* readManifest(place, folder), ({ files }) => files)
            : Either.right({})
          if (Either.isLeft(files)) return { files: 0, bytes: 0 }
          const path = place.path.join(place.root, folder.name)
          return yield* remove(place, path, yield* abandoned(place, path, Partition.strays(files.right, folder.names)))
        }),
      ),
      sum,
    ),
  )

/** Removes folders. The manifest goes first: without it the files are nobody's, whenever the process ends. */
export const removeFolders = (
  place: Partition.Place,
  folders: ReadonlyArray<Folder>,
): Effect.Effect<Store.Removed, StoreError> =>
  Effect.map(
    Effect.forEach(folders, ({ name, names }) =>
      Effect.gen(function* () {
        const folder = place.path.join(place.root, name)
        const first = names.filter((name) => name === Manifest.fileName)
        const removed = sum([
          yield* remove(place, folder, first),
          yield* remove(
            place,
            folder,
            names.filter((name) => name !== Manifest.fileName),
          ),
        ])
        yield* Effect.mapError(
          place.fs.remove(folder, { force: true, recursive: true }),
          Durable.failed("write", folder),
        )
        return removed
      }),
    ),
    sum,
  )
