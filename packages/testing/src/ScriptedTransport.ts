/**
 * An `HttpClient` that answers from a script and writes down what it was asked: for tests of retries, timeouts, paging and faults. Nothing leaves
 * the process, and delays pass by the test clock.
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

/** What the transport does with one request. Made by {@link json}, {@link status}, {@link cut} and the like. */
export interface Step extends Pipeable.Pipeable {
  /** Whether an answer comes, the connection is cut before it, or nothing ever comes. */
  readonly outcome: "answer" | "cut" | "hang"
  /** How long the answer, or the cut, is in coming. */
  readonly delay: Duration.Duration
  /** The answer's HTTP status. */
  readonly status: number
  /** The answer's headers. */
  readonly headers: Readonly<Record<string, string>>
  /** The answer's body; absent where the answer has none. */
  readonly body: Uint8Array | undefined
  /** How the body ends: whole, or after its first half by a cut or by hanging. */
  readonly ending: "whole" | "cut" | "hang"
}

/** A request that the transport was asked for, and what has become of it. */
export interface Exchange {
  /** Its number, from 0. */
  readonly index: number
  /** The HTTP method. */
  readonly method: string
  /** The whole URL. */
  readonly url: URL
  /** The headers as sent, names in lower case; the key stands in `authorization`. */
  readonly headers: Headers.Headers
  /** When it was asked for, in epoch milliseconds of the `Clock`. */
  readonly at: number
  /**
   * `open`: the answer is awaited, or its body is not read to the end; `answered`: all of it was read; `cut`: the script cut it; `interrupted`: the client
   * gave up.
   */
  readonly state: "open" | "answered" | "cut" | "interrupted"
}

/** What the transport was asked. {@link layer} gives it beside the `HttpClient`. */
export class Transcript extends Context.Tag("@candela/testing/ScriptedTransport/Transcript")<
  Transcript,
  {
    /** All requests so far, in the order in which they came. */
    readonly exchanges: Effect.Effect<ReadonlyArray<Exchange>>
    /** Waits until so many requests have come. */
    readonly until: (count: number) => Effect.Effect<void>
  }
>() {}

/** All requests so far, in the order in which they came. */
export const exchanges: Effect.Effect<ReadonlyArray<Exchange>, never, Transcript> = Effect.flatMap(
  Transcript,
  (transcript) => transcript.exchanges,
)

/** Waits until so many requests have come: before a test moves the clock or interrupts. */
export const until = (count: number): Effect.Effect<void, never, Transcript> =>
  Effect.flatMap(Transcript, (transcript) => transcript.until(count))

/** What a step's answer may carry beside its body. */
export interface AnswerOptions {
  /** HTTP status. Default 200. */
  readonly status?: number
  /** The answer's headers. */
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

/** Answers with a value as JSON. A `bigint` cannot stand in it: write the document yourself and use {@link text}. */
export const json = (value: unknown, options: AnswerOptions = {}): Step =>
  text(JSON.stringify(value), { ...options, headers: { "content-type": "application/json", ...options.headers } })

/** Answers with a text. */
export const text = (body: string, options: AnswerOptions = {}): Step =>
  bytes(encode(body), { ...options, headers: { "content-type": "text/plain; charset=utf-8", ...options.headers } })

/** Answers with bytes, as they are. */
export const bytes = (body: Uint8Array, options: AnswerOptions = {}): Step => step({ ...options, body })

/** Answers with a status and no body. */
export const status = (code: number, options: Omit<AnswerOptions, "status"> = {}): Step =>
  step({ ...options, status: code })

/** Cuts the connection before any answer. */
export const cut: Step = /* @__PURE__ */ step({ outcome: "cut" })

/** Never answers. */
export const hang: Step = /* @__PURE__ */ step({ outcome: "hang" })

/** The same step after a delay, by the `Clock`. */
export const delay =
  (duration: Duration.DurationInput) =>
  (self: Step): Step =>
    step({ ...self, delay: Duration.decode(duration) })

/** The same answer, cut in the middle of its body. */
export const cutBody = (self: Step): Step => step({ ...self, ending: "cut" })

/** The same answer, whose body stops coming in the middle. */
export const hangBody = (self: Step): Step => step({ ...self, ending: "hang" })

/** What the transport does: one step a request, or a function of the request. */
export type Script = ReadonlyArray<Step> | ((request: Exchange) => Step | Effect.Effect<Step>)

const connectionReset = () => Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" })

/** Bodies come in pieces of this size, as they do from a socket. */
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

/** An `HttpClient` that follows the script, and the transcript of what it is asked. A request for which the script has no step is a defect. */
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
