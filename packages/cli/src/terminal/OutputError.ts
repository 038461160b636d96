/**
 * An output that cannot be written, though its reader is there: a full disk.
 *
 * @module
 */
import * as Data from "effect/Data"

/** An output that cannot be written. It is a defect of {@link Terminal}, because no command can mend it. */
export class OutputError extends Data.TaggedError("OutputError")<{
  /** What cannot be written, and why. */
  readonly message: string
}> {}
