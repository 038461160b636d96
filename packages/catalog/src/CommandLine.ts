/**
 * Requests as lines of the command line `candela`. The module holds no texts of the catalogue: a page may import it.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/Endpoint"
import type * as Kind from "@candela/core/Kind"
import { inPath } from "./Parameter.js"

/** A name of TypeScript as people type it: `daily-market-summary`. */
export const kebab = (name: string): string =>
  name.replaceAll(
    /[A-Z]+(?=[A-Z][a-z]|\d|$)|[A-Z]/g,
    (letters, at: number) => `${at === 0 ? "" : "-"}${letters.toLowerCase()}`,
  )

/** An argument as a shell takes it. */
export const quoted = (text: string): string =>
  /^[\w./:,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** A value as it would be written. */
export const written = (value: unknown): string => (Array.isArray(value) ? value.map(String).join(",") : String(value))

/** Whether a parameter is an argument, which stands without its name: it names the instrument. */
export const isArgument = (parameter: { readonly in: "path" | "query"; readonly kind: Kind.Kind }): boolean =>
  parameter.in === "path" && parameter.kind._tag === "Ticker"

/** The names of the parameters of an endpoint that are arguments, in their order. */
export const argumentsOf = (endpoint: Pick<Endpoint.Any, "path" | "wireParams">): ReadonlyArray<string> =>
  inPath(endpoint).filter((name) => isArgument({ in: "path", kind: endpoint.wireParams[name]!.kind }))

/**
 * A request to the endpoint with a name, such as `stocks.bars`, as a command line without the name of the program. `--limit` is there the number of rows that are
 * written, from as many pages as that takes. An argument that the request lacks stays as the path names it: `{ticker}`.
 */
export const line = (
  endpoint: string,
  names: ReadonlyArray<string>,
  request: Readonly<Record<string, unknown>>,
): string => {
  const [service, method] = endpoint.split(".") as [string, string]
  const options = Object.keys(request).filter((name) => !names.includes(name) && request[name] !== undefined)
  return [
    service,
    kebab(method),
    ...names.map((name) => quoted(written(request[name] ?? `{${name}}`))),
    ...options.map((name) => `--${name} ${quoted(written(request[name]))}`),
  ].join(" ")
}
