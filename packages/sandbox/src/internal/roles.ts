import type * as Endpoint from "@candela/core/Endpoint"
import type * as Param from "@candela/core/Param"
import * as Request from "@candela/core/Request"

/** A parameter that filters a field of the rows. */
export interface Filter {
  /** The parameter's name. */
  readonly key: string
  readonly field: string
  readonly operator: Param.Operator
}

/** The rows of an endpoint. */
export type RowOf<E extends Endpoint.AnyRows> = E[Endpoint.TypeId]["row"]

type Values = Readonly<Record<string, unknown>>

/** The filters that an endpoint takes. */
export const filtersOf = ({ wireParams }: Endpoint.AnyRows): ReadonlyArray<Filter> =>
  Object.entries(wireParams).flatMap(([key, { role }]) =>
    role?._tag === "Filter" ? [{ key, field: role.field, operator: role.operator }] : [],
  )

/** How many rows a page may hold; `undefined` for an endpoint that gives all. */
export const limitOf = (endpoint: Endpoint.AnyRows, values: Values): number | undefined =>
  values[Request.nameOf(endpoint, "Limit") ?? ""] as number | undefined

/** The columns by which an endpoint sorts its rows. */
export const sortColumnsOf = (endpoint: Endpoint.AnyRows): ReadonlyArray<string> => {
  const words = endpoint.wireParams[Request.nameOf(endpoint, "Sort") ?? ""]?.values ?? []
  return [...new Set(words.map((word) => word.replace(/\.(asc|desc)$/, "")))]
}

/** The columns and directions that a request asks for, in either style of list. */
export const orderingOf = (endpoint: Endpoint.AnyRows, values: Values): ReadonlyArray<Param.SortKey<string>> =>
  Request.ordering(endpoint, values)
