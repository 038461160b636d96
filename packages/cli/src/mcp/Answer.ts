/**
 * Answers of tools.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import * as McpSchema from "@effect/ai/McpSchema"
import * as Rows from "./Rows.js"

/** Text for the model. */
export const text = (text: string): McpSchema.CallToolResult =>
  new McpSchema.CallToolResult({ isError: false, content: [{ type: "text", text }] })

/** Value as JSON. */
export const json = (value: object): McpSchema.CallToolResult => text(Foreign.show(JSON.stringify(value)))

/** Error for the model to correct. A text of the service, or of DuckDB, in it may be long. */
export const refusal = (message: string): McpSchema.CallToolResult =>
  new McpSchema.CallToolResult({
    isError: true,
    content: [{ type: "text", text: Rows.cutText(Foreign.lines(message), 4000) }],
  })
