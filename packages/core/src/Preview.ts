/**
 * What a stream will cost, told without sending anything.
 *
 * @module
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Endpoint from "./Endpoint.js"
import type * as Method from "./Method.js"
import type * as RateLimit from "./RateLimit.js"
import * as Request from "./Request.js"
import * as Step from "./Step.js"

/** Cost of a stream. Time before the endpoint's first records and after now is not counted: it holds no rows. */
export interface Preview {
  /** Requests that the stream will make, at most: histories have gaps. */
  readonly requests: number
  /** Shards that the range is cut into. */
  readonly shards: number
  /** Largest number of what `limit` counts (base aggregates for bars, rows elsewhere). */
  readonly rows: number
  /** Usual number of what `limit` counts in the endpoint's market. Some instruments have a multiple of it, others a fraction. */
  readonly expectedRows: number
  /**
   * How far a stream has come when the row with this timestamp is here: the share of the range's trading time that is covered, from 0 to 1. A number is in
   * epoch milliseconds, a `bigint` in epoch nanoseconds, as rows hold them. It never goes back while a stream runs, and needs no total: where rows are
   * rare, it goes on all the same.
   */
  readonly progress: (timestamp: number | bigint) => number
}

/**
 * What `stream(request, options)` of a history will cost by the `Clock`, or why the request would be refused.
 *
 * ```ts
 * const request = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: "2015-01-01", to: "2024-12-31" } as const
 * const preview = yield* Preview.of(Stocks.endpoints.bars, request)
 * yield* stocks.bars.stream(request).pipe(Stream.runForEach((bar) => show(preview.progress(bar.timestamp))))
 * ```
 */
export const of = <R extends object, Row, P extends Endpoint.Params, Page>(
  endpoint: Endpoint.History<R, Row, P, Page>,
  request: Omit<R, Endpoint.LimitKey<P>>,
  options: Method.HistoryOptions = {},
): Effect.Effect<Preview, Request.Refusal> =>
  Effect.gen(function* () {
    const steps = yield* Step.ofStream({ endpoint, input: request, options, form: "rows" })
    const { first, records } = steps
    const parts = first.map((step) => Step.estimate(step, records)!)
    const sum = (key: "pages" | "most" | "expected") => parts.reduce((total, part) => total + part[key], 0)
    const range = Request.withDefaults(endpoint, steps.request.values as Endpoint.WrittenOf<P>)
    return {
      requests: sum("pages"),
      shards: parts.length,
      rows: sum("most"),
      expectedRows: sum("expected"),
      progress: (timestamp) => {
        const millis = typeof timestamp === "bigint" ? Number(timestamp / 1_000_000n) : timestamp
        return endpoint.timeRange.covered(range, records, millis)
      },
    }
  })

/**
 * The least time that the requests take in a window of a rate limit: `limit` leave at once, and the next ones an `interval` after them.
 */
export const duration = (self: Pick<Preview, "requests">, window: RateLimit.Window): Duration.Duration =>
  Duration.times(window.interval, Math.floor(Math.max(0, self.requests - 1) / window.limit))
