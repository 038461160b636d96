/** Spans of a call and of the requests that it sends, with the names of OpenTelemetry's stable conventions for HTTP. Durations are in milliseconds. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type * as Tracer from "effect/Tracer"
import type { Connection } from "../../Connection.js"
import type { MarketDataError } from "../../MarketDataError.js"
import type * as Step from "../../Step.js"
import * as Telemetry from "../../Telemetry.js"

/** Returns the attributes that a call and each of its requests have in common. The path is a template: its parameters would make each call another series. */
export const attributesOf = ({ baseUrl }: Pick<Connection.Service, "baseUrl">, { endpoint }: Step.Step) => ({
  "http.request.method": "GET",
  "server.address": baseUrl.hostname,
  "server.port": Number(baseUrl.port) || (baseUrl.protocol === "https:" ? 443 : 80),
  "url.template": baseUrl.pathname.replace(/\/+$/, "") + endpoint.path,
})

/** Reason of a request's wait: the rate limit, a pause requested by the service, or a connection. */
export type Wait = "permit" | "pause" | "connection"

/** Records that a request waited before it was sent, in the span of its call and in the metric. */
export const waited = (span: Tracer.Span, reason: Wait, milliseconds: number): Effect.Effect<void> =>
  // Effect times its spans this way: `currentTimeNanos` of the test clock fails on fractions of a nanosecond.
  Effect.clockWith((clock) => {
    const facts = { "candela.reason": reason, "candela.duration": milliseconds }
    span.event("candela.waited", clock.unsafeCurrentTimeNanos(), facts)
    return Telemetry.update(Telemetry.waits, span, milliseconds / 1000, ["reason", reason])
  })

/** Records the error of a call or of an attempt in its span. */
export const failed = (span: Tracer.Span, cause: Cause.Cause<MarketDataError>): void => {
  const error = Option.getOrUndefined(Cause.failureOption(cause))
  if (error === undefined) return
  span.attribute("error.type", error._tag)
  if ("requestId" in error && error.requestId !== undefined) span.attribute("candela.request_id", error.requestId)
}

/** Spans of the requests of a call: one for each that is sent, a redirect followed and a request sent again included. */
export interface Sends {
  /** Begins the span of a request that has just been sent, and ends that of the one before. */
  readonly begin: Effect.Effect<void>
  /** Records the status of the response. */
  readonly answered: (status: number) => void
  /** Ends the span of the last request, if it is open. */
  readonly end: (exit: Exit.Exit<unknown, MarketDataError>) => Effect.Effect<void>
}

/** Makes the spans of the requests of a call, as children of its span. */
export const sends = (call: Tracer.Span, connection: Pick<Connection.Service, "baseUrl">, step: Step.Step): Sends => {
  const common = attributesOf(connection, step)
  let current: Tracer.Span | undefined
  let resent = -1
  const end: Sends["end"] = (exit) =>
    Effect.clockWith((clock) => {
      const span = current
      if (span === undefined) return Effect.void
      current = undefined
      if (Exit.isFailure(exit)) failed(span, exit.cause)
      return Effect.sync(() => span.end(clock.unsafeCurrentTimeNanos(), Exit.asVoid(exit)))
    })
  const count = () => {
    resent += 1
    return resent === 0 ? {} : { "http.request.resend_count": resent }
  }
  return {
    begin: Effect.flatMap(
      Effect.zipRight(
        end(Exit.void),
        Effect.suspend(() => {
          const attributes = { ...common, ...count() }
          if (resent > 0) call.attribute("http.request.resend_count", resent)
          return Effect.makeSpan(`GET ${common["url.template"]}`, {
            kind: "client",
            parent: call,
            attributes,
            captureStackTrace: false,
          })
        }),
      ),
      (span) => Effect.sync(() => void (current = span)),
    ),
    answered: (status) => {
      for (const span of [current, call]) span?.attribute("http.response.status_code", status)
    },
    end,
  }
}
