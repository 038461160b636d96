/**
 * What tools answer.
 *
 * @module
 */
import * as McpSchema from "@effect/ai/McpSchema"

/** A text that a model reads. */
export const text = (text: string): McpSchema.CallToolResult =>
  new McpSchema.CallToolResult({ isError: false, content: [{ type: "text", text }] })

/** A value as JSON. */
export const json = (value: object): McpSchema.CallToolResult => text(JSON.stringify(value))

/** Why there is no answer, for the model to mend. */
export const refusal = (message: string): McpSchema.CallToolResult =>
  new McpSchema.CallToolResult({ isError: true, content: [{ type: "text", text: message }] })
