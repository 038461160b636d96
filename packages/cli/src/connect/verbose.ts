/**
 * Output of `--verbose` on standard error: requests and waits. The library itself logs retries.
 *
 * @module
 */
import * as Admission from "@candela/core/internal/Admission"
import * as HttpClient from "@effect/platform/HttpClient"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import * as Tracer from "effect/Tracer"

/**
 * Logs a line for each response: method, path, status, and milliseconds since the request was sent.
 * The key is added below, and never appears.
 */
export const logged = (client: HttpClient.HttpClient): HttpClient.HttpClient =>
  HttpClient.make((request, url) =>
    Effect.gen(function* () {
      let start = yield* Clock.currentTimeMillis
      const since = Effect.map(Clock.currentTimeMillis, (now) => `${now - start} ms`)
      const name = `${request.method} ${url.pathname}${url.search}`
      const sent = Effect.map(Clock.currentTimeMillis, (now) => void (start = now))
      const admission = Effect.map(yield* FiberRef.get(Admission.current), (admission) => ({
        ...admission,
        enter: Effect.zipRight(admission.enter, sent),
      }))
      return yield* Effect.locally(client.execute(request), Admission.current, admission).pipe(
        Effect.tap(({ status }) => Effect.flatMap(since, (time) => Effect.logDebug(`${name} ${status} in ${time}`))),
        Effect.tapError((error) =>
          Effect.flatMap(since, (time) => Effect.logDebug(`${name} failed after ${time}: ${error.message}`)),
        ),
      )
    }),
  )

/** Texts for the library's reasons of a wait. */
const reasons: Readonly<Record<string, string>> = {
  permit: "for the rate limit",
  pause: "because the service asked for a pause",
  connection: "for a connection",
}

/**
 * Minimum duration of a logged wait, milliseconds. Shorter waits, such as for a connection, are part of any request.
 */
const shortestWait = 100

/**
 * Logs a line for each wait of a request before it is sent: its duration and reason. Waits are
 * events of the spans of calls.
 */
export const waits: Layer.Layer<never> = Layer.unwrapEffect(
  Effect.zipWith(Effect.tracer, Effect.runtime<never>(), (tracer, runtime) => {
    const tell = (name: string, attributes: Readonly<Record<string, unknown>> = {}) => {
      const milliseconds = Math.round(Number(attributes["candela.duration"]))
      if (name !== "candela.waited" || milliseconds < shortestWait) return
      const reason = reasons[String(attributes["candela.reason"])]
      Runtime.runFork(runtime)(Effect.logDebug(`Waited ${milliseconds / 1000} s ${reason}.`))
    }
    const observed = (span: Tracer.Span): Tracer.Span => {
      const event = span.event.bind(span)
      return Object.assign(span, {
        event: (...[name, time, attributes]: Parameters<typeof event>) => {
          tell(name, attributes)
          event(name, time, attributes)
        },
      })
    }
    return Layer.setTracer(Tracer.make({ span: (...span) => observed(tracer.span(...span)), context: (run) => run() }))
  }),
)
