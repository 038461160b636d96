/**
 * Into which requests a call is cut, and how they run.
 */
import * as Either from "effect/Either"
import type * as Endpoint from "../Endpoint.js"
import { InvalidRequest } from "../MarketDataError.js"
import type * as Method from "../Method.js"
import * as Request from "../Request.js"

/** The requests of a call, in the order of their rows, and how they run. */
export interface Shards {
  readonly settings: { readonly prefetch: number; readonly concurrency: number }
  readonly values: ReadonlyArray<Record<string, unknown>>
  readonly urls: ReadonlyArray<string>
  /** How many rows a page may hold: the `limit` that is asked for, if one is. */
  readonly page: number | undefined
}

/** The least that each option may be. */
const least = { prefetch: 0, concurrency: 1, shards: 1 }

const checkOptions = (
  endpoint: Endpoint.Any,
  options: Method.HistoryOptions,
): Either.Either<Method.HistoryOptions, InvalidRequest> => {
  for (const name of ["prefetch", "concurrency", "shards"] as const) {
    const value = options[name]
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= least[name])) {
      const expected = `a whole number of at least ${least[name]}`
      return Either.left(
        new InvalidRequest({ endpoint: endpoint.name, parameter: name, value: String(value), expected }),
      )
    }
  }
  return Either.right(options)
}

type AnyHistory = Extract<Endpoint.Any, { readonly kind: "history" }>

/** What is expected of a request: how many of what `limit` counts, and on how many pages. */
export const expected = (
  endpoint: AnyHistory,
  values: Readonly<Record<string, unknown>>,
): { readonly rows: number; readonly pages: number } => {
  const complete: Record<string, unknown> = Request.withDefaults(endpoint, values)
  const rows = Math.max(0, endpoint.timeRange.expected(complete))
  const { limit = Number.POSITIVE_INFINITY } = complete as { readonly limit?: number }
  return { rows, pages: Math.max(1, Math.ceil(rows / limit)) }
}

/** How full a page of a shard is meant to be: rows do not lie evenly, and a second page with a few of them would cost a request. */
const fullness = 7 / 8

/** However small the pages are: each shard's URL is made at once. */
const mostShards = 4096

/**
 * A shard a page: a shard that waits for its turn holds no more than its first pages, so that longer ones would be fetched one after the other in
 * the end.
 */
const defaultShards = (endpoint: AnyHistory, values: Readonly<Record<string, unknown>>, concurrency: number): number =>
  concurrency === 1
    ? 1
    : Math.max(concurrency, Math.min(mostShards, Math.ceil(expected(endpoint, values).pages / fullness)))

const cut = (
  endpoint: AnyHistory,
  values: Record<string, unknown>,
  shards: number,
): ReadonlyArray<Record<string, unknown>> =>
  shards === 1
    ? [values]
    : endpoint.timeRange.cut(Request.withDefaults(endpoint, values), shards).map((part) => ({ ...values, ...part }))

/** The largest page that an endpoint gives. */
const largestPage = (endpoint: Endpoint.Any): number | undefined => {
  const params: Endpoint.Params = endpoint.params
  return params["limit"]?.bounds?.max
}

/** Reads a call and cuts it. `largest`: ask for the largest pages, where the caller does not say how large. */
export const of = (
  endpoint: Endpoint.Any,
  input: Readonly<Record<string, unknown>>,
  options: Method.HistoryOptions,
  largest: boolean,
): Either.Either<Shards, InvalidRequest> =>
  Either.gen(function* () {
    const { concurrency = 1, prefetch = 1, shards } = yield* checkOptions(endpoint, options)
    const written: Record<string, unknown> = yield* Request.parse(endpoint, input)
    const limit = largest ? largestPage(endpoint) : undefined
    const whole = limit === undefined || "limit" in written ? written : { ...written, limit }
    const values =
      endpoint.kind === "history"
        ? cut(endpoint, whole, shards ?? defaultShards(endpoint, whole, concurrency))
        : [whole]
    const urls = yield* Either.all(values.map((part) => Request.toUrl(endpoint, part)))
    const page = typeof whole["limit"] === "number" ? whole["limit"] : undefined
    return { settings: { prefetch, concurrency }, values, urls, page }
  })
