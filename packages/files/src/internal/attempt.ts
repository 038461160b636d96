import * as Effect from "effect/Effect"
import { FileError } from "../FileError.js"

/** Runs a function that throws a `FileError`; anything else it throws is a defect. */
export const attempt = <A>(f: () => A): Effect.Effect<A, FileError> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(f())
    } catch (error) {
      return error instanceof FileError ? Effect.fail(error) : Effect.die(error)
    }
  })
