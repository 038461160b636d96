import type * as Endpoint from "@candela/core/declare/Endpoint"
import { Option, Schema } from "effect"
import type { Route } from "../routes/Route.js"

/** Route of a path with the texts of its parameters; a text is `undefined` when its percent-encoding is invalid. */
export interface Match<R> {
  readonly route: Route<R>
  readonly texts: Readonly<Record<string, string | undefined>>
}

/** Finds the route of a percent-encoded path. */
export type Router<R> = (pathname: string) => Match<R> | undefined

interface Candidate<R> {
  readonly route: Route<R>
  /** The names of the path's parameters. */
  readonly keys: ReadonlyArray<string>
}

interface Shape<R> {
  readonly pattern: RegExp
  readonly candidates: Array<Candidate<R>>
}

const placeholder = /\{(\w+)\}/g

/** The names of the parameters in a path, in their order. */
export const pathKeys = (endpoint: Endpoint.Any): ReadonlyArray<string> =>
  Array.from(endpoint.path.matchAll(placeholder), ([, key]) => key!)

/** Placeholder that sorts after every letter, so that fixed words of a path are tried before parameters. */
const any = "\uffff"

// protects: An encoded slash leads into no other path.
// mutant: "decode a path's segments one by one": "([^/]*)" → "(.*)"
const patternOf = (shape: string) =>
  new RegExp(`^${shape.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(any, "([^/]*)")}$`)

const decodeSegment = Option.liftThrowable(decodeURIComponent)

const toMatch = <R>({ keys, route }: Candidate<R>, segments: ReadonlyArray<string>): Match<R> => ({
  route,
  texts: Object.fromEntries(keys.map((key, index) => [key, Option.getOrUndefined(decodeSegment(segments[index]!))])),
})

/** Number of the path's texts that the parameters of the endpoint accept. */
const accepted = ({ route: { endpoint }, texts }: Match<unknown>) =>
  Object.entries(texts).filter(([key, text]) =>
    Option.isSome(Schema.decodeUnknownOption(endpoint.wireParams[key]!.wire)(text)),
  ).length

/** The match whose parameters accept most of the path's texts; the first on a tie. */
const best = <R>(matches: ReadonlyArray<Match<R>>): Match<R> =>
  matches.reduce((one, other) => (accepted(other) > accepted(one) ? other : one))

/**
 * Makes one entry per wire path. Endpoints whose paths differ only in the names of their parameters
 * share it; the one whose parameters accept most of the path's texts answers or rejects the
 * request, the first on a tie: a ticker's prefix tells markets apart.
 */
export const make = <R>(routes: ReadonlyArray<Route<R>>): Router<R> => {
  const shapes = new Map<string, Shape<R>>()
  for (const route of routes) {
    const key = route.endpoint.path.replaceAll(placeholder, any)
    const shape = shapes.get(key) ?? { pattern: patternOf(key), candidates: [] }
    shape.candidates.push({ route, keys: pathKeys(route.endpoint) })
    shapes.set(key, shape)
  }
  const ordered = [...shapes].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, shape]) => shape)
  return (pathname) => {
    for (const { candidates, pattern } of ordered) {
      const found = pattern.exec(pathname)
      if (found === null) continue
      const matches = candidates.map((candidate) => toMatch(candidate, found.slice(1)))
      return best(matches)
    }
    return undefined
  }
}
