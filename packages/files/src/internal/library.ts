/** Libraries of the formats: optional, loaded on first use. */
import * as Effect from "effect/Effect"
import { FileError } from "../FileError.js"

/** Loads a library. The error of a missing one names the package to install. */
export const load = <A>(name: string, format: string, module: () => Promise<A>): Effect.Effect<A, FileError> =>
  Effect.tryPromise({
    try: module,
    catch: (error) =>
      new FileError({
        reason: "library",
        detail: `${format} needs the package ${name}, which could not be loaded (${error instanceof Error ? error.message : String(error)}). Install it beside @candela/files: npm install ${name}`,
      }),
  })
