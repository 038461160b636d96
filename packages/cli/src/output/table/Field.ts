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

/** Columns of an endpoint's rows: the ticker first, then the time, then the others in order, and identifiers last. */
export const ofEndpoint = (endpoint: Endpoint.AnyRows): ReadonlyArray<Field> => {
  const fields = FileSchema.of(endpoint).flatMap((column) => within([], column))
  const [instant] = (endpoint.row as { readonly instants?: ReadonlyArray<string> }).instants ?? []
  const rank = ({ path: [name, ...rest], unit }: Field): number => {
    if (rest.length > 0) return 2
    if (name === "ticker" || name === "tickers") return 0
    return name === instant ? 1 : name === "id" || unit === "identifier" ? 3 : 2
  }
  return [0, 1, 2, 3].flatMap((each) => fields.filter((field) => rank(field) === each))
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
