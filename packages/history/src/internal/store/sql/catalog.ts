/** Files of a store, as listed in its manifests: unfinished and replaced files are not among them. */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { StoreError } from "../../../StoreError.js"
import * as Durable from "../commit/durable.js"
import * as Manifest from "../layout/manifest.js"

/** Folder with a manifest. */
export interface DatasetFolder {
  readonly path: string
  readonly manifest: Manifest.Manifest
}

/** Number of manifests read concurrently. */
const concurrency = 16

/** Finds all folders of a dataset. */
export const folders = (
  disk: Durable.Disk,
  root: string,
  dataset: string,
): Effect.Effect<ReadonlyArray<DatasetFolder>, StoreError> => {
  const within = (path: string): Effect.Effect<ReadonlyArray<DatasetFolder>, StoreError> =>
    Effect.flatMap(Durable.names(disk, path), (names) =>
      Effect.map(
        Effect.forEach(
          // Other folders do not belong to the store.
          names.filter((name) => name.includes("=")),
          (name) => within(disk.path.join(path, name)),
          { concurrency },
        ),
        (found) => found.flat(),
      ).pipe(
        Effect.flatMap((found) =>
          names.some(Manifest.isName) ? Effect.map(read(disk, path), (own) => [own, ...found]) : Effect.succeed(found),
        ),
      ),
    )
  return within(disk.path.join(root, dataset))
}

const read = (disk: Durable.Disk, path: string): Effect.Effect<DatasetFolder, StoreError> => {
  const file = disk.path.join(path, Manifest.fileName)
  const textOf = (name: string) => disk.fs.readFileString(disk.path.join(path, name))
  const present = textOf(Manifest.fileName)
  const text = present.pipe(
    Effect.catchIf(Durable.isAbsent, () => textOf(Manifest.oldName)),
    // A writer renamed it in between.
    Effect.catchIf(Durable.isAbsent, () => present),
    Effect.mapError(Durable.failed("read", file)),
  )
  return Effect.flatMap(text, (text) =>
    Either.match(Manifest.parse(text), {
      onRight: (manifest) => Effect.succeed({ path, manifest }),
      onLeft: (detail) =>
        Effect.fail(
          new StoreError({
            reason: "manifest",
            path: file,
            detail: `the manifest is damaged (${detail}). Sync the ticker again: its rows are fetched once more.`,
          }),
        ),
    }),
  )
}

/** File of a folder, with the values of its partitions. */
export interface DatasetFile {
  readonly path: string
  readonly entry: Manifest.Entry
  readonly market: string
  readonly timespan: string
  readonly ticker: string
}

/** Returns the files of folders, sorted by period. */
export const filesOf = ({ path }: Durable.Disk, folders: ReadonlyArray<DatasetFolder>): ReadonlyArray<DatasetFile> =>
  folders.flatMap(({ manifest, path: folder }) => {
    const { files, market, ticker = "", timespan = "" } = manifest
    return Object.keys(files)
      .sort()
      .map((period) => ({
        path: path.join(folder, files[period]!.file),
        entry: files[period]!,
        ...{ market, timespan, ticker },
      }))
  })
