/**
 * Why a tool gives no answer.
 *
 * @module
 */
import * as Data from "effect/Data"

/** Why a tool gives no answer. The model reads the message. */
export class ToolError extends Data.TaggedError("ToolError")<{
  /** What is wrong, and how to mend it. */
  readonly message: string
}> {}
