/** Names, texts and types of columns in SQL. */
import type * as FileSchema from "@candela/files/FileSchema"

/** Quotes a text as an SQL literal. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Quotes a name as an SQL identifier. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

const columns = (columns: ReadonlyArray<FileSchema.Column>) =>
  columns.map(({ name, type }) => `${identifier(name)} ${of(type)}`).join(", ")

/** Returns the SQL type of a column: the same as when DuckDB reads a file with it. */
export const of = (type: FileSchema.Type): string => {
  switch (type._tag) {
    case "Number":
      return "DOUBLE"
    case "Integer":
    case "Int64":
      return "BIGINT"
    case "Boolean":
      return "BOOLEAN"
    case "Text":
    case "Word":
    case "Json":
      return "VARCHAR"
    case "Date":
      return "DATE"
    case "Timestamp":
      return type.unit === "milliseconds" ? "TIMESTAMP WITH TIME ZONE" : "TIMESTAMP_NS"
    case "Struct":
      return `STRUCT(${columns(type.columns)})`
    case "List":
      return `${of(type.item)}[]`
  }
}
