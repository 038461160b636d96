/**
 * What an endpoint is to a caller: a function that gives one answer, and, where the service pages, streams over all of them.
 *
 * @module
 */
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { Checkpoint } from "./Checkpoint.js"
import type { Columns } from "./Columns.js"
import type * as Endpoint from "./Endpoint.js"
import type { CallError, HistoryCallError, MarketDataError, StreamError } from "./MarketDataError.js"

/** Options of a call. */
export interface CallOptions {
  /**
   * What becomes of a row that its schema refuses, and of one that does not follow the last row of the page before. `"fail"`: the call fails with `DecodeError`,
   * which names the row. `"skip"`: the row is left out. It stands in `invalid` of the page or of the columns, and is counted in the span
   * (`candela.invalid_rows`) and in the metric `candela_invalid_rows_total`; the first one of each kind is logged as a warning. An answer that is one value always
   * fails. Default: as the layer says.
   */
  readonly onInvalidRow?: "fail" | "skip" | undefined
  /**
   * How long the call or the stream may take in all: waits, retries and, in a stream, the consumer's own time included. Then it fails with `TimeoutError`. No
   * retry begins after it. Default: as long as it takes, with the layer's `timeout` for each attempt.
   */
  readonly deadline?: Duration.DurationInput | undefined
}

/** Options of pages. */
export interface PageOptions extends CallOptions {
  /**
   * How many pages may be ahead of the one in the consumer's hands: asked for, or here and waiting. The first page is fetched alone, so that
   * `take(1)` costs one request. 0: each page is asked for when the last one is used up. Default 1.
   */
  readonly prefetch?: number | undefined
  /**
   * Where to begin, if not with the first row: at a checkpoint, or at a stored `next_url` as a `URL`. A name stands for the checkpoint under that name, if there
   * is one, and saves each that follows. Needs `Checkpoints.layer`.
   */
  readonly checkpoint?: string | URL | Checkpoint | undefined
}

/** Options of a stream. */
export interface StreamOptions extends PageOptions {
  /** The size of a page, in what the endpoint's limit counts. Default the largest that the endpoint gives. */
  readonly pageSize?: number | undefined
}

/** Options of the pages of a history. */
export interface HistoryPageOptions extends PageOptions {
  /**
   * How many shards run side by side, each with up to `prefetch` pages here and waiting, and at least one. Rows come out in order all the same.
   * Default 1: one page after the other.
   */
  readonly concurrency?: number | undefined
  /**
   * How many shards the range is cut into. Default: about one for each page that is expected, and at least `concurrency`. Fewer, longer ones end up waiting
   * for each other, because rows come out in order and only so many pages are held. Time before the endpoint's first records and after now is not cut:
   * the first and the last shard take it.
   */
  readonly shards?: number | undefined
}

/** Options of a stream of a history. */
export interface HistoryOptions extends HistoryPageOptions, StreamOptions {}

/** A method that gives one answer: a value, or all the rows there are. */
export interface Call<Request, A> {
  (request: Request, options?: CallOptions): Effect.Effect<A, CallError>
}

/** A method that gives pages of rows. A stream's request holds no `limit`, which is a page's size and not a total: see {@link StreamOptions}. */
export interface Paged<Request, Row, Page, StreamRequest = Request> {
  (request: Request, options?: CallOptions): Effect.Effect<Page, CallError>
  /** All pages, from the requested one on. Pages have the size that `limit` says, or the endpoint's default. */
  readonly pages: (request: Request, options?: PageOptions) => Stream.Stream<Page, StreamError>
  /** All rows, in chunks of about 1,000, from the largest pages that the endpoint gives. `Stream.take` gives the first ones. */
  readonly stream: (request: StreamRequest, options?: StreamOptions) => Stream.Stream<Row, StreamError>
}

/** A method that gives a history: numeric rows in a time range. */
export interface History<Request, Row, Page, StreamRequest = Request> {
  (request: Request, options?: CallOptions): Effect.Effect<Page, HistoryCallError>
  /** All pages, from the requested one on. Pages have the size that `limit` says, or the endpoint's default. */
  readonly pages: (request: Request, options?: HistoryPageOptions) => Stream.Stream<Page, MarketDataError>
  /** All rows, in chunks of about 1,000, from the largest pages that the endpoint gives. `Stream.take` gives the first ones. */
  readonly stream: (request: StreamRequest, options?: HistoryOptions) => Stream.Stream<Row, MarketDataError>
  /** All rows as columns, a chunk a page: one typed array per field. Faster than rows, and far smaller. */
  readonly columns: (request: StreamRequest, options?: HistoryOptions) => Stream.Stream<Columns<Row>, MarketDataError>
}

/** Marks a method as that of an endpoint, for {@link endpointOf}: what makes methods uses it. */
export const withEndpoint = <M extends object>(method: M, endpoint: Endpoint.Any): M =>
  Object.assign(method, { endpoint })

/**
 * The endpoint that a method asks, as `stocks.bars` asks `Stocks.endpoints.bars`: for functions that take any method, and need what its declaration says.
 * `undefined` for a function that is no method of an endpoint. A mock has the endpoint by `Mock.layer`.
 */
export const endpointOf = (method: object): Endpoint.Any | undefined =>
  (method as { readonly endpoint?: Endpoint.Any }).endpoint

/** The method of an endpoint. */
export type Of<E extends Endpoint.Any> = OfTypes<E, E[Endpoint.TypeId]>

type OfTypes<E extends Endpoint.Any, T extends Endpoint.Types<unknown, unknown, unknown>> = E["kind"] extends "history"
  ? History<T["request"], T["row"], T["answer"], Omit<T["request"], Endpoint.LimitKey<E["params"]>>>
  : E["kind"] extends "paged"
    ? Paged<T["request"], T["row"], T["answer"], Omit<T["request"], Endpoint.LimitKey<E["params"]>>>
    : Call<T["request"], T["answer"]>
