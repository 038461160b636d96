/**
 * Error found by a command that did its work.
 *
 * @module
 */
import * as Data from "effect/Data"

/** A check found a problem, or part of the work failed: exit code 1, after the output. */
export class Failed extends Data.TaggedError("Failed")<{
  /** What is wrong, and how to correct it: complete sentences. */
  readonly message: string
}> {}
