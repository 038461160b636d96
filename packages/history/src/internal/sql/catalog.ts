/** The files of a store, as its manifests name them: what is being written, and what was replaced, is not among them. */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { StoreError } from "../../StoreError.js"
import * as Durable from "../store/durable.js"
import * as Manifest from "../store/manifest.js"

/** A folder with a manifest. */
export interface Folder {
  readonly path: string
  readonly manifest: Manifest.Manifest
}

/** Manifests that are read side by side. */
const concurrency = 16

/** All folders of a dataset. */
export const folders = (
  disk: Durable.Disk,
  root: string,
  dataset: string,
): Effect.Effect<ReadonlyArray<Folder>, StoreError> => {
  const within = (path: string): Effect.Effect<ReadonlyArray<Folder>, StoreError> =>
    Effect.flatMap(Durable.names(disk, path), (names) =>
      Effect.map(
        Effect.forEach(
          // Only partitions are descended into: what else lies in the store is not of it.
          names.filter((name) => name === Manifest.fileName || name.includes("=")),
          (name) =>
            name === Manifest.fileName ? Effect.map(read(disk, path), Array.of) : within(disk.path.join(path, name)),
          { concurrency },
        ),
        (found) => found.flat(),
      ),
    )
  return within(disk.path.join(root, dataset))
}

const read = (disk: Durable.Disk, path: string): Effect.Effect<Folder, StoreError> => {
  const file = disk.path.join(path, Manifest.fileName)
  return Effect.flatMap(Effect.mapError(disk.fs.readFileString(file), Durable.failed("read", file)), (text) =>
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

/** The files of folders, in the order of their names. */
export const filesOf = ({ path }: Durable.Disk, folders: ReadonlyArray<Folder>): ReadonlyArray<string> =>
  folders.flatMap((folder) =>
    Object.keys(folder.manifest.files)
      .sort()
      .map((period) => path.join(folder.path, folder.manifest.files[period]!.file)),
  )
