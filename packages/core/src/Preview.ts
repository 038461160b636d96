/**
 * What a stream will cost, told without sending anything.
 *
 * @module
 */
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import type * as Endpoint from "./Endpoint.js"
import type * as Envelope from "./Envelope.js"
import * as Shards from "./internal/shards.js"
import type { InvalidRequest } from "./MarketDataError.js"
import type * as Method from "./Method.js"
import type * as RateLimit from "./RateLimit.js"

/** What a stream will cost, at most: histories have gaps. */
export interface Preview {
  /** Requests that the stream will make. */
  readonly requests: number
  /** Shards that the range is cut into. */
  readonly shards: number
  /** What `limit` counts: base aggregates for bars, rows elsewhere. */
  readonly rows: number
}

/**
 * What `stream(request, options)` of a history will cost, or why the request would be refused.
 *
 * ```ts
 * const preview = Preview.of(Stocks.endpoints.bars, { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: "2015-01-01", to: "2024-12-31" })
 * ```
 */
export const of = <P extends Endpoint.Params, Row, Env extends Envelope.List>(
  endpoint: Endpoint.History<P, Row, Env>,
  request: Endpoint.RequestOf<P>,
  options: Method.HistoryOptions = {},
): Either.Either<Preview, InvalidRequest> =>
  Either.map(Shards.of(endpoint, request, options, true), ({ values }) => {
    const parts = values.map((part) => Shards.expected(endpoint, part))
    return {
      requests: parts.reduce((sum, { pages }) => sum + pages, 0),
      shards: parts.length,
      rows: parts.reduce((sum, { rows }) => sum + rows, 0),
    }
  })

/**
 * The least time that the requests take where `limit` of them may leave per `interval`: the first `limit` leave at once, the others one by one, whole
 * milliseconds apart.
 */
export const duration = (self: Preview, rate: RateLimit.Options): Duration.Duration =>
  Duration.millis(Math.max(0, self.requests - rate.limit) * Math.ceil(Duration.toMillis(rate.interval) / rate.limit))
