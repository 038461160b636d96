/**
 * A request on its way from what a caller wrote to a URL, and from a URL to what a handler receives.
 *
 * A value that the service would refuse is refused here, before anything is sent; so is a key that the endpoint does not have, because the
 * service would ignore a misspelt filter and give the wrong rows.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Inspectable from "effect/Inspectable"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type * as Endpoint from "./Endpoint.js"
import { shorten } from "./internal/message.js"
import { expected, type Kind } from "./Kind.js"
import { BadResolution, InvalidRequest } from "./MarketDataError.js"
import type * as Param from "./Param.js"

/** The longest URL that is sent, in bytes: longer ones are cut or refused on the way. */
const longestUrl = 8000

/** Why a request is refused before anything is sent. */
export type Refusal = InvalidRequest | BadResolution

/** Refuses a request because of a parameter. A `value` of `undefined` is not repeated in the error. */
export const refuse = (
  endpoint: Endpoint.Any,
  parameter: string,
  value: unknown,
  expected: string,
): Either.Either<never, Refusal> => {
  const invalid = new InvalidRequest({
    endpoint: endpoint.name,
    parameter,
    value: value === undefined ? "" : shorten(format(value), 100),
    expected,
  })
  return Either.left(
    endpoint.wireParams[parameter]?.refusal === "BadResolution"
      ? new BadResolution({ endpoint: endpoint.name, detail: invalid.fault })
      : invalid,
  )
}

const format = (value: unknown): string =>
  typeof value === "string"
    ? JSON.stringify(value)
    : typeof value === "bigint"
      ? `${value}n`
      : Inspectable.toStringUnknown(value)

const placeholder = /\{(\w+)\}/g

/** Percent-encodes a path segment, or gives `undefined` for one that would change the path. A colon may stay. */
const segment = (text: string): string | undefined =>
  /^\.{0,2}$/.test(text) ? undefined : encodeURIComponent(text).replaceAll("%3A", ":")

/** Half of a character: no URL can hold it. */
const loneSurrogate = /\p{Surrogate}/u

/** A value that counts as left out. */
const isAbsent = (param: Param.Any, written: unknown): boolean =>
  written === undefined || (param.blank && (written === "" || (Array.isArray(written) && written.length === 0)))

/** Where an object of operators was written in place of a value, how the service's parameter is called. */
const withOperator = (endpoint: Endpoint.Any, key: string, value: unknown): string => {
  const operator = Object.keys(Object(value)).find((name) => `${key}.${name}` in endpoint.wireParams)
  return operator === undefined ? "" : ` (write "${key}.${operator}": value)`
}

/** Reads each parameter by one of its two schemas. */
const readAll = (
  endpoint: Endpoint.Any,
  written: Readonly<Record<string, unknown>>,
  side: "input" | "wire",
): Either.Either<Record<string, unknown>, Refusal> => {
  const values: Record<string, unknown> = {}
  for (const [key, param] of Object.entries(endpoint.wireParams)) {
    if (isAbsent(param, written[key])) {
      if (param.presence === "required") return refuse(endpoint, key, undefined, `given: ${expected(param.kind, side)}`)
      continue
    }
    const value = Schema.decodeUnknownEither(param[side])(written[key])
    if (Either.isLeft(value))
      return refuse(endpoint, key, written[key], expected(param.kind, side) + withOperator(endpoint, key, written[key]))
    values[key] = value.right
  }
  return Either.right(values)
}

const pairsOf = (text: string) =>
  Array.from(text.toLowerCase().slice(1), (letter, at) => text[at]!.toLowerCase() + letter)

/** The names, first those that have most pairs of letters in common with a misspelt one, for their length. */
const byLikeness = (names: ReadonlyArray<string>, misspelt: string): ReadonlyArray<string> => {
  const pairs = pairsOf(misspelt)
  const likeness = (name: string) =>
    pairsOf(name).filter((pair) => pairs.includes(pair)).length / (name.length + misspelt.length)
  return [...names].sort((one, other) => likeness(other) - likeness(one))
}

/** Reads what a caller wrote. Keys whose value is `undefined` count as left out. */
export const parse = <E extends Endpoint.Any>(
  endpoint: E,
  input: object,
): Either.Either<Endpoint.Written<E>, Refusal> => {
  if (!Predicate.isRecord(input)) return refuse(endpoint, "request", input, "an object of parameters")
  const known = Object.keys(endpoint.wireParams)
  for (const key of Object.keys(input)) {
    // Its value is not repeated: it may be a key that went astray.
    if (!known.includes(key))
      return refuse(endpoint, key, undefined, `left out: the parameters are ${byLikeness(known, key).join(", ")}`)
  }
  return readAll(endpoint, input, "input") as Either.Either<Endpoint.Written<E>, Refusal>
}

