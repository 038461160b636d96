/** The files of two stores, side by side. */
import { Store } from "@candela/history/Store"
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Effect, Layer } from "effect"
import { createHash } from "node:crypto"

/** The day on which rows came. Two runs may have midnight between them. */
const day = /"knownAt":\s*"\d{4}-\d\d-\d\d"/g

/**
 * Digests of the files that a store's manifests name, and of the manifests, by their paths. What
 * killed processes left is removed before.
 */
export const digests = (folder: string) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    yield* Effect.flatMap(Store, (store) => store.compact).pipe(
      Effect.provide(Layer.provide(Store.layer(folder), NodeContext.layer)),
    )
    const found = new Map<string, string>()
    for (const name of (yield* files.readDirectory(folder, { recursive: true })).sort()) {
      const path = `${folder}/${name}`
      if (/(^|\/)[._]?lock\./.test(name) || (yield* files.stat(path)).type !== "File") continue
      const bytes = yield* files.readFile(path)
      const content = name.endsWith(".json") ? Buffer.from(bytes).toString().replace(day, "") : bytes
      found.set(name, createHash("sha256").update(content).digest("hex"))
    }
    return found
  })

/** The files that two stores do not have alike. */
export const different = (
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): ReadonlyArray<string> =>
  [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name))
