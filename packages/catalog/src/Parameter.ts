/**
 * Parameters of requests, with their texts.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as Param from "@candela/core/declare/Param"
import type { Texts } from "./Texts.js"

/** A parameter in a URL: each operator of a filter is one. */
export interface Parameter {
  /** Name in a URL: `ticker`, `ticker.any_of`. */
  readonly name: string
  /** Location in a URL. */
  readonly in: "path" | "query"
  /**
   * Description, for operators of a filter that of the field; default, limits and operator are data of the declaration.
   */
  readonly text: string
  /** Example value; `undefined` if a caller has to know one. */
  readonly example: unknown
  /** Kind, presence, default and filter. */
  readonly declaration: Param.Any
}

/** Returns the names of the parameters in a path, in order. */
export const inPath = ({ path }: { readonly path: string }): ReadonlyArray<string> =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!)

/** Returns the parameters of an endpoint, those of the path first. */
export const all = (
  endpoint: Endpoint.Any,
  { example, examples = {}, fields, parameters }: Texts,
): ReadonlyArray<Parameter> => {
  const path = inPath(endpoint)
  const of = (name: string): Parameter => {
    const declaration = endpoint.wireParams[name]!
    const { filter } = declaration
    // A filter has the name of its parameter in all operators, and the text of its field if it has none of its own.
    const [declared = name] = name.split(/\.(?=[a-z]+(?:_of)?$)/)
    return {
      name,
      in: path.includes(name) ? "path" : "query",
      text: parameters[name] ?? parameters[declared] ?? (filter && fields[filter.field]) ?? "",
      example: example[name] ?? examples[name] ?? examples[declared],
      declaration,
    }
  }
  const names = Object.keys(endpoint.wireParams)
  return [...path, ...names.filter((name) => !path.includes(name))].map(of)
}
