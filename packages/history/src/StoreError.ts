/**
 * What goes wrong with a store.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/**
 * The store could not do what was asked. `reason`: `"read"` and `"write"` (the file system or the object store refused, or did not answer: `detail` has its words), `"lock"` (the store belongs to a process of
 * another machine), `"access"` (an object store refuses this process, whatever it asks: its credentials, clock, bucket, region or endpoint are wrong, or it does not honour conditional
 * writes; trying again does not help), `"manifest"` (a ticker's manifest is damaged), `"file"` (a file is damaged or lost), `"rows"` (the service gave rows that a history cannot hold),
 * `"request"` (a range or a universe that means nothing), `"library"` (a package that reads and writes the files is not installed: `detail` says which).
 */
export class StoreError extends Schema.TaggedError<StoreError>("@candela/history/StoreError")("StoreError", {
  /** Kind of the fault. */
  reason: Schema.Literal("read", "write", "lock", "access", "manifest", "file", "rows", "request", "library"),
  /** The file or the folder. */
  path: Schema.String,
  /** What happened, and what to do. */
  detail: Schema.String,
}) {
  override get message(): string {
    return `${this.path}: ${this.detail}`
  }
}
