/**
 * The project's own table of the specification: paths, parameters and documents of all endpoints.
 */
import { readFileSync } from "node:fs"

/**
 * The type of a value on the wire: a scalar's, an array's element in brackets, or an object's
 * fields; `?` ends the key of a field that may be absent.
 */
export type Shape = string | readonly [Shape] | { readonly [key: string]: Shape }

/** What the specification says of an endpoint. */
export interface Specified {
  readonly path: string
  /** In words: its type, whether it is required, its operators, its values, its default, the largest page. */
  readonly params: Readonly<Record<string, string>>
  readonly document: { readonly [key: string]: Shape }
}

/** The table, by the names of the endpoints. */
export const specification = JSON.parse(
  readFileSync(new URL("specification.json", import.meta.url), "utf8"),
) as Readonly<Record<string, Specified>>

/** The fields of several kinds in one: a field that not every kind has may be absent. */
export const unionShape = (kinds: ReadonlyArray<{ readonly [key: string]: Shape }>): Shape => {
  const all: { [key: string]: Shape } = Object.assign({}, ...kinds)
  const isIn = (key: string) => kinds.every((kind) => key in kind)
  return Object.fromEntries(
    Object.entries(all).map(([key, shape]) => [isIn(key) || key.endsWith("?") ? key : `${key}?`, shape]),
  )
}

/** What every answer has around its rows or its value. */
const frame = ["status", "request_id", "next_url", "count"]

/**
 * A document without its frame, whose keys may be absent or not: a last page may be `{}`. Within
 * it, an integer is a number.
 */
export const comparable = (document: Shape): unknown => {
  const inner = (shape: Shape): unknown =>
    typeof shape === "string"
      ? shape.replace("integer", "number")
      : Array.isArray(shape)
        ? shape.map(inner)
        : Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, inner(value)]))
  return Object.fromEntries(
    Object.entries(document)
      .map(([key, value]) => [key.replace("?", ""), inner(value)] as const)
      .filter(([key]) => !frame.includes(key)),
  )
}
