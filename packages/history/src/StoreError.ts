/**
 * Errors of stores.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import * as Schema from "effect/Schema"

/**
 * A store operation failed. `reason`: `"read"` and `"write"` (the file system or the object store
 * refused, or did not answer: `detail` has its message), `"lock"` (the store is locked by a process of
 * another machine), `"access"` (an object store refuses every request of this process: its credentials,
 * clock, bucket, region or endpoint are wrong, or it does not honour conditional writes; retrying does
 * not help), `"manifest"` (a ticker's manifest is damaged), `"file"` (a file is damaged or lost),
 * `"rows"` (the service returned rows that a history cannot store), `"request"` (an invalid range or
 * universe), `"library"` (a package that reads and writes the files is not installed: `detail` names it).
 */
export class StoreError extends Schema.TaggedError<StoreError>("@candela/history/StoreError")("StoreError", {
  /** Kind of error. */
  reason: Schema.Literal("read", "write", "lock", "access", "manifest", "file", "rows", "request", "library"),
  /** Path of the file or the folder. */
  path: Schema.String,
  /** What happened, and what to do. */
  detail: Schema.String,
}) {
  override get message(): string {
    return Foreign.show(`${this.path}: ${this.detail}`)
  }
}
