/**
 * A request to the service as a value: its parameters, its expected result, and when that is final.
 *
 * A stream consists of steps: the requests for its shards, and those that follow a `next_url`.
 * Layers between the services and the connection (`Cache`, `Checkpoints`, `UnknownFields`) work
 * with steps; only the connection makes URLs of them.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type { Checkpoint } from "../Checkpoint.js"
import type { Decoded } from "../declare/Decoder.js"
import type * as Endpoint from "../declare/Endpoint.js"
import type * as Envelope from "../declare/Envelope.js"
import { resolve } from "./nextUrl.js"
import { expected } from "./Kind.js"
import type { MarketDataError } from "../MarketDataError.js"
import type * as Method from "../Method.js"
import * as Request from "../Request.js"

/** Canonical values of a request, without the defaults of the service. */
export type RequestValues = Record<string, unknown>

/** One request: for a whole response, or for one page. */
export interface Step {
  /** Requested endpoint. */
  readonly endpoint: Endpoint.Any
  /** Request of the step. Later pages have the values of their original request. */
  readonly values: RequestValues
  /** Path and query, without the key. */
  readonly path: string
  /** Number of the page, from 1. */
  readonly page: number
  /** Page whose `next_url` leads here; absent on a first page. */
  readonly previous?: Step
  /** Whether the pages began at a stored `next_url`, which may not belong to the request. */
  readonly resumed?: boolean
}

/** Makes the first page of a request, or the reason why it cannot be sent. */
export const make = (endpoint: Endpoint.Any, values: RequestValues): Either.Either<Step, Request.Refusal> =>
  Either.map(Request.toUrl(endpoint, values), (path) => ({ endpoint, values, path, page: 1 }))

/** Returns the page of a `next_url`, on the configured origin; `undefined` if it is not the URL of a page. */
export const next = (self: Step, nextUrl: string): Step | undefined => {
  const path = resolve(nextUrl, self.path)
  return path === undefined ? undefined : { ...self, path, page: self.page + 1, previous: self }
}

/** Returns the rest of a request, from a stored path and query on. */
export const resume = (self: Step, path: string): Step => ({ ...self, path, resumed: true })

/** Returns the pages before this one, from the first one on. */
export const before = ({ previous }: Step): ReadonlyArray<Step> =>
  previous === undefined ? [] : [...before(previous), previous]

type AnyHistory = Extract<Endpoint.Any, { readonly kind: "history" }>

/** Time in which rows of an endpoint can lie: from its first records, if known, until now or another instant. */
export const recordsOf = ({ recordsFrom }: Endpoint.Any, until?: number): Effect.Effect<Endpoint.Span> =>
  Effect.map(Clock.currentTimeMillis, (now) => ({
    from: recordsFrom === undefined ? -Infinity : Date.parse(recordsFrom),
    to: until ?? now,
  }))

/**
 * Expected rows of a request within the time of the records, its largest number of pages, and the
 * instant from which it is final.
 */
export interface RequestEstimate extends Endpoint.Estimate {
  /** Upper bound for the pages. */
  readonly pages: number
}

/** Returns an estimate in the units of a page's limit. */
export const inUnits = (estimate: Endpoint.Estimate): Endpoint.Amount => estimate.units ?? estimate

const estimateOf = (endpoint: AnyHistory, values: RequestValues, records: Endpoint.Span): RequestEstimate => {
  const complete: Record<string, unknown> = Request.withDefaults(endpoint, values)
  const rows = endpoint.timeRange.rows(complete, records)
  const limit = Request.limitOf(endpoint, complete) ?? Infinity
  return { ...rows, pages: Math.max(1, Math.ceil(inUnits(rows).most / limit)) }
}

/** Estimates the total rows of a step's request; `undefined` if the endpoint has no time range. */
export const estimate = ({ endpoint, values }: Step, records: Endpoint.Span): RequestEstimate | undefined =>
  endpoint.kind === "history" ? estimateOf(endpoint, values, records) : undefined

/** Whether the whole result of a step's request was final at an instant, in epoch milliseconds. */
export const isFinal = (self: Step, instant: number): Effect.Effect<boolean> =>
  Effect.map(
    recordsOf(self.endpoint),
    (records) => !self.resumed && (estimate(self, records)?.final ?? Infinity) <= instant,
  )

/**
 * Purpose of a stream: pages of the requested size, or all rows, from the largest pages unless an option overrides it.
 */
export type Form = "pages" | "rows"

/** A streaming call. */
export interface StreamCall {
  /** Requested endpoint. */
  readonly endpoint: Endpoint.Any
  /** Request of the caller. */
  readonly input: object
  /** Options of the stream. */
  readonly options: Method.HistoryOptions
  /** Pages or rows. */
  readonly form: Form
  /** End of the data, in epoch milliseconds. Default: now. */
  readonly until?: number | undefined
  /** Cuts a shard into smaller ones, in the order of their rows. */
  readonly refine?: ((shard: RequestValues, records: Endpoint.Span) => ReadonlyArray<RequestValues>) | undefined
}

