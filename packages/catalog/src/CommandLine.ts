/**
 * Requests as command lines of `candela`. The module contains no texts of the catalogue: a page may import it.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as Kind from "@candela/core/internal/Kind"
import { inPath } from "./Parameter.js"

/** Converts a TypeScript name to kebab case: `daily-market-summary`. */
export const kebab = (name: string): string =>
  name.replaceAll(
    /[A-Z]+(?=[A-Z][a-z]|\d|$)|[A-Z]/g,
    (letters, at: number) => `${at === 0 ? "" : "-"}${letters.toLowerCase()}`,
  )

/** Quotes an argument for a shell. */
export const quoted = (text: string): string =>
  /^[\w./:,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** Formats a value as text. */
export const written = (value: unknown): string => (Array.isArray(value) ? value.map(String).join(",") : String(value))

/** Units of sizes of bars in one word, `5m`. `mo` is the month, since `m` is the minute. */
export const sizeUnits: Readonly<Record<string, string>> = {
  ...{ s: "second", m: "minute", h: "hour", d: "day", w: "week", mo: "month", q: "quarter", y: "year" },
}

/** Request with the size of its bars in one word, where it has both parts of a size. */
const withSize = ({ multiplier, ...others }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const unit = Object.keys(sizeUnits).find((unit) => sizeUnits[unit] === others["timespan"])
  return multiplier === undefined || unit === undefined
    ? { ...(multiplier !== undefined && { multiplier }), ...others }
    : { ...others, timespan: `${written(multiplier)}${unit}` }
}

/** Whether a parameter is a positional argument: the instrument. */
export const isArgument = (parameter: { readonly in: "path" | "query"; readonly kind: Kind.Kind }): boolean =>
  parameter.in === "path" && parameter.kind._tag === "Ticker"

/** Returns the names of an endpoint's positional arguments, in order. */
export const argumentsOf = (endpoint: Pick<Endpoint.Any, "path" | "wireParams">): ReadonlyArray<string> =>
  inPath(endpoint).filter((name) => isArgument({ in: "path", kind: endpoint.wireParams[name]!.kind }))

/**
 * Formats a request to the named endpoint, such as `stocks.bars`, as a command line without the name of
 * the program. The size of bars is one word: `--timespan 1d`. Its `--limit` is the number of written rows,
 * from as many pages as needed. A missing argument stays as its placeholder in the path: `{ticker}`.
 */
export const line = (
  endpoint: string,
  names: ReadonlyArray<string>,
  given: Readonly<Record<string, unknown>>,
): string => {
  const request = withSize(given)
  const [service, method] = endpoint.split(".") as [string, string]
  const options = Object.keys(request).filter((name) => !names.includes(name) && request[name] !== undefined)
  return [
    service,
    kebab(method),
    ...names.map((name) => quoted(written(request[name] ?? `{${name}}`))),
    ...options.map((name) => `--${name} ${quoted(written(request[name]))}`),
  ].join(" ")
}
