/**
 * How rows are sorted, as the texts of a form say it in either style of the service: `sort=date.asc`, or `sort=date` and `order=asc`.
 *
 * @module
 */
import type * as Kind from "@candela/core/Kind"
import type { Direction } from "@candela/core/Param"
import type { Endpoint } from "../common/Catalog.js"
import type { Texts } from "../common/Texts.js"

/** How rows are sorted: by a column of theirs, in a direction. */
export interface Ordering {
  readonly column: string
  readonly direction: Direction
}

const parameterOf = ({ parameters }: Endpoint, kind: Kind.Kind["_tag"]) =>
  parameters.find((parameter) => parameter.kind._tag === kind)

/** The columns that rows can be sorted by. */
export const columns = (endpoint: Endpoint): ReadonlyArray<string> => {
  const kind = parameterOf(endpoint, "Sort")?.kind
  return kind?._tag === "Sort" ? kind.columns : []
}

/** The ordering that texts mean, by the first column where there are several: the service's default where they mean none. */
export const of = (endpoint: Endpoint, texts: Texts): Ordering | undefined => {
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

/** The texts with another ordering. */
export const change = (endpoint: Endpoint, texts: Texts, { column, direction }: Ordering): Texts => {
  const sort = parameterOf(endpoint, "Sort")!.name
  const order = parameterOf(endpoint, "Order")
  return order === undefined
    ? { ...texts, [sort]: `${column}.${direction}` }
    : { ...texts, [sort]: column, [order.name]: direction }
}
