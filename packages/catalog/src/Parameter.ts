/**
 * The parameters of requests, with their texts.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/Endpoint"
import type * as Param from "@candela/core/Param"
import type { Texts } from "./Texts.js"

/** A parameter as it stands in a URL: each operator of a filter is one. */
export interface Parameter {
  /** `ticker`, `ticker.any_of`. */
  readonly name: string
  /** Where it stands in a URL. */
  readonly in: "path" | "query"
  /** What it means, the operators of a filter as their field; default, limits and operator are data of the declaration. */
  readonly text: string
  /** A value that works; `undefined` where a caller has to know one. */
  readonly example: unknown
  /** Its kind, presence, default and filter. */
  readonly declaration: Param.Any
}

/** The names of the parameters in a path, in its order. */
export const inPath = ({ path }: { readonly path: string }): ReadonlyArray<string> =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!)

/** The parameters of an endpoint, those of the path first. */
export const all = (
  endpoint: Endpoint.Any,
  { example, examples = {}, fields, parameters }: Texts,
): ReadonlyArray<Parameter> => {
  const path = inPath(endpoint)
  const of = (name: string): Parameter => {
    const declaration = endpoint.wireParams[name]!
    const { filter } = declaration
    // A filter has the name of its parameter in all operators, and the text of its field where it has none of its own.
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
