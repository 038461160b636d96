/**
 * Pieces into which a history is cut, so that a growing range consists of the same pieces day after day.
 *
 * All time is halved, and each half with more than two expected pages of the request is halved
 * again, down to a day. So the cuts lie at fixed instants, independent of the end of the range and
 * the present: each past piece is found again. It is a page or two, so that it takes hardly more
 * requests than an uncut range, and the last, growing piece is no larger.
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Endpoint from "../../declare/Endpoint.js"
import type { MarketDataError } from "../../MarketDataError.js"
import * as Request from "../../Request.js"
import * as Step from "../Step.js"

const day = 86_400_000

/** Power of two of days from 1970 on: until 2149. */
const always = 2 ** 16 * day

type Estimate = (span: Endpoint.Span) => Endpoint.Estimate

/** Returns the starts of the pieces. Times without expected rows, such as weekends, belong to the previous piece. */
const startsOf = (estimate: Estimate, page: number, records: Endpoint.Span): ReadonlyArray<number> => {
  const startsIn = (from: number, length: number): ReadonlyArray<number> => {
    // protects: Of a range that goes on, only what was open is requested anew.
    // mutant: "asks on the next days only for what was open": const → from += records.to % day; const
    const span = { from: Math.max(from, records.from), to: Math.min(from + length - 1, records.to) }
    const { expected } = Step.inUnits(estimate(span))
    if (expected === 0) return []
    if (expected <= 2 * page || length === day) return [from]
    const half = length / 2
    return [...startsIn(from, half), ...startsIn(from + half, half)]
  }
  return startsIn(0, always)
}

/** Cuts requests that can become final into pieces, and leaves all others as they are. */
export const cutting =
  (steps: (call: Step.StreamCall) => Effect.Effect<Step.Steps, MarketDataError>) =>
  (call: Step.StreamCall): Effect.Effect<Step.Steps, MarketDataError> =>
    Effect.gen(function* () {
      const { endpoint, input, options, until } = call
      // A request that is rejected here is rejected there.
      const written = Either.getOrUndefined(Request.parse(endpoint, input))
      if (endpoint.kind !== "history" || written === undefined) return yield* steps(call)
      const { rows } = endpoint.timeRange
      const { final } = rows(Request.withDefaults(endpoint, written), yield* Step.recordsOf(endpoint, until))
      if (final === undefined) return yield* steps(call)
      const refine = (shard: Step.RequestValues, records: Endpoint.Span) => {
        const values = Request.withDefaults(endpoint, shard)
        const page = Request.limitOf(endpoint, values) ?? Infinity
        const starts = startsOf((span) => rows(values, span), page, records)
        const pieces = Step.cut(endpoint, shard, starts, records)
        // Unchanged: it may have been requested with these values.
        return pieces.length === 1 ? [shard] : pieces
      }
      return yield* steps({ ...call, options: { ...options, shards: options.shards ?? 1 }, refine })
    })
