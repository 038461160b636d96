/**
 * What a command found wrong, when it did what it was asked to do.
 *
 * @module
 */
import * as Data from "effect/Data"

/** A check found something, or a part of the work failed: exit code 1, after the output. */
export class Failed extends Data.TaggedError("Failed")<{
  /** What is wrong, and how to mend it: whole sentences. */
  readonly message: string
}> {}
