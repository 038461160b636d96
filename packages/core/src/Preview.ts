/**
 * Cost of a stream, computed without sending anything.
 *
 * @module
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Endpoint from "./declare/Endpoint.js"
import type * as Method from "./Method.js"
import type * as RateLimit from "./RateLimit.js"
import * as Request from "./Request.js"
import * as Step from "./internal/Step.js"

/** Cost of a stream. Time before the endpoint's first records and after now is not counted: it has no rows. */
export interface Preview {
  /** Maximum number of requests of the stream: histories have gaps. */
  readonly requests: number
  /** Number of shards into which the range is cut. */
  readonly shards: number
  /** Maximum number of rows. */
  readonly rows: number
  /** Usual number of rows in the endpoint's market. Some instruments have up to twice as many, thin ones a fraction. */
  readonly expectedRows: number
  /**
   * Progress of a stream at the row with this timestamp: the covered share of the range's trading
   * time, from 0 to 1. A number is in epoch milliseconds, a `bigint` in epoch nanoseconds, as in rows.
   * It never decreases while a stream runs, and needs no total: it also advances where rows are rare.
   */
  readonly progress: (timestamp: number | bigint) => number
}

/**
 * Returns the cost of `stream(request, options)` of a history, as of the `Clock`, or the reason why
 * the request would be rejected.
 *
 * ```ts
 * const range = { from: "2015-01-01", to: "2024-12-31" } as const
 * const request = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", ...range } as const
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
 * Minimum duration of the requests under a window of a rate limit: `limit` are sent at once, and
 * the next ones an `interval` later.
 */
export const duration = (self: Pick<Preview, "requests">, window: RateLimit.Window): Duration.Duration =>
  Duration.times(window.interval, Math.floor(Math.max(0, self.requests - 1) / window.limit))
