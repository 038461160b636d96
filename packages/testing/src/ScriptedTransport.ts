/**
 * An `HttpClient` that responds from a script and records its requests: for tests of retries,
 * timeouts, paging and faults. It opens no connection, and its delays use the test clock.
 *
 * ```ts
 * const Scripted = ScriptedTransport.layer([
 *   ScriptedTransport.status(503, { headers: { "retry-after": "2" } }),
 *   ScriptedTransport.cut,
 *   ScriptedTransport.json({ status: "OK", results: [] }).pipe(ScriptedTransport.delay("1 second")),
 * ])
 * const Live = Stocks.layer.pipe(
 *   Layer.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "key" })),
 *   Layer.provideMerge(Scripted),
 * )
 * ```
 *
 * @module
 */
import * as HttpClient from "@effect/platform/HttpClient"
import type * as Headers from "@effect/platform/Headers"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import * as Layer from "effect/Layer"
import * as Step from "./internal/step.js"

export type { Behaviour } from "./internal/step.js"

/** A request to the transport, and its state. */
export interface Exchange {
  /** Number of the request, from 0. */
  readonly index: number
  /** HTTP method. */
  readonly method: string
  /** Full URL. */
  readonly url: URL
  /** Headers as sent, with names in lower case; the key is in `authorization`. */
  readonly headers: Headers.Headers
  /** Arrival of the request, in epoch milliseconds of the `Clock`. */
  readonly at: number
  /**
   * `open`: the client waits for the response, or has not read its body to the end; `answered`: the client
   * has read all of it; `cut`: the script cut the connection; `interrupted`: the client aborted the request.
   */
  readonly state: "open" | "answered" | "cut" | "interrupted"
}

/** Record of the requests. {@link layer} provides it with the `HttpClient`. */
export class Transcript extends Context.Tag("@candela/testing/ScriptedTransport/Transcript")<
  Transcript,
  {
    /** All requests so far, in order. */
    readonly exchanges: Effect.Effect<ReadonlyArray<Exchange>>
    /** Waits until `count` requests have arrived. */
    readonly until: (count: number) => Effect.Effect<void>
  }
>() {}

/** All requests so far, in order. */
export const exchanges: Effect.Effect<ReadonlyArray<Exchange>, never, Transcript> = Effect.flatMap(
  Transcript,
  (transcript) => transcript.exchanges,
)

/** Waits until `count` requests have arrived. Use it before a test moves the clock or interrupts. */
export const until = (count: number): Effect.Effect<void, never, Transcript> =>
  Effect.flatMap(Transcript, (transcript) => transcript.until(count))

/** Options of a response. */
export interface AnswerOptions {
  /** HTTP status. Default 200. */
  readonly status?: number
  /** Headers of the response. */
  readonly headers?: Readonly<Record<string, string>>
}

const encode = (text: string) => new TextEncoder().encode(text)

/**
 * Responds with a value as JSON. JSON of a `bigint` is not supported: write the document yourself and use {@link text}.
 */
export const json = (value: unknown, options: AnswerOptions = {}): Step.Behaviour =>
  text(JSON.stringify(value), { ...options, headers: { "content-type": "application/json", ...options.headers } })

/** Responds with a text. */
export const text = (body: string, options: AnswerOptions = {}): Step.Behaviour =>
  bytes(encode(body), { ...options, headers: { "content-type": "text/plain; charset=utf-8", ...options.headers } })

/** Responds with bytes. */
export const bytes = (body: Uint8Array, options: AnswerOptions = {}): Step.Behaviour => Step.make({ ...options, body })

/** Responds with a status and no body. */
export const status = (code: number, options: Omit<AnswerOptions, "status"> = {}): Step.Behaviour =>
  Step.make({ ...options, status: code })

/** Cuts the connection before a response. */
export const cut: Step.Behaviour = /* @__PURE__ */ Step.make({ outcome: "cut" })

/** Never responds. */
export const hang: Step.Behaviour = /* @__PURE__ */ Step.make({ outcome: "hang" })

/** Delays a step, by the `Clock`. */
export const delay =
  (duration: Duration.DurationInput) =>
  (self: Step.Behaviour): Step.Behaviour =>
    Step.make({ ...self, delay: Duration.decode(duration) })

/** Cuts a response in the middle of its body. */
export const cutBody = (self: Step.Behaviour): Step.Behaviour => Step.make({ ...self, ending: "cut" })

/** Makes a response hang in the middle of its body. */
export const hangBody = (self: Step.Behaviour): Step.Behaviour => Step.make({ ...self, ending: "hang" })

/** Script of the transport: one step per request, or a function of the request. */
export type Script =
  | ReadonlyArray<Step.Behaviour>
  | ((request: Exchange) => Step.Behaviour | Effect.Effect<Step.Behaviour>)

type Open = { -readonly [K in keyof Exchange]: Exchange[K] }

const settle = (exchange: Open, state: Exchange["state"]) => {
  if (exchange.state === "open") exchange.state = state
}

const next = (script: Script, exchange: Exchange): Effect.Effect<Step.Behaviour> => {
  if (typeof script === "function") {
    const answer = script(exchange)
    return Effect.isEffect(answer) ? answer : Effect.succeed(answer)
  }
  const found = script[exchange.index]
  return found === undefined
    ? Effect.dieMessage(
        `The script has ${script.length} steps, and none for request ${exchange.index + 1}: ${exchange.method} ${exchange.url}`,
      )
    : Effect.succeed(found)
}

/**
 * An `HttpClient` that follows the script, and the transcript of its requests. A request without a
 * step in the script is a defect.
 */
export const layer = (script: Script): Layer.Layer<HttpClient.HttpClient | Transcript> =>
  Layer.effectContext(
    Effect.sync(() => {
      const asked: Array<Open> = []
      const waiting: Array<{ readonly count: number; readonly deferred: Deferred.Deferred<void> }> = []

      const record = (request: HttpClientRequest.HttpClientRequest, url: URL) =>
        Effect.gen(function* () {
          const at = yield* Clock.currentTimeMillis
          const { headers, method } = request
          const exchange: Open = { index: asked.length, method, url, headers, at, state: "open" }
          asked.push(exchange)
          for (const { count, deferred } of waiting) {
            if (asked.length >= count) yield* Deferred.succeed(deferred, undefined)
          }
          return exchange
        })

      const client = HttpClient.make((request, url, signal) =>
        Effect.flatMap(record(request, url), (exchange) =>
          next(script, exchange).pipe(
            Effect.flatMap((step) => Step.perform(step, request, signal, (state) => settle(exchange, state))),
            Effect.onInterrupt(() => Effect.sync(() => settle(exchange, "interrupted"))),
          ),
        ),
      )

      const transcript = Transcript.of({
        exchanges: Effect.sync(() => asked.map((exchange) => ({ ...exchange }))),
        until: (count) =>
          Effect.suspend(() => {
            if (asked.length >= count) return Effect.void
            const deferred = Deferred.unsafeMake<void>(FiberId.none)
            waiting.push({ count, deferred })
            return Deferred.await(deferred)
          }),
      })

      return Context.make(HttpClient.HttpClient, client).pipe(Context.add(Transcript, transcript))
    }),
  )
