/**
 * An `HttpClient` that responds from a script and records its requests: for tests of retries, timeouts, paging and faults. It opens no connection, and its
 * delays use the test clock.
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
import * as HttpClientError from "@effect/platform/HttpClientError"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import type * as Headers from "@effect/platform/Headers"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import * as Layer from "effect/Layer"
import * as Pipeable from "effect/Pipeable"

/** What the transport does with one request. Create it with {@link json}, {@link status}, {@link cut} and the like. */
export interface Step extends Pipeable.Pipeable {
  /** Whether the transport responds, cuts the connection before a response, or never responds. */
  readonly outcome: "answer" | "cut" | "hang"
  /** The delay before the response or the cut. */
  readonly delay: Duration.Duration
  /** The HTTP status of the response. */
  readonly status: number
  /** The headers of the response. */
  readonly headers: Readonly<Record<string, string>>
  /** The body of the response; absent if it has none. */
  readonly body: Uint8Array | undefined
  /** How the body ends: complete, or after its first half, by a cut or by hanging. */
  readonly ending: "whole" | "cut" | "hang"
}

/** A request to the transport, and its state. */
export interface Exchange {
  /** The number of the request, from 0. */
  readonly index: number
  /** The HTTP method. */
  readonly method: string
  /** The whole URL. */
  readonly url: URL
  /** The headers as sent, with names in lower case; the key is in `authorization`. */
  readonly headers: Headers.Headers
  /** When the request arrived, in epoch milliseconds of the `Clock`. */
  readonly at: number
  /**
   * `open`: the client waits for the response, or has not read its body to the end; `answered`: the client has read all of it; `cut`: the script cut the
   * connection; `interrupted`: the client aborted the request.
   */
  readonly state: "open" | "answered" | "cut" | "interrupted"
}

/** The record of the requests. {@link layer} provides it with the `HttpClient`. */
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
  /** The headers of the response. */
  readonly headers?: Readonly<Record<string, string>>
}

const proto = {
  pipe() {
    return Pipeable.pipeArguments(this, arguments)
  },
}

const step = (fields: Partial<Omit<Step, "pipe">>): Step =>
  Object.assign(Object.create(proto) as Pick<Step, "pipe">, {
    outcome: "answer" as const,
    delay: Duration.zero,
    status: 200,
    headers: {},
    body: undefined,
    ending: "whole" as const,
    ...fields,
  })

const encode = (text: string) => new TextEncoder().encode(text)

/** Responds with a value as JSON. JSON of a `bigint` is not supported: write the document yourself and use {@link text}. */
export const json = (value: unknown, options: AnswerOptions = {}): Step =>
  text(JSON.stringify(value), { ...options, headers: { "content-type": "application/json", ...options.headers } })

/** Responds with a text. */
export const text = (body: string, options: AnswerOptions = {}): Step =>
  bytes(encode(body), { ...options, headers: { "content-type": "text/plain; charset=utf-8", ...options.headers } })

/** Responds with bytes. */
export const bytes = (body: Uint8Array, options: AnswerOptions = {}): Step => step({ ...options, body })

/** Responds with a status and no body. */
export const status = (code: number, options: Omit<AnswerOptions, "status"> = {}): Step =>
  step({ ...options, status: code })

/** Cuts the connection before a response. */
export const cut: Step = /* @__PURE__ */ step({ outcome: "cut" })

/** Never responds. */
export const hang: Step = /* @__PURE__ */ step({ outcome: "hang" })

/** The same step after a delay, by the `Clock`. */
export const delay =
  (duration: Duration.DurationInput) =>
  (self: Step): Step =>
    step({ ...self, delay: Duration.decode(duration) })

/** The same response, cut in the middle of its body. */
export const cutBody = (self: Step): Step => step({ ...self, ending: "cut" })

/** The same response, whose body hangs in the middle. */
export const hangBody = (self: Step): Step => step({ ...self, ending: "hang" })

/** What the transport does: one step per request, or a function of the request. */
export type Script = ReadonlyArray<Step> | ((request: Exchange) => Step | Effect.Effect<Step>)

const connectionReset = () => Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" })

/** Bodies arrive in pieces of this size, as from a socket. */
const pieceSize = 16_384

type Open = { -readonly [K in keyof Exchange]: Exchange[K] }

const settle = (exchange: Open, state: Exchange["state"]) => {
  if (exchange.state === "open") exchange.state = state
}

const bodyOf = (step: Step, body: Uint8Array, exchange: Open, signal: AbortSignal): ReadableStream<Uint8Array> => {
  const end = step.ending === "whole" ? body.length : Math.floor(body.length / 2)
  let position = 0
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) =>
        signal.addEventListener("abort", () => {
          if (exchange.state !== "open") return
          settle(exchange, "interrupted")
          controller.error(signal.reason)
        }),
      pull: (controller) => {
        if (position < end) {
          const next = Math.min(end, position + pieceSize)
          controller.enqueue(body.slice(position, next))
          position = next
        } else if (step.ending === "whole") {
          settle(exchange, "answered")
          controller.close()
        } else if (step.ending === "cut") {
          settle(exchange, "cut")
          controller.error(connectionReset())
        } else {
          return new Promise<void>(() => {})
        }
      },
      cancel: () => settle(exchange, "interrupted"),
    },
    { highWaterMark: 0 },
  )
}

const perform = (
  step: Step,
  exchange: Open,
  request: HttpClientRequest.HttpClientRequest,
  signal: AbortSignal,
): Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.RequestError> => {
  switch (step.outcome) {
    case "hang":
      return Effect.never
    case "cut":
      return Effect.suspend(() => {
        settle(exchange, "cut")
        return Effect.fail(new HttpClientError.RequestError({ request, reason: "Transport", cause: connectionReset() }))
      })
    case "answer":
      return Effect.sync(() => {
        const body = step.body === undefined ? null : bodyOf(step, step.body, exchange, signal)
        if (body === null) settle(exchange, "answered")
        return HttpClientResponse.fromWeb(request, new Response(body, { status: step.status, headers: step.headers }))
      })
  }
}

const next = (script: Script, exchange: Exchange): Effect.Effect<Step> => {
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

/** An `HttpClient` that follows the script, and the transcript of its requests. A request without a step in the script is a defect. */
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
            Effect.tap((step) => Effect.sleep(step.delay)),
            Effect.flatMap((step) => perform(step, exchange, request, signal)),
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
