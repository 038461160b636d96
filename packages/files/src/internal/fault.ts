/** Fault of a synchronous reader or writer: it becomes a `FileError` where the place is known. */
import * as Effect from "effect/Effect"
import { FileError } from "../FileError.js"

/** Position of a reader or writer in the text or among the rows. */
export interface Position {
  readonly line?: number
  readonly row?: number
  readonly column?: string
}

/** Thrown by readers and writers. */
export class Fault extends Error {
  constructor(
    readonly reason: FileError["reason"],
    readonly detail: string,
    readonly column?: string,
  ) {
    super(detail)
  }
}

/**
 * Fault of an engine that a text drives too far, such as a stack that is too deep: a file may do
 * this, and a program that reads it goes on.
 */
export const ofThrown = (error: unknown): Fault =>
  error instanceof Fault
    ? error
    : new Fault("format", `it cannot be read (${error instanceof Error ? error.message : String(error)}).`)

/** Runs a writer. `place` returns its position when it stops. */
export const catching = <A>(run: () => A, place: () => Position): Effect.Effect<A, FileError> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(run())
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      const { column, detail, reason } = error
      return Effect.fail(new FileError({ ...place(), ...(column === undefined ? {} : { column }), reason, detail }))
    }
  })

/** Runs a reader: whatever it throws is an error of the file. */
export const reading = <A>(run: () => A, place: () => Position): Effect.Effect<A, FileError> =>
  catching(() => {
    try {
      return run()
    } catch (error) {
      throw ofThrown(error)
    }
  }, place)

/** Adds the path of the file to an error of a reader or writer, which does not know it. */
export const named =
  (path: string) =>
  ({ column, detail, line, path: known = path, reason, row }: FileError): FileError =>
    new FileError({ reason, path: known, line, row, column, detail })
