/**
 * Columns of a file, derived from the rows of an endpoint: every format writes and reads these.
 *
 * ```ts
 * FileSchema.of(Stocks.endpoints.bars)
 * // [{ name: "volume", type: { _tag: "Number" }, optional: false, unit: "volume" }, ...]
 * ```
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Structure from "@candela/core/internal/Structure"
import type * as Unit from "@candela/core/declare/Unit"

/** Type of a column. */
export type Type =
  /** A 64-bit floating-point number. */
  | { readonly _tag: "Number" }
  /** A whole number: a 64-bit integer in the file, a number in the row. */
  | { readonly _tag: "Integer" }
  /** An exact 64-bit integer: a `bigint` in the row. */
  | { readonly _tag: "Int64" }
  | { readonly _tag: "Boolean" }
  | { readonly _tag: "Text" }
  /** Text with few distinct values: a dictionary if the format has one. */
  | { readonly _tag: "Word" }
  /** A date: `yyyy-mm-dd` in the row. */
  | { readonly _tag: "Date" }
  /** An instant since the epoch, in UTC: a number of milliseconds, or a `bigint` of nanoseconds, in the row. */
  | { readonly _tag: "Timestamp"; readonly unit: "milliseconds" | "nanoseconds" }
  | { readonly _tag: "Struct"; readonly columns: ReadonlyArray<Column> }
  | { readonly _tag: "List"; readonly item: Type }
  /** Any other value: a map, or one of several types. JSON text in the file. */
  | { readonly _tag: "Json" }

/** A column of a file. */
export interface Column {
  /** Key in the row. */
  readonly name: string
  /** Type of its values. */
  readonly type: Type
  /** Whether a row may lack it: null in the file. */
  readonly optional: boolean
  /** Unit of its values; `undefined` if the endpoint has none. */
  readonly unit: Unit.Unit | undefined
}

/** Units of whole numbers. */
const whole: ReadonlySet<Unit.Unit | undefined> = /* @__PURE__ */ new Set<Unit.Unit | undefined>([
  "count",
  "ordinal",
  "code",
  "milliseconds",
])

const numberOf = (unit: Unit.Unit | undefined): Type =>
  unit === "epoch milliseconds"
    ? { _tag: "Timestamp", unit: "milliseconds" }
    : { _tag: whole.has(unit) ? "Integer" : "Number" }

const columnOf = (field: Structure.Field): Column => ({
  name: field.name,
  type: typeOf(Structure.ofField(field), field.unit),
  optional: field.optional,
  unit: field.unit,
})

const typeOf = (type: Structure.Type, unit: Unit.Unit | undefined): Type => {
  switch (type._tag) {
    case "Number":
      return numberOf(unit)
    case "Int64":
      return unit === "epoch nanoseconds" ? { _tag: "Timestamp", unit: "nanoseconds" } : { _tag: "Int64" }
    case "Boolean":
      return { _tag: "Boolean" }
    case "Id":
      return { _tag: "Text" }
    case "Text":
      return { _tag: unit === "date" ? "Date" : type.known.length > 0 ? "Word" : "Text" }
    case "Literal":
      return typeof type.value === "string"
        ? { _tag: "Word" }
        : typeof type.value === "number"
          ? numberOf(unit)
          : { _tag: typeof type.value === "boolean" ? "Boolean" : "Json" }
    case "Struct":
      return { _tag: "Struct", columns: Structure.fieldsOf(type).map(columnOf) }
    case "List":
      return { _tag: "List", item: typeOf(type.item, type.item.unit) }
    case "Map":
    case "Union":
    case "Other":
      return { _tag: "Json" }
  }
}

/** Returns the columns of an endpoint's rows, in the order of its fields. */
export const of = (endpoint: Endpoint.AnyRows): ReadonlyArray<Column> =>
  (Structure.fields(endpoint.row.ast) ?? []).map(columnOf)
