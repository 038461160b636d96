/**
 * What goes wrong with a backfill as a whole. What goes wrong with a job stands in the list of failures.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/**
 * The backfill could not do what was asked. `reason`: `"request"` (a range or a universe that means nothing), `"plan"` (the database has no such plan), `"busy"` (another process
 * runs on this SQLite file), `"cancelled"` (the plan was cancelled), `"stopped"` (the service refused the key, or the store this process), `"database"` (the database failed; `detail` has its words).
 */
export class BackfillError extends Schema.TaggedError<BackfillError>("@candela/backfill/BackfillError")(
  "BackfillError",
  {
    /** Kind of the fault. */
    reason: Schema.Literal("request", "plan", "busy", "cancelled", "stopped", "database"),
    /** The plan; absent where there is none yet. */
    plan: Schema.optionalWith(Schema.String, { exact: true }),
    /** What happened, and what to do. */
    detail: Schema.String,
  },
) {
  override get message(): string {
    return this.plan === undefined ? this.detail : `plan ${this.plan}: ${this.detail}`
  }
}
