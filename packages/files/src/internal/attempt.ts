import * as Effect from "effect/Effect"
import { FileError } from "../FileError.js"

/** Runs a writer that throws a `FileError`; anything else it throws is a defect. */
export const attempt = <A>(f: () => A): Effect.Effect<A, FileError> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(f())
    } catch (error) {
      return error instanceof FileError ? Effect.fail(error) : Effect.die(error)
    }
  })

/**
 * Runs a reader that throws a `FileError`. Anything else it throws is an error of the file too:
 * what a library makes of damaged bytes is not to be foreseen.
 */
export const attemptToRead = <A>(f: () => A): Effect.Effect<A, FileError> =>
  Effect.try({
    try: f,
    catch: (error) =>
      error instanceof FileError
        ? error
        : new FileError({
            reason: "format",
            detail: `it cannot be read (${error instanceof Error ? error.message : String(error)}). Write it or download it again.`,
          }),
  })
