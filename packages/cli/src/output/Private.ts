/**
 * Files that only their user may read: they hold answers of the service, which are the user's alone.
 *
 * @module
 */
import type * as PlatformError from "@effect/platform/Error"
import { FileSystem } from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"

const mode = 0o600

/**
 * Writes a file with permissions for its user alone, also where a file that others may read has the
 * name. Windows has no such modes.
 */
export const write = (path: string, text: string): Effect.Effect<void, PlatformError.PlatformError, FileSystem> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    const isFile = yield* Effect.orElseSucceed(
      Effect.map(fs.stat(path), ({ type }) => type === "File"),
      () => false,
    )
    // The mode below is that of a new file. A device or a pipe keeps its own.
    // protects: A bundle is for its user alone.
    // mutant: "finds the sandbox well": removed
    if (isFile) yield* fs.chmod(path, mode)
    // protects: A cassette is for its user alone.
    // mutant: "keep the requests of a command without the key": without , { mode }
    yield* fs.writeFileString(path, text, { mode })
  })
