/**
 * Folder as the place of a store. Either one process writes at a time, under a lock, or many do,
 * changing each manifest one after another.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Checked from "./checked.js"
import * as Commit from "./commit.js"
import * as Durable from "./durable.js"
import * as Lock from "./lock.js"
import { type Files, type Folder, type FolderListing, type Info, manifestOf, type Metadata } from "./place.js"
import * as Processes from "./processes.js"

/** Folder of a store, and its writers. */
export interface FolderOptions extends Durable.Disk {
  readonly root: string
  /** Number of concurrent writers. Default `"one"`. */
  readonly writers?: "one" | "many" | undefined
}

/** Makes the files of a store from a folder. */
export const make = ({ fs, path, root, writers = "one" }: FolderOptions): Files => {
  const disk: Commit.SharedDisk = { fs, path, writers }
  const local: Checked.CheckedFolder = { fs, path, folder: root, checked: Checked.make() }

  const metadata = (folder: Folder): Metadata => ({
    folder,
    info: (name) =>
      fs.stat(folder.fileOf(name)).pipe(
        Effect.map(({ mtime, size, type }): Info => ({
          bytes: type === "File" ? Number(size) : -1,
          modified: Option.getOrUndefined(mtime)?.getTime(),
        })),
        Effect.catchIf(Durable.isAbsent, () => Effect.succeed(undefined)),
        Effect.mapError(Durable.failed("read", folder.fileOf(name))),
      ),
  })

  const listing = (folder: Folder, names: ReadonlyArray<string>): FolderListing => ({ ...metadata(folder), names })

  const folderOf = (name: string): Folder => {
    const at = path.join(root, ...name.split("/"))
    const fileOf = (file: string) => path.join(at, file)
    const self: Folder = {
      name,
      path: at,
      fileOf,
      list: Effect.suspend(() => Effect.map(Durable.names(disk, at), (names) => listing(self, names))),
      metadata: Effect.sync(() => metadata(self)),
      read: (file) =>
        fs.readFile(fileOf(file)).pipe(
          Effect.catchIf(Durable.isAbsent, () => Effect.succeed(undefined)),
          Effect.mapError(Durable.failed("read", fileOf(file))),
        ),
      open: (entry) => Checked.open(local, fileOf(entry.file), entry),
      make: Effect.mapError(fs.makeDirectory(at, { recursive: true }), Durable.failed("write", at)),
      put: (file, bytes) => Durable.replace(disk, at, file, bytes),
      commit: (parse, change) =>
        Commit.commit(
          disk,
          at,
          Effect.map(manifestOf(self), (found) => ({
            manifest: parse(found?.text),
            isOld: found?.isOld === true,
          })),
          change,
        ),
      remove: (names) => Durable.removeAll(disk, at, names),
      removeAll: Effect.mapError(fs.remove(at, { force: true, recursive: true }), Durable.failed("write", at)),
    }
    return self
  }

  const makeRoot = Effect.mapError(fs.makeDirectory(root, { recursive: true }), Durable.failed("write", root))
  const semaphore = Effect.unsafeMakeSemaphore(1)
  const processes = Processes.make(disk)

  return {
    root,
    isShared: writers === "many",
    folder: folderOf,
    folders: fs.readDirectory(root, { recursive: true }).pipe(
      Effect.catchIf(Durable.isAbsent, () => Effect.succeed([])),
      Effect.mapError(Durable.failed("read", root)),
      Effect.map((files) => {
        const byFolder = new Map<string, Array<string>>()
        for (const file of [...files].sort()) {
          const folder = path.dirname(file).split(path.sep).join("/")
          if (folder !== ".") byFolder.set(folder, [...(byFolder.get(folder) ?? []), path.basename(file)])
        }
        return [...byFolder].map(([name, names]) => listing(folderOf(name), names))
      }),
    ),
    within: (name) => Effect.map(Durable.names(disk, path.join(root, ...name.split("/"))), (names) => new Set(names)),
    writing: (operation) =>
      writers === "many"
        ? Effect.zipRight(makeRoot, operation)
        : makeRoot.pipe(
            Effect.zipRight(Lock.hold(disk, root, processes)),
            Effect.zipRight(operation),
            Effect.scoped,
            semaphore.withPermits(1),
          ),
    local,
  }
}
