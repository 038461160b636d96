/** Columns of a file as Arrow fields. */
import type { DataType, Field, Schema } from "apache-arrow"
import type * as FileSchema from "../../FileSchema.js"
import type { Arrow } from "./library.js"

/**
 * Metadata key of the file (see `Origin`) and of fields with JSON text. Only one key: the order of
 * several differs from run to run in Parquet.
 */
export const KEY = "candela"

/** Marks a text column of JSON values. */
export const JSON_TEXT = "json"

/** Whether an Arrow field has this mark. */
export const isJson = (field: Field): boolean => field.metadata.get(KEY) === JSON_TEXT

/**
 * Builds types. Dictionaries are numbered from 0 in the order of the columns: the library's own
 * numbers continue from one schema to the next, so bytes would differ.
 */
const types = (arrow: Arrow) => {
  let dictionaries = 0
  const typeOf = (type: FileSchema.Type): DataType => {
    switch (type._tag) {
      case "Number":
        return new arrow.Float64()
      case "Integer":
      case "Int64":
        return new arrow.Int64()
      case "Boolean":
        return new arrow.Bool()
      case "Text":
      case "Json":
        return new arrow.Utf8()
      case "Word":
        return new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32(), dictionaries++)
      case "Date":
        return new arrow.DateDay()
      case "Timestamp":
        // DuckDB silently cuts nanoseconds with a time zone to microseconds. Without a zone they
        // are exact there, in Polars and here.
        return type.unit === "milliseconds" ? new arrow.TimestampMillisecond("UTC") : new arrow.TimestampNanosecond()
      case "Struct":
        // Absent structs have no fields, so fields within a struct may always be null.
        return new arrow.Struct(type.columns.map((column) => fieldOf(column, true)))
      case "List":
        return new arrow.List(new arrow.Field("item", typeOf(type.item), true))
    }
  }
  const fieldOf = ({ name, type, optional }: FileSchema.Column, nullable = optional): Field =>
    new arrow.Field(name, typeOf(type), nullable, type._tag === "Json" ? new Map([[KEY, JSON_TEXT]]) : undefined)
  return { fieldOf }
}

/** Makes the schema of columns. `metadata` is the text under {@link KEY}. */
export const of = (arrow: Arrow, columns: ReadonlyArray<FileSchema.Column>, metadata: string): Schema => {
  const { fieldOf } = types(arrow)
  return new arrow.Schema(
    columns.map((column) => fieldOf(column)),
    new Map([[KEY, metadata]]),
  )
}