/** Canonical values with the defaults of the service put in. */
export const withDefaults = <E extends Endpoint.Any>(endpoint: E, values: Endpoint.Written<E>): Endpoint.Values<E> => {
  const complete: Record<string, unknown> = { ...values }
  for (const [key, param] of Object.entries(endpoint.wireParams)) {
    if (param.presence === "defaulted" && !(key in complete)) complete[key] = param.default
  }
  return complete as Endpoint.Values<E>
}

/** The name of the first parameter of a kind; `undefined` where the endpoint has none. */
export const nameOf = (endpoint: Endpoint.Any, kind: Kind["_tag"]): string | undefined =>
  Object.keys(endpoint.wireParams).find((name) => endpoint.wireParams[name]!.kind._tag === kind)

/** The size of a page, as canonical values of a request say it; `undefined` where they do not. */
export const limitOf = (endpoint: Endpoint.Any, values: Readonly<Record<string, unknown>>): number | undefined =>
  values[nameOf(endpoint, "Limit") ?? ""] as number | undefined

/** The largest pages that the endpoint gives, as a request says it; nothing where the endpoint has no limit. */
export const largestPages = (endpoint: Endpoint.Any): Readonly<Record<string, number>> => {
  const sizes = Object.entries(endpoint.wireParams).map(([name, { kind }]) => [name, kind._tag === "Limit" && kind.max])
  return Object.fromEntries(sizes.filter(([, max]) => max))
}

/** The columns that rows can be sorted by. */
export const sortColumns = (endpoint: Endpoint.Any): ReadonlyArray<string> =>
  Object.values(endpoint.wireParams).flatMap(({ kind }) => (kind._tag === "Sort" ? kind.columns : []))

/** The name of the parameter whose refused values give an error of their own; `undefined` where the endpoint has none. */
export const nameRefusedAs = (endpoint: Endpoint.Any, refusal: Param.Refusal): string | undefined =>
  Object.keys(endpoint.wireParams).find((name) => endpoint.wireParams[name]!.refusal === refusal)

/**
 * The columns that rows are sorted by and their directions, the first one counting most, as either style of list endpoint says it: `sort=column.asc,...`, or
 * `sort=column` with `order=asc`.
 */
export const ordering = (
  endpoint: Endpoint.Any,
  values: Readonly<Record<string, unknown>>,
): ReadonlyArray<Param.SortKey<string>> => {
  const sort = values[nameOf(endpoint, "Sort") ?? ""] as string | ReadonlyArray<Param.SortKey<string>> | undefined
  const direction = (values[nameOf(endpoint, "Order") ?? ""] ?? "asc") as Param.Direction
  return typeof sort === "string" ? [{ column: sort, direction }] : (sort ?? [])
}

/** Writes canonical values as path and query. */
export const toUrl = <E extends Endpoint.Any>(
  endpoint: E,
  values: Endpoint.Written<E>,
): Either.Either<string, Refusal> => {
  const texts = new Map<string, string>()
  for (const [key, value] of Object.entries(values)) {
    const text = Schema.encodeSync(endpoint.wireParams[key]!.wire)(value)
    if (loneSurrogate.test(text)) return refuse(endpoint, key, text, "well-formed Unicode text")
    texts.set(key, text)
  }
  let path: string = endpoint.path
  for (const [braces, key] of path.matchAll(placeholder)) {
    const text = texts.get(key!)!
    const encoded = segment(text)
    if (encoded === undefined) return refuse(endpoint, key!, text, "a name, not a step in a path")
    path = path.replace(braces, () => encoded)
    texts.delete(key!)
  }
  const query = new URLSearchParams([...texts]).toString()
  const url = query === "" ? path : `${path}?${query}`
  return url.length > longestUrl
    ? refuse(endpoint, "request", url.length, `a URL of at most ${longestUrl} bytes`)
    : Either.right(url)
}

/** Path and query of a caller's request, or the reason why it is refused. */
export const url = (endpoint: Endpoint.Any, input: object): Either.Either<string, Refusal> =>
  Either.flatMap(parse(endpoint, input), (values) => toUrl(endpoint, values))

/** Reads the texts of a URL, with the defaults put in: the sandbox's side. Texts under unknown names are ignored, as the service does. */
export const decode = <E extends Endpoint.Any>(
  endpoint: E,
  texts: Readonly<Record<string, string | undefined>>,
): Either.Either<Endpoint.Values<E>, Refusal> =>
  Either.map(readAll(endpoint, texts, "wire"), (values) => withDefaults(endpoint, values as Endpoint.Written<E>))
