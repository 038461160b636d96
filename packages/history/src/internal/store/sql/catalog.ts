/** Files of a store, as listed in its manifests: unfinished and replaced files are not among them. */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { StoreError } from "../../../StoreError.js"
import { damagedManifest, type Files, type Folder, manifestOf } from "../commit/place.js"
import * as Manifest from "../layout/manifest.js"

/** Folder with a manifest. */
export interface DatasetFolder {
  readonly folder: Folder
  readonly manifest: Manifest.Manifest
}

/** Number of manifests read concurrently. */
const concurrency = 16

/** Finds all folders of a dataset. */
export const folders = (files: Files, dataset: string): Effect.Effect<ReadonlyArray<DatasetFolder>, StoreError> =>
  Effect.flatMap(files.folder(dataset).list, ({ folder, names }) => {
    const own = names.some(Manifest.isName) ? [read(folder)] : []
    // Other folders do not belong to the store.
    const within = names.filter((name) => name.includes("=")).map((name) => folders(files, `${dataset}/${name}`))
    return Effect.map(Effect.all([...own, ...within], { concurrency }), (found) => found.flat())
  })

const read = (folder: Folder): Effect.Effect<ReadonlyArray<DatasetFolder>, StoreError> =>
  Effect.flatMap(manifestOf(folder), (found) =>
    found === undefined
      ? Effect.succeed([])
      : Either.match(Manifest.parse(found.text), {
          onRight: (manifest) => Effect.succeed([{ folder, manifest }]),
          onLeft: (detail) => Effect.fail(damagedManifest(folder.fileOf(Manifest.fileName), detail)),
        }),
  )

/** File of a folder, with the values of its partitions. */
export interface DatasetFile {
  readonly path: string
  /** Period of the file, or of the part of one. */
  readonly period: string
  readonly entry: Manifest.Entry
  readonly market: string
  readonly timespan: string
  readonly ticker: string
}

/** Returns the files of folders, sorted by period. */
export const filesOf = (folders: ReadonlyArray<DatasetFolder>): ReadonlyArray<DatasetFile> =>
  folders.flatMap(({ folder, manifest: { files, market, ticker = "", timespan = "" } }) =>
    Object.keys(files)
      .sort()
      .map((period) => ({
        // protects: Queries see the files that the manifests name.
        // mutant: "what is being written, or was replaced": files[period]!.file → "*.parquet"
        ...{ path: folder.fileOf(files[period]!.file), entry: files[period]!, period },
        ...{ market, timespan, ticker },
      })),
  )
