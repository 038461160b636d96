/**
 * Answers of tools.
 *
 * @module
 */
import * as Foreign from "@candela/core/Foreign"
import * as McpSchema from "@effect/ai/McpSchema"

/** Text for the model. */
export const text = (text: string): McpSchema.CallToolResult =>
  new McpSchema.CallToolResult({ isError: false, content: [{ type: "text", text }] })

/** Value as JSON. */
export const json = (value: object): McpSchema.CallToolResult => text(Foreign.show(JSON.stringify(value)))

/** Error for the model to correct. */
export const refusal = (message: string): McpSchema.CallToolResult =>
  new McpSchema.CallToolResult({ isError: true, content: [{ type: "text", text: Foreign.lines(message) }] })
