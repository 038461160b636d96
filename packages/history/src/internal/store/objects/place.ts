/**
 * Prefix in an object store as the place of a store. Objects are complete or absent, and reads return the
 * last write: so there are no folders, temporary names or locks, and any number of processes may write.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Checked from "../commit/checked.js"
import * as Manifest from "../layout/manifest.js"
import type { Files, Folder, FolderListing, Info } from "../commit/place.js"
import type { Bucket } from "./bucket.js"
import type { Client } from "./client.js"
import * as Commit from "./commit.js"
import * as Conditions from "./conditions.js"
import * as File from "./file.js"

/** Number of concurrent removals. */
const concurrency = 8

/** Makes the files of a store from a prefix in an object store. */
export const make = (bucket: Bucket, client: Client): Files => {
  const checked = Checked.make()

  const listing = (folder: Folder, files: ReadonlyMap<string, Info>): FolderListing => ({
    folder,
    names: [...files.keys()],
    info: (name) => Effect.succeed(files.get(name)),
  })

  const folderOf = (name: string): Folder => {
    const keyOf = (file: string) => bucket.keyOf(`${name}/${file}`)
    const self: Folder = {
      name,
      path: bucket.pathOf(bucket.keyOf(name)),
      fileOf: (file) => bucket.pathOf(keyOf(file)),
      list: Effect.map(list(`${name}/`), (folders) => listing(self, folders.get(name) ?? new Map<string, Info>())),
      metadata: Effect.suspend(() => self.list),
      read: (file) => Effect.map(client.get(keyOf(file)), (got) => got?.bytes),
      open: (entry) => File.open(client, checked, keyOf(entry.file), self.fileOf(entry.file), entry),
      make: Effect.void,
      put: (file, bytes) => client.put(keyOf(file), bytes),
      commit: (parse, change) =>
        Commit.commit(client, { key: keyOf(Manifest.fileName), oldKey: keyOf(Manifest.oldName) }, parse, change),
      remove: (names) => Effect.forEach(names, (file) => client.remove(keyOf(file)), { concurrency, discard: true }),
      removeAll: Effect.void,
    }
    return self
  }

  /** Lists the objects whose names in the store begin with a text, by their folders. */
  const list = (start: string) =>
    Effect.map(client.list(bucket.keyOf(start)), (objects) => {
      const folders = new Map<string, Map<string, Info>>()
      for (const { bytes, key, modified } of objects) {
        const parts = key.slice(bucket.keyOf("").length).split("/")
        const file = parts.pop()!
        const folder = parts.join("/")
        if (folder === "" || file === "") continue
        const files = folders.get(folder) ?? new Map<string, Info>()
        folders.set(folder, files.set(file, { bytes, modified }))
      }
      return folders
    })

  let isHonoured = false
  /** Tested once per process, and again after a failure. */
  const conditions = Effect.suspend(() =>
    isHonoured
      ? Effect.void
      : Effect.tap(Conditions.require(bucket, client), () =>
          Effect.sync(() => {
            isHonoured = true
          }),
        ),
  )

  return {
    root: bucket.root,
    // protects: compact leaves objects that are about to be named.
    // mutant: "fetches again what compact removed before it had a name": true → false
    isShared: true,
    folder: folderOf,
    folders: Effect.map(list(""), (folders) => Array.from(folders, ([name, files]) => listing(folderOf(name), files))),
    within: (name) =>
      Effect.map(
        list(`${name}/`),
        (folders) => new Set(Array.from(folders.keys(), (folder) => folder.slice(name.length + 1).split("/")[0]!)),
      ),
    // protects: Nothing is written where conditions are ignored.
    // mutant: "that a server ignores is found before the first write": conditions → Effect.ignore(conditions)
    writing: (operation) => Effect.zipRight(conditions, operation),
    local: undefined,
  }
}
