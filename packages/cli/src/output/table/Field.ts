/**
 * Fields of rows as columns of a table: nested objects become separate columns, `session.close`.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as FileSchema from "@candela/files/FileSchema"

/** Column of a table. */
export interface Field {
  /** Keys of the value's path in a row. */
  readonly path: ReadonlyArray<string>
  /** Unit of the values. */
  readonly unit: string | undefined
  /** Whether the values are numbers; `undefined` when only the values tell. */
  readonly isNumber: boolean | undefined
}

const isNumber = ({ _tag }: FileSchema.Type): boolean => _tag === "Number" || _tag === "Integer" || _tag === "Int64"

const within = (path: ReadonlyArray<string>, { name, type, unit }: FileSchema.Column): ReadonlyArray<Field> =>
  type._tag === "Struct"
    ? type.columns.flatMap((column) => within([...path, name], column))
    : [{ path: [...path, name], unit, isNumber: isNumber(type) }]

/** Whether two columns are the same field. */
export const isSame =
  (one: Field) =>
  (other: Field): boolean =>
    one.path.join(".") === other.path.join(".")

/** Columns of an endpoint's rows, in the order of its fields. */
export const inOrder = (endpoint: Endpoint.AnyRows): ReadonlyArray<Field> =>
  FileSchema.of(endpoint).flatMap((column) => within([], column))

/**
 * Columns of an endpoint's rows: the ticker first, then the time, then those that a request asks
 * about, then the others in order, and identifiers last.
 */
export const ofEndpoint = (endpoint: Endpoint.AnyRows, asked: ReadonlyArray<string> = []): ReadonlyArray<Field> => {
  const fields = inOrder(endpoint)
  const { instants = fields.flatMap(({ path: [name = ""], unit = "" }) => (unit.startsWith("epoch") ? [name] : [])) } =
    endpoint.row as { readonly instants?: ReadonlyArray<string> }
  const [instant] = instants
  const rank = ({ path: [name, ...rest], unit }: Field): number => {
    const place = asked.findIndex((one) => one === name || one === [name, ...rest].join("."))
    const ofAsked = place < 0 ? 3 : 2 + place / (place + 1)
    if (rest.length > 0) return ofAsked
    if (name === "ticker" || name === "tickers") return 0
    return name === instant ? 1 : place < 0 && (name === "id" || unit === "identifier") ? 4 : ofAsked
  }
  return fields.toSorted((one, other) => rank(one) - rank(other))
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
