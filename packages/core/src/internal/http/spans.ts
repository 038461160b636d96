/**
 * Spans of a call and of the requests that it sends, with the names of OpenTelemetry's stable conventions for HTTP.
 * Durations are in milliseconds.
 */
import * as Cause from "effect/Cause"
import type * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DefaultServices from "effect/DefaultServices"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import type { Connection } from "../../Connection.js"
import type * as Endpoint from "../../declare/Endpoint.js"
import type { MarketDataError } from "../../MarketDataError.js"
import type * as Step from "../Step.js"
import * as Telemetry from "../../Telemetry.js"

const attributes = (baseUrl: URL, { path }: Endpoint.Any) => ({
  "http.request.method": "GET",
  "server.address": baseUrl.hostname,
  "server.port": Number(baseUrl.port) || (baseUrl.protocol === "https:" ? 443 : 80),
  "url.template": baseUrl.pathname.replace(/\/+$/, "") + path,
})

/** Those of each base URL and endpoint: reading a URL costs more than a span. */
const known = new WeakMap<URL, WeakMap<Endpoint.Any, ReturnType<typeof attributes>>>()

/**
 * Returns the attributes that a call and each of its requests have in common. The path is a template: its parameters
 * would make each call another series.
 */
export const attributesOf = ({ baseUrl }: Pick<Connection.Service, "baseUrl">, { endpoint }: Step.Step) => {
  let own = known.get(baseUrl)
  if (own === undefined) known.set(baseUrl, (own = new WeakMap()))
  let found = own.get(endpoint)
  if (found === undefined) own.set(endpoint, (found = attributes(baseUrl, endpoint)))
  return found
}

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

/** Records the error of a call or of a request in its span. */
export const failed = (span: Tracer.Span, cause: Cause.Cause<MarketDataError>): void => {
  const error = Option.getOrUndefined(Cause.failureOption(cause))
  if (error === undefined) return
  span.attribute("error.type", error._tag)
  if ("requestId" in error && error.requestId !== undefined) span.attribute("candela.request_id", error.requestId)
}

/** The tracer of programs without one: nobody sees its spans. */
const unseen = /* @__PURE__ */ Context.get(DefaultServices.liveServices, Tracer.Tracer)

/**
 * Spans of the requests of a call: one for each that is sent, a redirect followed and a request sent again included.
 */
export interface Sends {
  /**
   * Begins the span of a request that has just been sent, and ends that of the one before, which was redirected or
   * lost.
   */
  readonly begin: Effect.Effect<void>
  /** Records the status of the response. */
  readonly answered: (status: number) => void
  /** Ends the span of the last request, if it is open. */
  readonly end: (exit: Exit.Exit<unknown, MarketDataError>) => void
}

/** Makes the spans of the requests of a call, as children of its span. */
export const sends = (call: Tracer.Span, connection: Pick<Connection.Service, "baseUrl">, step: Step.Step): Sends => {
  const common = attributesOf(connection, step)
  let current: { readonly span: Tracer.Span; readonly clock: Clock.Clock } | undefined
  let isAnswered = false
  let resent = -1
  const end: Sends["end"] = (exit) => {
    if (current === undefined) return
    const { clock, span } = current
    current = undefined
    if (Exit.isFailure(exit)) failed(span, exit.cause)
    span.end(clock.unsafeCurrentTimeNanos(), exit)
  }
  return {
    begin: Effect.tracerWith((tracer) => {
      if (!isAnswered) current?.span.attribute("error.type", "TransportError")
      end(Exit.void)
      resent += 1
      isAnswered = false
      if (resent > 0) call.attribute("http.request.resend_count", resent)
      if (tracer === unseen) return Effect.void
      const attributes = resent > 0 ? { ...common, "http.request.resend_count": resent } : common
      const options = { kind: "client", parent: call, attributes, captureStackTrace: false } as const
      return Effect.zipWith(
        Effect.clock,
        Effect.makeSpan(`GET ${common["url.template"]}`, options),
        (clock, span) => void (current = { clock, span }),
      )
    }),
    answered: (status) => {
      isAnswered = true
      current?.span.attribute("http.response.status_code", status)
      call.attribute("http.response.status_code", status)
    },
    end,
  }
}
