import type * as Endpoint from "@candela/core/Endpoint"
import type * as Param from "@candela/core/Param"

/** A parameter that filters a field of the rows. */
export interface Filter {
  /** The parameter's name. */
  readonly key: string
  readonly field: string
  readonly operator: Param.Operator
}

/** The filters that an endpoint takes. */
export const filtersOf = (endpoint: Endpoint.AnyRows): ReadonlyArray<Filter> =>
  Object.entries(endpoint.wireParams).flatMap(([key, { filter }]) => (filter === undefined ? [] : [{ key, ...filter }]))
