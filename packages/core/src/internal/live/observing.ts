/**
 * Observes a stream of events: a span for each fill, with the requests in it, and metrics of fills, gaps, revisions.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import type * as Tracer from "effect/Tracer"
import type { Event, Settled } from "../../Live.js"
import * as LiveTelemetry from "../../LiveTelemetry.js"
import * as Lapses from "./lapse.js"

const { update } = LiveTelemetry

/** Observes the stream of a topic. */
export const make = (topic: string) => {
  /** The fill that has not ended. */
  let running: { readonly lapse: Lapses.Lapse; readonly span: Tracer.Span; readonly began: number } | undefined

  const end = Effect.map(Effect.clock, (clock) => {
    // protects: The span of a fill ends with its stream.
    // mutant: "that a stream interrupts ends with it": running === undefined → running?.lapse.outcome === undefined
    if (running === undefined) return
    const { began, lapse, span } = running
    const { reason, rows } = lapse
    running = undefined
    const labels = { outcome: lapse.outcome ?? "interrupted", reason }
    for (const [name, value] of Object.entries({ tickers: Lapses.tickers(lapse), rows, outcome: labels.outcome })) {
      span.attribute(name, value)
    }
    const isInterrupted = labels.outcome === "interrupted"
    span.end(clock.unsafeCurrentTimeNanos(), isInterrupted ? Exit.interrupt(FiberId.none) : Exit.void)
    const seconds = (clock.unsafeCurrentTimeMillis() - began) / 1000
    update(LiveTelemetry.fillDuration, "topic", topic, seconds, labels)
    if (rows > 0) update(LiveTelemetry.filledRows, "topic", topic, rows)
  })

  const begin = (lapse: Lapses.Lapse) =>
    Effect.gen(function* () {
      const span = yield* Effect.makeSpan("live.fill", { attributes: { topic, reason: lapse.reason } })
      running = { lapse, span, began: yield* Clock.currentTimeMillis }
    })

  return {
    /** Observes fills that began or ended. */
    fills: (fills: ReadonlyArray<Lapses.Lapse>): Effect.Effect<void> =>
      Effect.forEach(
        fills,
        (lapse) =>
          Effect.zipRight(
            running === undefined ? begin(lapse) : Effect.void,
            Effect.suspend(() => (lapse.outcome === undefined ? Effect.void : end)),
          ),
        { discard: true },
      ),
    /** Ends a fill with its stream. */
    stop: end,
    /** Makes the requests of an effect a part of the fill that runs. */
    within: <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      running === undefined
        ? effect
        : (Effect.withParentSpan(effect as Effect.Effect<A, E, R | Tracer.ParentSpan>, running.span) as never),
    /** Counts gaps and revisions. */
    events: (events: ReadonlyArray<Event<unknown> | Settled>): void => {
      for (const event of events) {
        if (event._tag === "Revised") update(LiveTelemetry.revisions, "topic", topic, 1)
        else if (event._tag === "Gap") {
          update(LiveTelemetry.gaps, "topic", topic, 1, { filled: String(event.filled) })
        }
      }
    },
  }
}
