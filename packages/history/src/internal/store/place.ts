/**
 * What a store needs of the place where its files are: a folder, or a prefix in an object store. Everything above is written against this interface alone.
 *
 * @module
 */
import type { FileSystem } from "@effect/platform/FileSystem"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type * as Sql from "../../Sql.js"
import type { SqlError } from "../../SqlError.js"
import type { StoreError } from "../../StoreError.js"
import type { Entry, Manifest } from "./manifest.js"

/** A file, as its place sees it. */
export interface Info {
  /** Size in bytes; -1 for what is not a file. */
  readonly bytes: number
  /** When it was written, epoch milliseconds; absent where the place does not tell. */
  readonly modified: number | undefined
}

/** The files of a folder at one look. */
export interface Listing {
  readonly folder: Folder
  /** Names of the files, in the order of their code units; none if the folder is not there. */
  readonly names: ReadonlyArray<string>
  /** One of them; `undefined` if it is not there. */
  readonly info: (name: string) => Effect.Effect<Info | undefined, StoreError>
}

/** A file for a format's reader. */
export interface Opened {
  readonly path: string
  /** Reads the file under this path. */
  readonly fileSystem: FileSystem
  /** Why a read failed, where that says nothing of the file: a format's reader knows errors of files alone. */
  readonly failure: () => StoreError | undefined
}

/** A folder of a store: one manifest, and the files that it names. */
export interface Folder {
  /** The folder, from the store's own, with `/` between its parts: `splits/ticker=AAPL`. */
  readonly name: string
  /** Full name, for messages. */
  readonly path: string
  /** Full name of a file, for messages. */
  readonly fileOf: (name: string) => string
  readonly list: Effect.Effect<Listing, StoreError>
  /** The bytes of a file; `undefined` if it is not there. */
  readonly read: (name: string) => Effect.Effect<Uint8Array | undefined, StoreError>
  /** The file of an entry, to read parts of it. */
  readonly open: (entry: Entry) => Opened
  /** Makes the folder, where folders are made. `put` and `commit` want it. */
  readonly make: Effect.Effect<void, StoreError>
  /** Puts a file, durably: it is whole or not there, and one of the same name stands until then. */
  readonly put: (name: string, bytes: Uint8Array) => Effect.Effect<void, StoreError>
  /**
   * Changes the manifest, durably, also where others change it at the same time. `parse` makes a manifest of the text that stands, `undefined` if there is none. `change` returns
   * the next manifest; the same one if there is nothing to change. Both are called once more for each time that another writer was faster. Returns the manifest that stands then.
   */
  readonly commit: (
    parse: (text: string | undefined) => Manifest,
    change: (manifest: Manifest) => Manifest,
  ) => Effect.Effect<Manifest, StoreError>
  /** Removes files, in their order. One that is not there is removed already. */
  readonly remove: (names: ReadonlyArray<string>) => Effect.Effect<void, StoreError>
  /** Removes the folder with all that is left in it. */
  readonly removeAll: Effect.Effect<void, StoreError>
}

/** The place of a store. */
export interface Place {
  /** The store's name: its folder, or `s3://bucket/prefix`. */
  readonly root: string
  /** Whether others may write at the same time. Where nobody else does, a file without a name is left from a process that was killed. */
  readonly isShared: boolean
  readonly folder: (name: string) => Folder
  /** All folders that have files, in the order of their names. */
  readonly folders: Effect.Effect<ReadonlyArray<Listing>, StoreError>
  /** Names of the folders in a folder, without looking into them; none if it is not there. */
  readonly within: (name: string) => Effect.Effect<ReadonlySet<string>, StoreError>
  /** Runs what writes; where the place is not shared, while no other fiber and no other process does. */
  readonly writing: <A, E, R>(operation: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreError, R>
  /** SQL over the files. */
  readonly connect: (options?: Sql.Options) => Effect.Effect<Sql.Sql, SqlError | StoreError, Scope.Scope>
}
