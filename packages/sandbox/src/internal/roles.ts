import type * as Endpoint from "@candela/core/Endpoint"
import type * as Param from "@candela/core/Param"

/** A parameter that filters a field of the rows. */
export interface Filter {
  /** The parameter's name. */
  readonly key: string
  readonly field: string
  readonly operator: Param.Operator
}

/** The rows of an endpoint. */
export type RowOf<E extends Endpoint.AnyRows> =
  E extends Endpoint.List<infer _P, infer Row, infer _Env>
    ? Row
    : E extends Endpoint.Paged<infer _P, infer Row, infer _Env>
      ? Row
      : E extends Endpoint.History<infer _P, infer Row, infer _Env>
        ? Row
        : never

type Values = Readonly<Record<string, unknown>>

/** The filters that an endpoint takes. */
export const filtersOf = (endpoint: Endpoint.AnyRows): ReadonlyArray<Filter> =>
  Object.entries(endpoint.params as Endpoint.Params).flatMap(([key, { filter }]) =>
    filter === undefined ? [] : [{ key, ...filter }],
  )

/** How many rows a page may hold; `undefined` for an endpoint that gives all. */
export const limitOf = (_endpoint: Endpoint.AnyRows, values: Values): number | undefined =>
  values["limit"] as number | undefined

/** The columns by which an endpoint sorts its rows. */
export const sortColumnsOf = (endpoint: Endpoint.AnyRows): ReadonlyArray<string> => {
  const words = (endpoint.params as Endpoint.Params)["sort"]?.values ?? []
  return [...new Set(words.map((word) => word.replace(/\.(asc|desc)$/, "")))]
}

/** The columns and directions that a request asks for, in either style of list. */
export const orderingOf = (_endpoint: Endpoint.AnyRows, values: Values): ReadonlyArray<Param.SortKey<string>> => {
  const sort = values["sort"] as string | ReadonlyArray<Param.SortKey<string>> | undefined
  const direction = (values["order"] ?? "asc") as "asc" | "desc"
  return typeof sort === "string" ? [{ column: sort, direction }] : (sort ?? [])
}
