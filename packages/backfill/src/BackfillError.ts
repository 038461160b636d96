/**
 * Errors of a backfill as a whole. Errors of single jobs are in the list of failures.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import * as Schema from "effect/Schema"

/**
 * A backfill operation failed. `reason`: `"request"` (an invalid range or universe), `"plan"` (the database has no
 * such plan), `"busy"` (another process runs on this SQLite file), `"cancelled"` (the plan was cancelled), `"stopped"`
 * (the service refused the key, or the store this process), `"database"` (the database failed: see `detail`).
 */
export class BackfillError extends Schema.TaggedError<BackfillError>("@candela/backfill/BackfillError")(
  "BackfillError",
  {
    /** Kind of error. */
    reason: Schema.Literal("request", "plan", "busy", "cancelled", "stopped", "database"),
    /** Identifier of the plan; absent before there is one. */
    plan: Schema.optionalWith(Schema.String, { exact: true }),
    /** What happened, and what to do. */
    detail: Schema.String,
  },
) {
  override get message(): string {
    return Foreign.lines(this.plan === undefined ? this.detail : `plan ${this.plan}: ${this.detail}`)
  }
}
