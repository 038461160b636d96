/**
 * Sort order of rows, from the texts of a form in either style of the service: `sort=date.asc`, or
 * `sort=date` and `order=asc`.
 *
 * @module
 */
import type * as Kind from "@candela/core/internal/Kind"
import type { Direction } from "@candela/core/declare/Param"
import type { CatalogEndpoint } from "../common/Catalog.js"
import type { Texts } from "../common/Texts.js"

/** Sort order: a column and a direction. */
export interface Ordering {
  readonly column: string
  readonly direction: Direction
}

const parameterOf = ({ parameters }: CatalogEndpoint, kind: Kind.Kind["_tag"]) =>
  parameters.find((parameter) => parameter.kind._tag === kind)

/** Returns the sortable columns. */
export const columns = (endpoint: CatalogEndpoint): ReadonlyArray<string> => {
  const kind = parameterOf(endpoint, "Sort")?.kind
  return kind?._tag === "Sort" ? kind.columns : []
}

/** Reads the ordering from texts, by the first column if there are several; the service's default if they have none. */
export const of = (endpoint: CatalogEndpoint, texts: Texts): Ordering | undefined => {
  const textOf = (kind: Kind.Kind["_tag"]) => {
    const parameter = parameterOf(endpoint, kind)
    return parameter && (texts[parameter.name] ?? parameter.default)
  }
  const [first] = textOf("Sort")?.split(",") ?? []
  const column = columns(endpoint).find((name) => first === name || first?.startsWith(`${name}.`))
  if (column === undefined) return undefined
  const direction = textOf("Order") ?? first!.slice(column.length + 1)
  return { column, direction: direction === "desc" ? "desc" : "asc" }
}

/** Changes the ordering in texts. */
export const change = (endpoint: CatalogEndpoint, texts: Texts, { column, direction }: Ordering): Texts => {
  const sort = parameterOf(endpoint, "Sort")!.name
  const order = parameterOf(endpoint, "Order")
  return order === undefined
    ? { ...texts, [sort]: `${column}.${direction}` }
    : { ...texts, [sort]: column, [order.name]: direction }
}
