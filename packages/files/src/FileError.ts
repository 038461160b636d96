/**
 * Errors of files.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import type { PlatformError } from "@effect/platform/Error"
import * as Schema from "effect/Schema"

/**
 * A file could not be written or read. `reason`:
 *
 * - `"write"`, `"read"`: the file system failed; `detail` has its message.
 * - `"value"`: a row has a value that its column cannot hold.
 * - `"schema"`: a column of the file is missing, renamed or of another type.
 * - `"format"`: the file is damaged, or not of this format.
 * - `"library"`: the format's library is not installed.
 */
export class FileError extends Schema.TaggedError<FileError>("@candela/files/FileError")("FileError", {
  /** Kind of the fault. */
  reason: Schema.Literal("write", "read", "value", "schema", "format", "library"),
  /** Path of the file; absent if the bytes come from elsewhere. */
  path: Schema.optional(Schema.String),
  /** Line of a text format, counted from 1. */
  line: Schema.optional(Schema.Number),
  /** Row of the written stream, counted from 1. */
  row: Schema.optional(Schema.Number),
  /** Name of the column. */
  column: Schema.optional(Schema.String),
  /** What happened, and what to do. */
  detail: Schema.String,
}) {
  override get message(): string {
    const { column, detail, line, path, row } = this
    const place = [
      path,
      line && `line ${line}`,
      row && `row ${row}`,
      column === undefined ? undefined : `column "${column}"`,
    ]
    const known = place.filter((part) => part !== undefined).join(", ")
    return Foreign.show([known, detail].filter((part) => part !== "").join(": "))
  }
}

/** Returns the operating system's message of a refusal, without the call and the path. */
export const causeOf = (error: PlatformError): string =>
  (error._tag === "SystemError" ? error.description : undefined)?.replace(/, \w+( '.*)?$/, "") ?? error.message

/** Whether the disk, or the share of it that a user may fill, is full. */
export const isFull = ({ message }: PlatformError): boolean => /ENOSPC|EDQUOT|WriteZero/.test(message)
