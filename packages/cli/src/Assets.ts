/**
 * Files shipped with the package beside its modules: scripts and style sheets of pages, the manual.
 * They are made by the build.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { readdir, readFile } from "node:fs/promises"

/**
 * Location of a path below the folder `bundle`, which lies beside `src` and `dist`: this module may run in any of them.
 */
const at = (path: string) => new URL(`../bundle/${path}`, import.meta.url)

/** Reads a file. */
export const read = (path: string): Effect.Effect<string> => Effect.promise(() => readFile(at(path), "utf8"))

/** Names of the files of a folder, in alphabetical order. */
export const names = (path: string): Effect.Effect<ReadonlyArray<string>> =>
  Effect.promise(async () => (await readdir(at(path))).sort())
