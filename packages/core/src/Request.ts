/**
 * Conversion of requests: from a caller's input to a URL, and from a URL to a handler's values.
 *
 * Values that the service would reject are rejected here, before anything is sent. So are unknown keys, because the
 * service would ignore a misspelt filter and return the wrong rows.
 *
 * @module
 */
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import * as Inspectable from "effect/Inspectable"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type * as Endpoint from "./declare/Endpoint.js"
import { isComparable } from "./internal/request/filtered.js"
import { instead } from "./internal/answer/meant.js"
import { shorten } from "./internal/message.js"
import { withoutName } from "./internal/misspelt.js"
import { accepted, expected, type Kind } from "./internal/Kind.js"
import { BadResolution, InvalidRequest } from "./MarketDataError.js"
import type * as Param from "./declare/Param.js"

/** Maximum length of a URL, in bytes: longer ones are truncated or rejected on the way. */
const longestUrl = 8000

/** Reason for rejecting a request before anything is sent. */
export type Refusal = InvalidRequest | BadResolution

/** The error of a parameter. A `value` of `undefined` is not repeated in it. */
export const invalid = (
  { name }: { readonly name: string },
  parameter: string,
  value: unknown,
  expected: string,
): InvalidRequest =>
  new InvalidRequest({
    endpoint: name,
    parameter,
    value: value === undefined ? "" : shorten(format(value), 100),
    expected,
  })

/** Refuses a request because of a parameter. */
export const refuse = (
  endpoint: Endpoint.Any,
  parameter: string,
  value: unknown,
  expected: string,
): Either.Either<never, Refusal> => {
  const error = invalid(endpoint, parameter, value, expected)
  return Either.left(
    endpoint.wireParams[parameter]?.refusal === "BadResolution"
      ? new BadResolution({ endpoint: endpoint.name, detail: error.fault })
      : error,
  )
}

const format = (value: unknown): string =>
  typeof value === "string"
    ? JSON.stringify(value)
    : typeof value === "bigint"
      ? `${value}n`
      : Inspectable.toStringUnknown(value)

const placeholder = /\{(\w+)\}/g

/** Percent-encodes a path segment; `undefined` for one that would change the path. Colons are kept. */
// protects: A value cannot change the path of a request.
// mutant: "encodes what would change the path": /^\.{0,2}$/.test(text) ? undefined :
// encodeURIComponent(text).replaceAll("%3A", ":") → text
const segment = (text: string): string | undefined =>
  /^\.{0,2}$/.test(text) ? undefined : encodeURIComponent(text).replaceAll("%3A", ":")

/** Half of a surrogate pair: invalid in a URL. */
const loneSurrogate = /\p{Surrogate}/u

/** Whether a value counts as absent. */
const isAbsent = (param: Param.Any, written: unknown): boolean =>
  written === undefined || (param.blank && (written === "" || (Array.isArray(written) && written.length === 0)))

/** Reads each parameter with one of its two schemas. */
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
    const meant = side === "input" ? instead(param.kind, written[key], endpoint.recordsFrom) : undefined
    // protects: A number before the first record is refused in a request.
    // mutant: "with a number before the first record says what was probably meant": never
    if (meant !== undefined) return refuse(endpoint, key, written[key], meant)
    const value = Schema.decodeUnknownEither(param[side])(written[key])
    if (Either.isLeft(value))
      return refuse(
        endpoint,
        key,
        written[key],
        accepted(param.kind, side, written[key]) + (param.filter?.hint(endpoint.wireParams, written[key]) ?? ""),
      )
    values[key] = value.right
  }
  return Either.right(values)
}

const callOptions = ["onInvalidRow", "deadline", "retry"]
const streamOptions = [...callOptions, "prefetch", "checkpoint", "pageSize", "concurrency", "shards"]

/**
 * Refuses unknown options of a call or a stream, and values that mean nothing, as parameters are
 * refused. Anything but an object has no options: `Effect.forEach` passes an index.
 */
