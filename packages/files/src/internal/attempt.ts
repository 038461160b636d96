import * as Effect from "effect/Effect"
import { FileError } from "../FileError.js"

/** Runs what throws a `FileError`; whatever else it throws is a defect. */
export const attempt = <A>(f: () => A): Effect.Effect<A, FileError> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(f())
    } catch (error) {
      return error instanceof FileError ? Effect.fail(error) : Effect.die(error)
    }
  })

/**
 * Runs what reads a file of Arrow, which has no checksums: what the library, or the reading of its arrays, makes of damaged bytes is a fault of the file.
 */
export const attemptReading = <A>(f: () => A): Effect.Effect<A, FileError> =>
  Effect.catchAllDefect(attempt(f), (defect) =>
    Effect.fail(
      new FileError({
        reason: "format",
        detail: `could not be read (${String(defect)}). If another program reads it, report the file; or write it again.`,
      }),
    ),
  )
