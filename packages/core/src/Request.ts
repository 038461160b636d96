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
import { InvalidRequest } from "./MarketDataError.js"

/** The longest URL that is sent, in bytes: longer ones are cut or refused on the way. */
const longestUrl = 8000

/** Refuses a request because of a parameter. A `value` of `undefined` is not repeated in the error. */
export const refuse = (
  endpoint: Endpoint.Any,
  parameter: string,
  value: unknown,
  expected: string,
): Either.Either<never, InvalidRequest> =>
  Either.left(
    new InvalidRequest({
      endpoint: endpoint.name,
      parameter,
      value: value === undefined ? "" : shorten(format(value)),
      expected,
    }),
  )

const format = (value: unknown): string =>
  typeof value === "string"
    ? JSON.stringify(value)
    : typeof value === "bigint"
      ? `${value}n`
      : Inspectable.toStringUnknown(value)

const shorten = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}...` : text)

const placeholder = /\{(\w+)\}/g

/** Percent-encodes a path segment, or gives `undefined` for one that would change the path. A colon may stay. */
const segment = (text: string): string | undefined =>
  /^\.{0,2}$/.test(text) ? undefined : encodeURIComponent(text).replaceAll("%3A", ":")

/** Half of a character: no URL can hold it. */
const loneSurrogate = /\p{Surrogate}/u

/** Reads what a caller wrote. Keys whose value is `undefined` count as left out. */
export const parse = <E extends Endpoint.Any>(
  endpoint: E,
  input: Readonly<Record<string, unknown>>,
): Either.Either<Endpoint.Written<E>, InvalidRequest> => {
  const params: Endpoint.Params = endpoint.params
  if (!Predicate.isRecord(input)) return refuse(endpoint, "request", input, "an object of parameters")
  for (const key of Object.keys(input)) {
    if (!Object.hasOwn(params, key)) {
      // Its value is not repeated: it may be a key that went astray.
      return refuse(endpoint, key, undefined, `left out: the parameters are ${Object.keys(params).join(", ")}`)
    }
  }
  const values: Record<string, unknown> = {}
  for (const [key, param] of Object.entries(params)) {
    const written = input[key]
    if (written === undefined) {
      if (param.presence === "required") return refuse(endpoint, key, undefined, `given: ${param.expected}`)
      continue
    }
    const value = Schema.decodeUnknownEither(param.input)(written)
    if (Either.isLeft(value)) return refuse(endpoint, key, written, param.expected)
    values[key] = value.right
  }
  return Either.right(values as Endpoint.Written<E>)
}

/** Canonical values with the defaults of the service put in. */
export const withDefaults = <E extends Endpoint.Any>(endpoint: E, values: Endpoint.Written<E>): Endpoint.Values<E> => {
  const params: Endpoint.Params = endpoint.params
  const complete: Record<string, unknown> = { ...values }
  for (const [key, param] of Object.entries(params)) {
    if (param.presence === "defaulted" && !(key in complete)) complete[key] = param.default
  }
  return complete as Endpoint.Values<E>
}

/** Writes canonical values as path and query. */
export const toUrl = <E extends Endpoint.Any>(
  endpoint: E,
  values: Endpoint.Written<E>,
): Either.Either<string, InvalidRequest> => {
  const params: Endpoint.Params = endpoint.params
  const texts = new Map<string, string>()
  for (const [key, value] of Object.entries(values)) {
    const text = Schema.encodeSync(params[key]!.wire)(value)
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

/** What a caller wrote, as path and query; or why it is refused. */
export const url = (
  endpoint: Endpoint.Any,
  input: Readonly<Record<string, unknown>>,
): Either.Either<string, InvalidRequest> => Either.flatMap(parse(endpoint, input), (values) => toUrl(endpoint, values))

/** Reads the texts of a URL, with the defaults put in: the sandbox's side. Texts under unknown names are ignored, as the service does. */
export const decode = <E extends Endpoint.Any>(
  endpoint: E,
  texts: Readonly<Record<string, string | undefined>>,
): Either.Either<Endpoint.Values<E>, InvalidRequest> => {
  const params: Endpoint.Params = endpoint.params
  const values: Record<string, unknown> = {}
  for (const [key, param] of Object.entries(params)) {
    const text = texts[key]
    if (text === undefined) {
      if (param.presence === "required") return refuse(endpoint, key, undefined, `given: ${param.expectedText}`)
      continue
    }
    const value = Schema.decodeUnknownEither(param.wire)(text)
    if (Either.isLeft(value)) return refuse(endpoint, key, text, param.expectedText)
    values[key] = value.right
  }
  return Either.right(withDefaults(endpoint, values as Endpoint.Written<E>))
}
