/**
 * Methods of endpoints: a function that returns one response and, if the service pages, streams over all of them.
 *
 * @module
 */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { Checkpoint } from "./Checkpoint.js"
import type { Columns } from "./Columns.js"
import type * as Endpoint from "./declare/Endpoint.js"
import type * as Retry from "./Retry.js"
import type { BadResolution, CallError, StreamError } from "./MarketDataError.js"

/** Options of a call. */
export interface CallOptions {
  /**
   * Treatment of a row that its schema rejects, or that is not what was requested: out of order, outside the
   * requested time, of another ticker, or another row of the same bar. `"fail"`: the call fails with `DecodeError`,
   * which names the row. `"skip"`: the row is omitted. It is listed in `invalid` of the page or of the columns, and
   * counted in the span (`candela.invalid_rows`) and in the metric `candela_invalid_rows_total`; the first one of
   * each kind is logged as a warning. A response with one value always fails. Default: as set for the layer.
   */
  readonly onInvalidRow?: "fail" | "skip" | undefined
  /**
   * Total time limit of the call or stream, including waits, retries and, in a stream, the
   * consumer's own time. Then it fails with `TimeoutError`. No retry begins after it. Default: the
   * layer's `deadline` for a call, none for a stream. Each attempt also has the layer's `timeout`.
   */
  readonly deadline?: Duration.DurationInput | undefined
  /** Retry policy of the call, or of each page of the stream. Default: the layer's. */
  readonly retry?: Retry.Policy | undefined
}

/** Options of pages. */
export interface PageOptions extends CallOptions {
  /**
   * Maximum number of pages ahead of the consumer's page, requested or buffered. The first page is fetched alone,
   * so that `take(1)` costs one request. 0: each page is requested when the previous one is used up. Default 1.
   */
  readonly prefetch?: number | undefined
  /**
   * Start other than the first row: a checkpoint, or a stored `next_url` as a `URL`. A name loads the
   * checkpoint under that name, if there is one, and saves each later one. Needs `Checkpoints.layer`.
   */
  readonly checkpoint?: string | URL | Checkpoint | undefined
}

/** Options of a stream. */
export interface StreamOptions extends PageOptions {
  /** Page size, in the unit of the endpoint's limit. Default: the endpoint's maximum. */
  readonly pageSize?: number | undefined
}

/** Options of the pages of a history. */
export interface HistoryPageOptions extends PageOptions {
  /**
   * Number of concurrent shards, each with up to `prefetch` buffered pages, and at least one. Rows
   * are still emitted in order. Default 1: one page after the other.
   */
  readonly concurrency?: number | undefined
  /**
   * Number of shards into which the range is cut. Default: about one per expected page, and at
   * least `concurrency`. Fewer, longer ones end up waiting for each other, because rows are emitted
   * in order and only a limited number of pages is held. Time before the endpoint's first records
   * and after now is not cut: it belongs to the first and last shards.
   */
  readonly shards?: number | undefined
}

/** Options of a stream of a history. */
export interface HistoryOptions extends HistoryPageOptions, StreamOptions {}

/**
 * Errors, and those of parameters. Editors show `CallError` by its name where there are none of these, but a union with
 * `never` by its members.
 */
type With<E, Refused> = [Refused] extends [never] ? E : E | Refused

/** A method that returns one response: a value, or all rows. `Refused` is the error of a parameter that has its own. */
export interface Call<Request, A, Refused = never> {
  (request: Request, options?: CallOptions): Effect.Effect<A, With<CallError, Refused>>
}

/**
 * A method that returns pages of rows. A stream's request has no `limit`, which is a page size and
 * not a total: see {@link StreamOptions}.
 */
export interface Paged<Request, Row, Page, StreamRequest = Request, Refused = never> {
  (request: Request, options?: CallOptions): Effect.Effect<Page, With<CallError, Refused>>
  /** All pages, from the requested one on. Pages have the size of `limit`, or the endpoint's default. */
  readonly pages: (request: Request, options?: PageOptions) => Stream.Stream<Page, With<StreamError, Refused>>
  /** All rows, in chunks of about 1,000, from the endpoint's largest pages. `Stream.take` returns the first ones. */
  readonly stream: (request: StreamRequest, options?: StreamOptions) => Stream.Stream<Row, With<StreamError, Refused>>
}

/** A method that returns a history: numeric rows in a time range. */
export interface History<Request, Row, Page, StreamRequest = Request, Refused = never> {
  (request: Request, options?: CallOptions): Effect.Effect<Page, With<CallError, Refused>>
  /** All pages, from the requested one on. Pages have the size of `limit`, or the endpoint's default. */
  readonly pages: (request: Request, options?: HistoryPageOptions) => Stream.Stream<Page, With<StreamError, Refused>>
  /** All rows, in chunks of about 1,000, from the endpoint's largest pages. `Stream.take` returns the first ones. */
  readonly stream: (request: StreamRequest, options?: HistoryOptions) => Stream.Stream<Row, With<StreamError, Refused>>
  /** All rows as columns, one chunk per page: one typed array per field. Faster than rows, and far smaller. */
  readonly columns: (
    request: StreamRequest,
    options?: HistoryOptions,
  ) => Stream.Stream<Columns<Row>, With<StreamError, Refused>>
}

/** Marks a method as that of an endpoint, for {@link endpointOf} and `serviceTime`; used by code that makes methods. */
export const withEndpoint = <M extends object>(
  method: M,
  endpoint: Endpoint.Any,
  serviceTime?: Effect.Effect<number | undefined>,
): M => Object.assign(method, { endpoint }, serviceTime && { serviceTime })

/**
 * Returns the endpoint of a method, `Stocks.endpoints.bars` for `stocks.bars`: for functions that take any
 * method and need its declaration. `undefined` for other functions. A mock gets its endpoint from `Mock.layer`.
 */
export const endpointOf = (method: object): Endpoint.Any | undefined =>
  (method as { readonly endpoint?: Endpoint.Any }).endpoint

/**
 * Returns the time of the service of a method, in epoch milliseconds: its last `Date` header, plus the time
 * since then. The header has whole seconds, so the time is up to one second behind. `undefined` before the
 * first response, if the client hides the header (browsers do, unless the service exposes it), and for a mock.
 */
export const serviceTime = (method: object): Effect.Effect<number | undefined> =>
  (method as { readonly serviceTime?: Effect.Effect<number | undefined> }).serviceTime ?? Effect.succeed(undefined)

/** Method of an endpoint. */
export type Of<E extends Endpoint.Any> = OfTypes<E, E[Endpoint.TypeId]>

/** Error of the parameters with their own. */
type RefusedOf<P extends Endpoint.Params> = {
  [K in keyof P]: P[K] extends { readonly refusal: "BadResolution" } ? BadResolution : never
}[keyof P]

type OfTypes<E extends Endpoint.Any, T extends Endpoint.Types<unknown, unknown, unknown>> = E["kind"] extends "history"
  ? History<
      T["request"],
      T["row"],
      T["answer"],
      Omit<T["request"], Endpoint.LimitKey<E["params"]>>,
      RefusedOf<E["params"]>
    >
  : E["kind"] extends "paged"
    ? Paged<
        T["request"],
        T["row"],
        T["answer"],
        Omit<T["request"], Endpoint.LimitKey<E["params"]>>,
        RefusedOf<E["params"]>
      >
    : Call<T["request"], T["answer"], RefusedOf<E["params"]>>
