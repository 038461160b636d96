/**
 * Into which requests a call is cut, and how they run.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type { Decoded } from "../../Decoder.js"
import type * as Endpoint from "../../Endpoint.js"
import type * as Envelope from "../../Envelope.js"
import type { MarketDataError } from "../../MarketDataError.js"
import type * as Method from "../../Method.js"
import { expected } from "../../Kind.js"
import * as Request from "../../Request.js"

/** A call that streams. */
export interface Call {
  readonly endpoint: Endpoint.Any
  /** What the caller wrote. */
  readonly input: object
  readonly options: Method.HistoryOptions
  readonly form: Form
  /** Until when rows can lie, in epoch milliseconds, where it is not the present. */
  readonly until?: number | undefined
  /** Cuts a shard into smaller ones, in the order of their rows. */
  readonly refine?: ((shard: Values, records: Endpoint.Span) => ReadonlyArray<Values>) | undefined
}

/** Canonical values of a request. */
export type Values = Record<string, unknown>

/** The requests of a call, in the order of their rows, and how they run. */
export interface Shards {
  readonly settings: { readonly prefetch: number; readonly concurrency: number }
  readonly values: ReadonlyArray<Values>
  /** Into how many shards the range was to be cut. */
  readonly count: number
  /** The time in which rows can lie. */
  readonly records: Endpoint.Span
  readonly urls: ReadonlyArray<string>
  /** How the rows follow one another, where the endpoint declares it. */
  readonly order: Endpoint.Order | undefined
  /** How many rows a page may hold: the `limit` that is asked for, if one is. */
  readonly page: number | undefined
  /**
   * Called with each page when it is decoded, and again where the consumer was interrupted. The effect runs when the consumer asks for what follows the page.
   */
  readonly onPage?: OnPage | undefined
}

/** Follows the pages of a stream. */
export type OnPage = (page: Decoded<Envelope.List, { readonly length: number }>) => Effect.Effect<void, MarketDataError>

/** What a call asks for: pages of the size that its request says, or all rows, of the largest pages unless an option says otherwise. */
export type Form = "pages" | "rows"

/** Upper bound for the shards of a call, whose URLs are all made at once, and for what runs side by side. */
const most = 4096

/** The least that each option may be. */
const least = { prefetch: 0, concurrency: 1, shards: 1 }

const checkOptions = (
  endpoint: Endpoint.Any,
  options: Method.HistoryOptions,
): Either.Either<Method.HistoryOptions, Request.Refusal> => {
  if (options.checkpoint !== undefined) {
    return Request.refuse(endpoint, "checkpoint", undefined, "left out, or Checkpoints.layer provided")
  }
  for (const [name, minimum] of Object.entries(least)) {
    const value = options[name as keyof typeof least]
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= minimum && value <= most)) {
      return Request.refuse(endpoint, name, value, `a whole number from ${minimum} to ${most}`)
    }
  }
  return Either.right(options)
}

type AnyHistory = Extract<Endpoint.Any, { readonly kind: "history" }>

/** The time in which rows of an endpoint can lie: from its first records, where they are known, until now or another instant. */
export const recordsOf = ({ recordsFrom }: Endpoint.Any, until?: number): Effect.Effect<Endpoint.Span> =>
  Effect.map(Clock.currentTimeMillis, (now) => ({
    from: recordsFrom === undefined ? -Infinity : Date.parse(recordsFrom),
    to: until ?? now,
  }))

/** An estimate of what a request gives, and the most pages that it takes. */
export const estimate = (
  endpoint: AnyHistory,
  values: Readonly<Record<string, unknown>>,
  records: Endpoint.Span,
): Endpoint.Estimate & { readonly pages: number } => {
  const complete: Record<string, unknown> = Request.withDefaults(endpoint, values)
  const rows = endpoint.timeRange.rows(complete, records)
  const limit = Request.limitOf(endpoint, complete) ?? Infinity
  return { ...rows, pages: Math.max(1, Math.ceil(rows.most / limit)) }
}

/** How full a shard's page should be: rows are not spread evenly, and a second page with a few of them would cost a request. */
const fullness = 7 / 8

/**
 * One shard per page: a shard that waits for its turn holds only its first pages, so the rest of a longer one would be fetched sequentially in the
 * end.
 */
const defaultShards = (pages: number, concurrency: number): number =>
  concurrency === 1 ? 1 : Math.max(concurrency, Math.min(most, Math.ceil(pages / fullness)))

/** Cuts a request into as many shards, or a few less; or at instants. */
export const cut = (
  endpoint: AnyHistory,
  values: Values,
  shards: Endpoint.Cuts,
  records: Endpoint.Span,
): ReadonlyArray<Values> => {
  if (shards === 1) return [values]
  const parts = endpoint.timeRange.cut(Request.withDefaults(endpoint, values), shards, records)
  return parts.map((part) =>
    Object.fromEntries(Object.entries({ ...values, ...part }).filter(([, value]) => value !== undefined)),
  )
}

/** What a caller wrote, with the size of its pages: `.pages` finds it in the request, a stream of rows in its options. */
const withPageSize = (
  endpoint: Endpoint.Any,
  input: object,
  pageSize: number | undefined,
  form: Form,
): Either.Either<object, Request.Refusal> => {
  const name = Request.nameOf(endpoint, "Limit")
  if (name === undefined || form === "pages") {
    if (pageSize === undefined) return Either.right(input)
    const size = name === undefined ? "the endpoint" : `the parameter ${name}`
    return Request.refuse(endpoint, "pageSize", pageSize, `left out: ${size} says how large a page is`)
  }
  // What is no object of parameters is refused when they are read.
  if (!Predicate.isRecord(input)) return Either.right(input)
  if (input[name] !== undefined) {
    const expected =
      "left out: it is the size of a page. Use Stream.take for the first rows, or the option pageSize for smaller pages"
    return Request.refuse(endpoint, name, undefined, expected)
  }
  const { kind, wire } = endpoint.wireParams[name]!
  const size = pageSize ?? Request.largestPages(endpoint)[name]
  return Schema.is(wire)(size)
    ? Either.right({ ...input, [name]: size })
    : Request.refuse(endpoint, "pageSize", size, expected(kind, "input"))
}

/** Reads a call and cuts it. */
export const of = ({
  endpoint,
  form,
  input,
  options,
  refine = (shard) => [shard],
  until,
}: Call): Effect.Effect<Shards, Request.Refusal> =>
  Effect.gen(function* () {
    const { concurrency = 1, pageSize, prefetch = 1, shards } = yield* checkOptions(endpoint, options)
    const asked = yield* withPageSize(endpoint, input, pageSize, form)
    const written: Values = yield* Request.parse(endpoint, asked)
    const records = yield* recordsOf(endpoint, until)
    let values: ReadonlyArray<Values> = [written]
    let count = 1
    let order: Endpoint.Order | undefined
    if (endpoint.kind === "history") {
      const { order: orderOf, whole } = endpoint.timeRange
      Object.assign(written, whole?.(Request.withDefaults(endpoint, written), records))
      order = orderOf?.(Request.withDefaults(endpoint, written))
      count = shards ?? defaultShards(estimate(endpoint, written, records).pages, concurrency)
      values = cut(endpoint, written, count, records).flatMap((shard) => refine(shard, records))
    }
    const urls = yield* Effect.forEach(values, (part) => Request.toUrl(endpoint, part))
    return {
      settings: { prefetch, concurrency },
      values,
      count,
      records,
      urls,
      order,
      page: Request.limitOf(endpoint, written),
    }
  })
