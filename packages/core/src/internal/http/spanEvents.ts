/** Events of a call's span. Durations are in milliseconds. */
import * as Effect from "effect/Effect"
import type * as Tracer from "effect/Tracer"
import type { MarketDataError } from "../../MarketDataError.js"

const event = (span: Tracer.Span, name: string, attributes: Record<string, unknown>): Effect.Effect<void> =>
  // Effect times its spans this way: `currentTimeNanos` of the test clock fails on fractions of a nanosecond.
  Effect.clockWith((clock) => Effect.sync(() => span.event(name, clock.unsafeCurrentTimeNanos(), attributes)))

/** Reason of a request's wait: the rate limit, a pause requested by the service, or a connection. */
export type Wait = "permit" | "pause" | "connection"

/** Records that a request waited before it was sent. */
export const waited = (span: Tracer.Span, reason: Wait, milliseconds: number): Effect.Effect<void> =>
  event(span, "candela.waited", { "candela.reason": reason, "candela.duration": milliseconds })

/** Records that an attempt failed. The retry policy decides whether another one follows. */
export const attemptFailed = (
  span: Tracer.Span,
  error: MarketDataError,
  facts: { readonly attempt: number; readonly milliseconds: number },
): Effect.Effect<void> =>
  event(span, "candela.attempt_failed", {
    "candela.attempt": facts.attempt,
    "candela.reason": "reason" in error && error._tag !== "TimeoutError" ? `${error._tag}.${error.reason}` : error._tag,
    "candela.duration": facts.milliseconds,
    ...("status" in error && error.status !== undefined && { "candela.status": error.status }),
  })