export const checkOptions = (
  endpoint: Endpoint.Any,
  options: unknown,
  form: "call" | "stream",
): Either.Either<void, Refusal> => {
  if (!Predicate.isRecord(options)) return Either.void
  const known = form === "call" ? callOptions : streamOptions
  for (const key of Object.keys(options)) {
    // protects: A misspelt option is refused.
    // mutant: "with a misspelt parameter or option says which one was meant": never
    if (!known.includes(key)) return refuse(endpoint, key, undefined, withoutName("options", known, key))
  }
  const { deadline, onInvalidRow, retry } = options
  // protects: An option whose value means nothing is refused.
  // mutant: "with an option whose value means nothing is refused": never
  if (onInvalidRow !== undefined && onInvalidRow !== "fail" && onInvalidRow !== "skip")
    return refuse(endpoint, "onInvalidRow", onInvalidRow, '"fail" or "skip"')
  if (deadline !== undefined && Option.isNone(Duration.decodeUnknown(deadline)))
    return refuse(endpoint, "deadline", deadline, 'a duration such as "30 seconds"')
  if (retry !== undefined && !Predicate.hasProperty(retry, Schedule.ScheduleTypeId))
    return refuse(endpoint, "retry", retry, "a policy such as Retry.make({ times: 2 })")
  return Either.void
}

/**
 * Returns the order and the time of the rows of a request, from canonical values with the defaults;
 * `undefined` if unknown.
 */
export const orderOf = (
  endpoint: Endpoint.Any,
  values: Readonly<Record<string, unknown>>,
): Endpoint.Order | undefined => {
  if (endpoint.kind === "single") return undefined
  return endpoint.kind === "history" ? endpoint.timeRange.order?.(values) : endpoint.order?.(values)
}

const isTemporal = ({ _tag }: Kind): boolean => _tag === "Date" || _tag === "Instant"

const isNumber = ({ _tag }: Kind): boolean => _tag === "Number" || _tag === "Integer"

/** Refuses a request whose range, by its filters on a field or by its time range, ends before it begins. */
const checkRanges = (
  endpoint: Endpoint.Any,
  values: Readonly<Record<string, unknown>>,
): Either.Either<void, Refusal> => {
  const kindOf = (name: string) => endpoint.wireParams[name]!.kind
  const filterOf = (name: string) => endpoint.wireParams[name]!.filter
  const written = Object.keys(values).filter((name) => isTemporal(kindOf(name)) || isNumber(kindOf(name)))
  const refuseRange = (lower: string, upper: string) => {
    const bound = isTemporal(kindOf(lower)) ? "no later than" : "at most"
    const expected = `${bound} "${upper}" (${format(values[upper])}), or nothing is selected`
    return refuse(endpoint, lower, values[lower], expected)
  }
  for (const lower of written) {
    const upper = filterOf(lower)?.excludedBy(endpoint.wireParams, values, lower, written)
    if (upper !== undefined) return refuseRange(lower, upper)
  }
  if (endpoint.kind !== "history" || endpoint.timeRange.asked === undefined) return Either.void
  const { first, last } = endpoint.timeRange.asked(withDefaults(endpoint, values))
  const instants = written.filter((name) => isTemporal(kindOf(name)))
  const lower = instants[0]!
  // Other filters on a date, such as that of a session, are no end of the range.
  const upper = instants.findLast((name) => filterOf(name)?.field === filterOf(lower)?.field)!
  // protects: A range that ends before it begins is refused.
  // mutant: "whose range ends before it begins is refused": always
  if (!(first > last) || lower === upper) return Either.void
  // `gt` and `lt` of one instant select nothing either, but are no range turned round.
  const isCompared = filterOf(lower) && isComparable(values[lower], values[upper])
  return isCompared ? Either.void : refuseRange(lower, upper)
}

