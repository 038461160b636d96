/**
 * Into which requests a call is cut, and how they run.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Endpoint from "../../Endpoint.js"
import type { InvalidRequest } from "../../MarketDataError.js"
import type * as Method from "../../Method.js"
import * as Request from "../../Request.js"

/** The requests of a call, in the order of their rows, and how they run. */
export interface Shards {
  readonly settings: { readonly prefetch: number; readonly concurrency: number }
  readonly values: ReadonlyArray<Record<string, unknown>>
  /** The time in which rows can lie. */
  readonly records: Endpoint.Span
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
  for (const [name, minimum] of Object.entries(least)) {
    const value = options[name as keyof typeof least]
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= minimum)) {
      return Request.refuse(endpoint, name, value, `a whole number of at least ${minimum}`)
    }
  }
  return Either.right(options)
}

type AnyHistory = Extract<Endpoint.Any, { readonly kind: "history" }>

/** The time in which rows of an endpoint can lie: from its first records, where they are known, until now. */
const recordsOf = (endpoint: Endpoint.Any): Effect.Effect<Endpoint.Span> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const { recordsFrom } = endpoint.facts
    return { from: recordsFrom === undefined ? Number.NEGATIVE_INFINITY : Date.parse(recordsFrom), to: now }
  })

/** An estimate of what a request gives, and the most pages that it takes. */
export const estimate = (
  endpoint: AnyHistory,
  values: Readonly<Record<string, unknown>>,
  records: Endpoint.Span,
): Endpoint.Estimate & { readonly pages: number } => {
  const complete: Record<string, unknown> = Request.withDefaults(endpoint, values)
  const rows = endpoint.timeRange.rows(complete, records)
  const { limit = Number.POSITIVE_INFINITY } = complete as { readonly limit?: number }
  return { ...rows, pages: Math.max(1, Math.ceil(rows.most / limit)) }
}

/** How full a shard's page should be: rows are not spread evenly, and a second page with a few of them would cost a request. */
const fullness = 7 / 8

/** Upper bound for small pages: the URLs of all shards are made at once. */
const mostShards = 4096

/**
 * One shard per page: a shard that waits for its turn holds only its first pages, so the rest of a longer one would be fetched sequentially in the
 * end.
 */
const defaultShards = (pages: number, concurrency: number): number =>
  concurrency === 1 ? 1 : Math.max(concurrency, Math.min(mostShards, Math.ceil(pages / fullness)))

const cut = (
  endpoint: AnyHistory,
  values: Record<string, unknown>,
  { concurrency = 1, shards }: Method.HistoryOptions,
  records: Endpoint.Span,
): ReadonlyArray<Record<string, unknown>> => {
  const count = shards ?? defaultShards(estimate(endpoint, values, records).pages, concurrency)
  if (count === 1) return [values]
  const parts = endpoint.timeRange.cut(Request.withDefaults(endpoint, values), count, records)
  return parts.map((part) => ({ ...values, ...part }))
}

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
): Effect.Effect<Shards, InvalidRequest> =>
  Effect.gen(function* () {
    const { concurrency = 1, prefetch = 1 } = yield* checkOptions(endpoint, options)
    const written: Record<string, unknown> = yield* Request.parse(endpoint, input)
    const limit = largest ? largestPage(endpoint) : undefined
    const whole = limit === undefined || "limit" in written ? written : { ...written, limit }
    const records = yield* recordsOf(endpoint)
    const values = endpoint.kind === "history" ? cut(endpoint, whole, options, records) : [whole]
    const urls = yield* Effect.forEach(values, (part) => Request.toUrl(endpoint, part))
    const page = typeof whole["limit"] === "number" ? whole["limit"] : undefined
    return { settings: { prefetch, concurrency }, values, records, urls, page }
  })
