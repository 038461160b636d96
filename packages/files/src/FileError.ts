/**
 * What goes wrong with a file.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/**
 * A file could not be written or read. `reason`: `"write"` and `"read"` (the file system refused: `detail` has its words), `"value"` (a row has a value that its column
 * cannot hold), `"schema"` (a column of the file is missing, renamed or of another type), `"format"` (damaged, or not of this format), `"library"` (the format's
 * library is not installed).
 */
export class FileError extends Schema.TaggedError<FileError>("@candela/files/FileError")("FileError", {
  reason: Schema.Literal("write", "read", "value", "schema", "format", "library"),
  /** The file; absent where bytes come from elsewhere. */
  path: Schema.optional(Schema.String),
  /** What happened, and what to do. */
  detail: Schema.String,
}) {
  override get message(): string {
    return this.path === undefined ? this.detail : `${this.path}: ${this.detail}`
  }
}