/** Parses a caller's input. Keys with the value `undefined` count as absent. */
export const parse = <E extends Endpoint.Any>(
  endpoint: E,
  input: object,
): Either.Either<Endpoint.Written<E>, Refusal> => {
  if (!Predicate.isRecord(input)) return refuse(endpoint, "request", input, "an object of parameters")
  const known = Object.keys(endpoint.wireParams)
  for (const key of Object.keys(input)) {
    // The value is not repeated: it may be a misplaced API key.
    // protects: A misspelt parameter is refused before anything is sent.
    // mutant: "refuses a key that the endpoint does not have": never
    if (!known.includes(key)) return refuse(endpoint, key, undefined, withoutName("parameters", known, key))
  }
  return Either.flatMap(readAll(endpoint, input, "input"), (values) =>
    Either.map(checkRanges(endpoint, values), () => values as Endpoint.Written<E>),
  )
}

/** Returns canonical values with the service's defaults filled in. */
export const withDefaults = <E extends Endpoint.Any>(endpoint: E, values: Endpoint.Written<E>): Endpoint.Values<E> => {
  const complete: Record<string, unknown> = { ...values }
  for (const [key, param] of Object.entries(endpoint.wireParams)) {
    if (param.presence === "defaulted" && !(key in complete)) complete[key] = param.default
  }
  return complete as Endpoint.Values<E>
}

/** Returns the name of the first parameter of a kind; `undefined` if the endpoint has none. */
export const nameOf = (endpoint: Endpoint.Any, kind: Kind["_tag"]): string | undefined =>
  Object.keys(endpoint.wireParams).find((name) => endpoint.wireParams[name]!.kind._tag === kind)

/** Returns the page size in canonical values of a request; `undefined` if absent. */
export const limitOf = (endpoint: Endpoint.Any, values: Readonly<Record<string, unknown>>): number | undefined =>
  values[nameOf(endpoint, "Limit") ?? ""] as number | undefined

/** Returns the parameters of a request for the endpoint's largest pages; empty if the endpoint has no limit. */
export const largestPages = (endpoint: Endpoint.Any): Readonly<Record<string, number>> => {
  const sizes = Object.entries(endpoint.wireParams).map(([name, { kind }]) => [name, kind._tag === "Limit" && kind.max])
  return Object.fromEntries(sizes.filter(([, max]) => max))
}

/** Returns the columns by which rows can be sorted. */
export const sortColumns = (endpoint: Endpoint.Any): ReadonlyArray<string> =>
  Object.values(endpoint.wireParams).flatMap(({ kind }) => (kind._tag === "Sort" ? kind.columns : []))

/** Returns the name of the parameter whose rejected values have this error; `undefined` if the endpoint has none. */
export const nameRefusedAs = (endpoint: Endpoint.Any, refusal: Param.Refusal): string | undefined =>
  Object.keys(endpoint.wireParams).find((name) => endpoint.wireParams[name]!.refusal === refusal)

/**
 * Returns the columns by which rows are sorted and their directions, most significant first, from
 * either style of list endpoint: `sort=column.asc,...`, or `sort=column` with `order=asc`.
 */
export const ordering = (
  endpoint: Endpoint.Any,
  values: Readonly<Record<string, unknown>>,
): ReadonlyArray<Param.SortKey<string>> => {
  const sort = values[nameOf(endpoint, "Sort") ?? ""] as string | ReadonlyArray<Param.SortKey<string>> | undefined
  const direction = (values[nameOf(endpoint, "Order") ?? ""] ?? "asc") as Param.Direction
  return typeof sort === "string" ? [{ column: sort, direction }] : (sort ?? [])
}

/** Formats canonical values as path and query. */
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

/** Returns path and query of a caller's request, or the reason for its rejection. */
export const url = (endpoint: Endpoint.Any, input: object): Either.Either<string, Refusal> =>
  Either.flatMap(parse(endpoint, input), (values) => toUrl(endpoint, values))

/** Parses the texts of a URL and fills in defaults, for the sandbox. Unknown names are ignored, as by the service. */
export const decode = <E extends Endpoint.Any>(
  endpoint: E,
  texts: Readonly<Record<string, string | undefined>>,
): Either.Either<Endpoint.Values<E>, Refusal> =>
  Either.map(readAll(endpoint, texts, "wire"), (values) => withDefaults(endpoint, values as Endpoint.Written<E>))
