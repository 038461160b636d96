/**
 * Interface of the place of a store: a folder, or a prefix in an object store. All later rooms
 * depend only on this interface.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { StoreError } from "../../../StoreError.js"
import type { Engine, Format } from "../layout/format.js"
import { type Entry, fileName, isName, type Manifest, oldName } from "../layout/manifest.js"
import type { CheckedFolder, Opened } from "./checked.js"

/** File metadata of a place. */
export interface Info {
  /** Size in bytes; -1 for entries that are not files. */
  readonly bytes: number
  /** Time of writing, epoch milliseconds; absent where unknown. */
  readonly modified: number | undefined
}

/** Metadata of a folder's files. */
export interface Metadata {
  readonly folder: Folder
  /** Returns the metadata of a file; `undefined` if it does not exist. */
  readonly info: (name: string) => Effect.Effect<Info | undefined, StoreError>
}

/** Snapshot of a folder's files. */
export interface FolderListing extends Metadata {
  /** Names of the files, sorted by code units; none if the folder does not exist. */
  readonly names: ReadonlyArray<string>
}

/** Folder of a store: one manifest, and the files that it lists. */
export interface Folder {
  /** Path of the folder within the store, with `/` between its parts: `splits/ticker=AAPL`. */
  readonly name: string
  /** Full name, for messages. */
  readonly path: string
  /** Full name of a file, for messages. */
  readonly fileOf: (name: string) => string
  readonly list: Effect.Effect<FolderListing, StoreError>
  /** What tells the metadata of its files: a listing where that takes one request for all, else nothing is read yet. */
  readonly metadata: Effect.Effect<Metadata, StoreError>
  /** Reads the bytes of a file; `undefined` if it does not exist. */
  readonly read: (name: string) => Effect.Effect<Uint8Array | undefined, StoreError>
  /** Opens the file of an entry, to read parts of it. */
  readonly open: (entry: Entry) => Opened
  /** Creates the folder, where the place has folders. Required before `put` and `commit`. */
  readonly make: Effect.Effect<void, StoreError>
  /** Writes a file durably and atomically: it is complete or absent, and one of the same name stays until then. */
  readonly put: (name: string, bytes: Uint8Array) => Effect.Effect<void, StoreError>
  /**
   * Changes the manifest durably, even if others change it at the same time. `parse` receives the
   * current text, `undefined` if there is none. `change` returns the next manifest, or the same one
   * if there is nothing to change. Both are called once more each time that another writer was
   * faster. A manifest with the old name is renamed in any case. Returns the resulting manifest.
   */
  readonly commit: (
    parse: (text: string | undefined) => Manifest,
    change: (manifest: Manifest) => Manifest,
  ) => Effect.Effect<Manifest, StoreError>
  /** Removes files in order. Absent files are ignored. */
  readonly remove: (names: ReadonlyArray<string>) => Effect.Effect<void, StoreError>
  /** Removes the folder with its remaining contents. */
  readonly removeAll: Effect.Effect<void, StoreError>
}

/** Files of a store, in any format. */
export interface Files {
  /** Name of the store: its folder, or `s3://bucket/prefix`. */
  readonly root: string
  /** Whether others may write at the same time. If not, an unlisted file was left by a killed process. */
  readonly isShared: boolean
  readonly folder: (name: string) => Folder
  /** All folders with files, in the order of their names. */
  readonly folders: Effect.Effect<ReadonlyArray<FolderListing>, StoreError>
  /** Returns the names of the folders in a folder, without listing their contents; none if it does not exist. */
  readonly within: (name: string) => Effect.Effect<ReadonlySet<string>, StoreError>
  /** Runs a writing operation; if the place is not shared, while no other fiber and no other process writes. */
  readonly writing: <A, E, R>(operation: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreError, R>
  /** Folder that other engines read too; `undefined` if the files are not in one. */
  readonly local: CheckedFolder | undefined
}

/** Place of a store: its files, and their format. */
export interface Place extends Files {
  readonly format: Format
  /** Engine that reads its files, too; absent if the format does it alone. */
  readonly engine?: Engine | undefined
}

/** Error of a manifest that cannot be read. */
export const damagedManifest = (path: string, problem: string): StoreError =>
  new StoreError({
    reason: "manifest",
    path,
    detail: `the manifest is damaged (${problem}). Sync the ticker again: its rows are fetched once more.`,
  })

/** Text of a manifest. */
export interface ManifestText {
  readonly text: string
  /** Whether it has the name of older stores. */
  readonly isOld: boolean
}

/** Reads the text of a folder's manifest; `undefined` without one. */
export const manifestOf = (folder: Folder): Effect.Effect<ManifestText | undefined, StoreError> => {
  const read = (name: string) =>
    Effect.map(
      folder.read(name),
      (bytes) => bytes && { text: new TextDecoder().decode(bytes), isOld: name === oldName },
    )
  return Effect.gen(function* () {
    const found = yield* read(fileName)
    if (found !== undefined) return found
    const { names } = yield* folder.list
    if (!names.some(isName)) return undefined
    // Another process may rename it meanwhile.
    // protects: The manifest of an older store is read.
    // mutant: "is read as it is, and renamed by the next writer": (yield* read(oldName)) → undefined
    return (yield* read(oldName)) ?? (yield* read(fileName))
  })
}
