/**
 * What an endpoint is to a caller: a function that gives one answer, and, where the service pages, streams over all of them.
 *
 * @module
 */
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { Columns } from "./Columns.js"
import type * as Endpoint from "./Endpoint.js"
import type { Page } from "./Envelope.js"
import type { MarketDataError } from "./MarketDataError.js"

/** How a stream asks for its pages. */
export interface StreamOptions {
  /**
   * How many pages may be ahead of the one in the consumer's hands: asked for, or here and waiting. The first page is fetched alone, so that
   * `take(1)` costs one request. 0: each page is asked for when the last one is used up. Default 1.
   */
  readonly prefetch?: number | undefined
}

/** How a stream of a history asks for its pages. */
export interface HistoryOptions extends StreamOptions {
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

/** A method that gives one answer. */
export interface Single<Request, A> {
  (request: Request): Effect.Effect<A, MarketDataError>
}

/** A method that gives pages of rows. */
export interface Paged<Request, Row, P extends Page<Row> = Page<Row>> {
  (request: Request): Effect.Effect<P, MarketDataError>
  /** All pages, from the requested one on. Pages have the size that `limit` says, or the endpoint's default. */
  readonly pages: (request: Request, options?: StreamOptions) => Stream.Stream<P, MarketDataError>
  /** All rows, in chunks of about 1,000. Asks for the largest pages that the endpoint gives, unless `limit` says otherwise. */
  readonly stream: (request: Request, options?: StreamOptions) => Stream.Stream<Row, MarketDataError>
}

/** A method that gives a history: numeric rows in a time range. */
export interface History<Request, Row, P extends Page<Row> = Page<Row>> {
  (request: Request): Effect.Effect<P, MarketDataError>
  /** All pages, from the requested one on. Pages have the size that `limit` says, or the endpoint's default. */
  readonly pages: (request: Request, options?: HistoryOptions) => Stream.Stream<P, MarketDataError>
  /** All rows, in chunks of about 1,000. Asks for the largest pages that the endpoint gives, unless `limit` says otherwise. */
  readonly stream: (request: Request, options?: HistoryOptions) => Stream.Stream<Row, MarketDataError>
  /** All rows as columns, a chunk a page: one typed array per field. Faster than rows, and far smaller. */
  readonly columns: (request: Request, options?: HistoryOptions) => Stream.Stream<Columns<Row>, MarketDataError>
}

type PageOf<Row, Env> = Env & Page<Row>

/** The method of an endpoint. */
export type Of<E extends Endpoint.Any> =
  E extends Endpoint.Single<infer P, infer A>
    ? Single<Endpoint.RequestOf<P>, A>
    : E extends Endpoint.List<infer P, infer Row, infer Env>
      ? Single<Endpoint.RequestOf<P>, PageOf<Row, Env>>
      : E extends Endpoint.Paged<infer P, infer Row, infer Env>
        ? Paged<Endpoint.RequestOf<P>, Row, PageOf<Row, Env>>
        : E extends Endpoint.History<infer P, infer Row, infer Env>
          ? History<Endpoint.RequestOf<P>, Row, PageOf<Row, Env>>
          : never
