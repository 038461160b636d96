/**
 * Counts the requests actually sent, including retries, by the metric of the client.
 *
 * @module
 */
import * as Telemetry from "@candela/core/Telemetry"
import type * as Universe from "@candela/history/Universe"
import * as Stocks from "@candela/stocks/Stocks"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"

/** Endpoints requested by a sync of universes. */
const endpointsOf = (universes: ReadonlyArray<Universe.AnyUniverse>) => {
  const { dailyMarketSummary, dividends, splits } = Stocks.Stocks.endpoints
  return new Set([splits, dividends, dailyMarketSummary, ...universes.map(({ endpoint }) => endpoint)])
}

const sent = (universes: ReadonlyArray<Universe.AnyUniverse>) =>
  Effect.map(
    Effect.forEach(endpointsOf(universes), (endpoint) => Metric.value(Telemetry.of(Telemetry.requests, endpoint))),
    (counts) => counts.reduce((sum, { count }) => sum + count, 0),
  )

/** Runs an effect, and returns the number of requests it sent. */
export const counted = <A, E, R>(
  universes: ReadonlyArray<Universe.AnyUniverse>,
  self: Effect.Effect<A, E, R>,
): Effect.Effect<readonly [A, number], E, R> =>
  Effect.gen(function* () {
    const before = yield* sent(universes)
    const value = yield* self
    return [value, (yield* sent(universes)) - before] as const
  })
