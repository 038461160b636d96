/**
 * Fields of rows as columns of a table: nested objects become separate columns, `session.close`.
 *
 * @module
 */
import * as ReadingOrder from "@candela/catalog/internal/ReadingOrder"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as FileSchema from "@candela/files/FileSchema"

/** Column of a table. */
export interface Field {
  /** Keys of the value's path in a row. */
  readonly path: ReadonlyArray<string>
  /** Name in the heading: the last of the keys where it is unmistakable. Default: all of them. */
  readonly short?: string | undefined
  /** Unit of the values. */
  readonly unit: string | undefined
  /** Whether the values are numbers; `undefined` when only the values tell. */
  readonly isNumber: boolean | undefined
}

/** Column of an endpoint's rows. */
interface DeclaredField extends Field, ReadingOrder.ReadableColumn {}

const isNumber = ({ _tag }: FileSchema.Type): boolean => _tag === "Number" || _tag === "Integer" || _tag === "Int64"

const within = (
  path: ReadonlyArray<string>,
  { name, optional, type, unit }: FileSchema.Column,
): ReadonlyArray<DeclaredField> =>
  type._tag === "Struct"
    ? type.columns.flatMap((column) => within([...path, name], column))
    : [
        {
          ...{ path: [...path, name], unit, isNumber: isNumber(type) },
          ...{ isFlag: type._tag === "Boolean", isOptional: optional },
        },
      ]

/** Name of a column in a heading. */
export const nameOf = ({ path, short = path.join(".") }: Field): string => short

/** Whether two columns are the same field. */
export const isSame =
  (one: Field) =>
  (other: Field): boolean =>
    one.path.join(".") === other.path.join(".")

/** Columns of an endpoint's rows, in the order of its fields. */
export const inOrder = (endpoint: Endpoint.AnyRows): ReadonlyArray<DeclaredField> => {
  const fields = FileSchema.of(endpoint).flatMap((column) => within([], column))
  const names = ReadingOrder.shortNames(fields.map(({ path }) => path.join(".")))
  return fields.map((field) => ({ ...field, short: names.get(field.path.join(".")) }))
}

/**
 * Columns of an endpoint's rows in the order in which people read them; `asked` are those that a request asks about.
 */
export const ofEndpoint = (endpoint: Endpoint.AnyRows, asked: ReadonlyArray<string> = []): ReadonlyArray<Field> => {
  const filtered = Object.values(endpoint.wireParams).flatMap(({ filter }) => (filter ? [filter.field] : []))
  return ReadingOrder.of(inOrder(endpoint), { filtered, asked })
}

/** Value of a column in a row; `undefined` when the row lacks it. */
export const valueIn = ({ path }: Field, row: unknown): unknown => {
  let value = row
  for (const key of path) {
    if (value === null || typeof value !== "object") return undefined
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  return value ?? undefined
}
