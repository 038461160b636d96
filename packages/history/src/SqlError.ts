/**
 * Errors of queries.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import * as Schema from "effect/Schema"

/**
 * A query failed. `reason`: `"library"` (DuckDB is not installed), `"statement"` (not a single query: it would
 * write, change settings, or call a function that does), `"parameter"` (a value cannot be bound), `"file"` (a
 * file of the option `files` cannot be read), `"query"` (DuckDB refused it: `detail` has its message).
 */
export class SqlError extends Schema.TaggedError<SqlError>("@candela/history/SqlError")("SqlError", {
  /** Kind of error. */
  reason: Schema.Literal("library", "statement", "parameter", "file", "query"),
  /** Query text; absent where DuckDB could not be opened. */
  text: Schema.optional(Schema.String),
  /** What happened, and what to do. */
  detail: Schema.String,
}) {
  override get message(): string {
    return Foreign.lines(this.detail)
  }
}
