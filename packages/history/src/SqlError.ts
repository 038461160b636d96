/**
 * What goes wrong with a query.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/**
 * A query was not answered. `reason`: `"library"` (DuckDB is not installed), `"statement"` (not one query: it would write, change settings, or call a function that does), `"parameter"` (a value
 * cannot be bound), `"query"` (DuckDB refused it: `detail` has its words).
 */
export class SqlError extends Schema.TaggedError<SqlError>("@candela/history/SqlError")("SqlError", {
  /** Kind of the fault. */
  reason: Schema.Literal("library", "statement", "parameter", "query"),
  /** The query; absent where DuckDB could not be opened. */
  text: Schema.optional(Schema.String),
  /** What happened, and what to do. */
  detail: Schema.String,
}) {
  override get message(): string {
    return this.detail
  }
}
