/**
 * Files that the package has with it beside its modules: scripts and style sheets of pages, the manual. They are made when it is built.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { readdir, readFile } from "node:fs/promises"

/** A path below the folder `bundle`. `src`, `dist` and `bundle`, where this module may run, lie beside it. */
const at = (path: string) => new URL(`../bundle/${path}`, import.meta.url)

/** Reads a file. */
export const read = (path: string): Effect.Effect<string> => Effect.promise(() => readFile(at(path), "utf8"))

/** The names of the files of a folder, in alphabetical order. */
export const names = (path: string): Effect.Effect<ReadonlyArray<string>> =>
  Effect.promise(async () => (await readdir(at(path))).sort())
