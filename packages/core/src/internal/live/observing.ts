/**
 * Observes a stream of events: a span for each fill, with the requests in it, and metrics of fills, gaps, revisions.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as Scope from "effect/Scope"
import type * as Tracer from "effect/Tracer"
import type { Event, Settled } from "../../Live.js"
import * as LiveTelemetry from "../../LiveTelemetry.js"
import * as Lapses from "./lapse.js"

/** A fill that has not ended. */
interface Running {
  readonly lapse: Lapses.Lapse
  readonly span: Tracer.Span
  readonly began: number
}

const interrupted = Exit.failCause(Cause.interrupt(FiberId.none))

/** Observes the stream of a topic, until its scope closes. */
export const make = (topic: string, scope: Scope.Scope) => {
  let running: Running | undefined

  const end = ({ began, lapse, span }: Running, outcome: Lapses.Outcome | "interrupted") =>
    Effect.map(Effect.clock, (clock) => {
      running = undefined
      const { reason, rows } = lapse
      for (const [name, value] of Object.entries({ tickers: Lapses.tickers(lapse), rows, outcome })) {
        span.attribute(name, value)
      }
      span.end(clock.unsafeCurrentTimeNanos(), outcome === "interrupted" ? interrupted : Exit.void)
      const seconds = (clock.unsafeCurrentTimeMillis() - began) / 1000
      LiveTelemetry.update(LiveTelemetry.fillDuration, "topic", topic, seconds, { outcome, reason })
      if (rows > 0) LiveTelemetry.update(LiveTelemetry.filledRows, "topic", topic, rows)
    })

  const begin = (lapse: Lapses.Lapse) =>
    Effect.gen(function* () {
      const span = yield* Effect.makeSpan("live.fill", { attributes: { topic, reason: lapse.reason } })
      running = { lapse, span, began: yield* Clock.currentTimeMillis }
    })

  // protects: The span of a fill ends with its stream.
  // mutant: "that a stream interrupts ends with it": running === undefined → running !== undefined
  const stopped = Effect.suspend(() =>
    running === undefined ? Effect.void : end(running, running.lapse.outcome ?? "interrupted"),
  )

  let isWatched = false
  const finalizer = Effect.suspend(() => {
    if (isWatched) return Effect.void
    isWatched = true
    return Scope.addFinalizer(scope, stopped)
  })

  return {
    /** Observes fills that began or ended. */
    fills: (fills: ReadonlyArray<Lapses.Lapse>): Effect.Effect<void> =>
      Effect.zipRight(
        finalizer,
        Effect.forEach(
          fills,
          (lapse) =>
            Effect.zipRight(
              running === undefined ? begin(lapse) : Effect.void,
              Effect.suspend(() => (lapse.outcome === undefined ? Effect.void : end(running!, lapse.outcome))),
            ),
          { discard: true },
        ),
      ),
    /** Makes the requests of an effect a part of the fill that runs. */
    within: <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      running === undefined
        ? effect
        : (Effect.withParentSpan(effect as Effect.Effect<A, E, R | Tracer.ParentSpan>, running.span) as never),
    /** Counts gaps and revisions. */
    events: (events: ReadonlyArray<Event<unknown> | Settled>): void => {
      for (const event of events) {
        if (event._tag === "Revised") LiveTelemetry.update(LiveTelemetry.revisions, "topic", topic, 1)
        else if (event._tag === "Gap")
          LiveTelemetry.update(LiveTelemetry.gaps, "topic", topic, 1, { filled: String(event.filled) })
      }
    },
  }
}
