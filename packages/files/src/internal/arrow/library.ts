import type * as Module from "apache-arrow"
import type * as Effect from "effect/Effect"
import type { FileError } from "../../FileError.js"
import * as Library from "../library.js"

/** The module `apache-arrow`. */
export type Arrow = typeof Module

/** Loads the module on behalf of a format. */
export const load = (format: string): Effect.Effect<Arrow, FileError> =>
  Library.load("apache-arrow", format, () => import("apache-arrow"))