/** Requests of a stream and their scheduling. */
export interface Steps {
  /** Whole request. */
  readonly request: Step
  /** First page of each shard, in the order of their rows. */
  readonly first: ReadonlyArray<Step>
  /** Requested number of shards. */
  readonly count: number
  /** Time in which rows can lie. */
  readonly records: Endpoint.Span
  /** Pages ahead of the consumer. */
  readonly prefetch: number
  /** Number of concurrent shards. */
  readonly concurrency: number
  /** Order of the rows, if the endpoint declares it. */
  readonly order: Endpoint.Order | undefined
  /** Observers of the stream's pages, such as checkpoints. */
  readonly follow?: Follow | undefined
}

/**
 * Called once with each decoded page of a stream, in order, with its step and the next one in its
 * shard, if it can be requested.
 */
export type Follow = (
  page: Decoded<Envelope.List, { readonly length: number }>,
  step: Step,
  next: Step | undefined,
) => {
  /** Checkpoint after the page, returned to the caller with it. */
  readonly checkpoint: Checkpoint | undefined
  /** Runs when the consumer requests the next page. */
  readonly passed: Effect.Effect<void, MarketDataError>
}

/** Upper bound for the shards of a stream, whose requests are all created at once, and for concurrency. */
const most = 4096

/** Minimum of each option. */
const least = { prefetch: 0, concurrency: 1, shards: 1 }

const checkOptions = (
  endpoint: Endpoint.Any,
  options: Method.HistoryOptions,
): Either.Either<Method.HistoryOptions, Request.Refusal> => {
  const known = Request.checkOptions(endpoint, options, "stream")
  if (Either.isLeft(known)) return Either.left(known.left)
  if (options.checkpoint !== undefined) {
    return Request.refuse(endpoint, "checkpoint", undefined, "omitted, or Checkpoints.layer provided")
  }
  for (const [name, minimum] of Object.entries(least)) {
    const value = options[name as keyof typeof least]
    // protects: Options that would take all memory are refused.
    // mutant: "what cannot be asked": without && value <= most
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= minimum && value <= most)) {
      return Request.refuse(endpoint, name, value, `a whole number from ${minimum} to ${most}`)
    }
  }
  return Either.right(options)
}

/**
 * Target fill of a shard's page: rows are unevenly distributed, and a second page with a few of
 * them would cost a request.
 */
const fullness = 7 / 8

/**
 * One shard per page: a waiting shard holds only its first pages, so the rest of a longer one would
 * finally be fetched sequentially.
 */
const defaultShards = (pages: number, concurrency: number): number =>
  concurrency === 1 ? 1 : Math.max(concurrency, Math.min(most, Math.ceil(pages / fullness)))

/** Cuts a request into at most `shards` shards, or at instants. */
export const cut = (
  endpoint: AnyHistory,
  values: RequestValues,
  shards: Endpoint.Cuts,
  records: Endpoint.Span,
): ReadonlyArray<RequestValues> => {
  if (shards === 1) return [values]
  const parts = endpoint.timeRange.cut(Request.withDefaults(endpoint, values), shards, records)
  return parts.map((part) =>
    Object.fromEntries(Object.entries({ ...values, ...part }).filter(([, value]) => value !== undefined)),
  )
}

/** Adds the page size to a caller's request: `.pages` takes it from the request, a stream of rows from its options. */
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
    return Request.refuse(endpoint, "pageSize", pageSize, `omitted: ${size} says how large a page is`)
  }
  // A request that is not an object is rejected when it is parsed.
  if (!Predicate.isRecord(input)) return Either.right(input)
  if (input[name] !== undefined) {
    const expected =
      "omitted: it is the size of a page. Use Stream.take for the first rows, or the option pageSize for smaller pages"
    return Request.refuse(endpoint, name, undefined, expected)
  }
  const { kind, wire } = endpoint.wireParams[name]!
  const size = pageSize ?? Request.largestPages(endpoint)[name]
  return Schema.is(wire)(size)
    ? Either.right({ ...input, [name]: size })
    : Request.refuse(endpoint, "pageSize", size, expected(kind, "input"))
}

/** Returns the requests of a stream, or the reason for its rejection. */
export const ofStream = ({
  endpoint,
  form,
  input,
  options,
  refine = (shard) => [shard],
  until,
}: StreamCall): Effect.Effect<Steps, Request.Refusal> =>
  Effect.gen(function* () {
    const { concurrency = 1, pageSize, prefetch = 1, shards } = yield* checkOptions(endpoint, options)
    const values: RequestValues = yield* Request.parse(endpoint, yield* withPageSize(endpoint, input, pageSize, form))
    const records = yield* recordsOf(endpoint, until)
    let parts: ReadonlyArray<RequestValues> = [values]
    let count = 1
    if (endpoint.kind === "history") {
      // protects: A stream asks for all that its filters select, where the service gives a part by default.
      // mutant: "asks for all that its filters select": values → {}
      Object.assign(values, endpoint.timeRange.whole?.(Request.withDefaults(endpoint, values), records))
      count = shards ?? defaultShards(estimateOf(endpoint, values, records).pages, concurrency)
      parts = cut(endpoint, values, count, records).flatMap((shard) => refine(shard, records))
    }
    return {
      request: yield* make(endpoint, values),
      first: yield* Effect.forEach(parts, (part) => make(endpoint, part)),
      count,
      records,
      prefetch,
      concurrency,
      order: Request.orderOf(endpoint, Request.withDefaults(endpoint, values)),
    }
  })
