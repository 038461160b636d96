/**
 * Columns of an endpoint's rows, and their headings.
 *
 * @module
 */
import * as ReadingOrder from "@candela/catalog/internal/ReadingOrder"
import type { CatalogEndpoint, Field } from "./Catalog.js"

/**
 * Returns the columns of an endpoint's rows, including those of nested objects, in the order in which people read them.
 */
export const of = ({ fields, parameters }: CatalogEndpoint): ReadonlyArray<Field> => {
  const filtered = parameters.flatMap(({ filter }) => (filter === undefined ? [] : [filter.field]))
  const all = fields.flatMap((field) =>
    field.isColumn
      ? [
          {
            ...{ field, path: field.path.split("."), unit: field.unit },
            ...{ isFlag: field.type === "boolean", isOptional: field.optional },
          },
        ]
      : [],
  )
  return ReadingOrder.of(all, { filtered, asked: [] }).map(({ field }) => field)
}

/**
 * Returns the headings of an endpoint's columns: `strike_price` for `details.strike_price` where no other field has it.
 */
export const headings = ({ fields }: CatalogEndpoint): ((path: string) => string) => {
  const names = ReadingOrder.shortNames(fields.flatMap(({ isColumn, path }) => (isColumn ? [path] : [])))
  return (path) => names.get(path) ?? path
}
