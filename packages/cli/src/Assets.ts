/**
 * Files that are made when the package is built, for others than Node: scripts and style sheets of pages.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { readFile } from "node:fs/promises"

/** Reads a file below the folder `bundle`. `src`, `dist` and `bundle`, where this module may run, lie beside it. */
export const read = (path: string): Effect.Effect<string> =>
  Effect.promise(() => readFile(new URL(`../bundle/${path}`, import.meta.url), "utf8"))
