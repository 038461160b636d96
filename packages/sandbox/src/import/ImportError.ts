/**
 * Error of importing a user's file.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import { Schema } from "effect"

/** A file could not be imported; nothing of it was kept. */
export class ImportError extends Schema.TaggedError<ImportError>("@candela/sandbox/ImportError")("ImportError", {
  /** The file at fault. */
  file: Schema.String,
  /** The row at fault: in CSV the line (the header is 1, as a spreadsheet counts), in Parquet the row from 1 on. */
  row: Schema.optionalWith(Schema.Number, { exact: true }),
  /** The file's column at fault. */
  column: Schema.optionalWith(Schema.String, { exact: true }),
  /** Value at fault. */
  value: Schema.optionalWith(Schema.String, { exact: true }),
  /** Fault, and its remedy. */
  detail: Schema.String,
}) {
  override get message() {
    const row = this.row === undefined ? "" : `, row ${this.row}`
    const column = this.column === undefined ? "" : `, column ${JSON.stringify(this.column)}`
    const value = this.value === undefined ? "" : `${JSON.stringify(this.value)} `
    return Foreign.show(`${this.file}${row}${column}: ${value}${this.detail}. Nothing of the file was imported.`)
  }
}
