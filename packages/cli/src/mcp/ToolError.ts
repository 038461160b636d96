/**
 * Error of a tool.
 *
 * @module
 */
import * as Data from "effect/Data"

/** The tool has no answer. The model reads the message. */
export class ToolError extends Data.TaggedError("ToolError")<{
  /** What is wrong, and how to correct it. */
  readonly message: string
}> {}
