/**
 * One attempt: from a URL to the bytes of the response. Together with `keyless.ts`, the only module that uses
 * `HttpClient`.
 *
 * The key is added below the wrapper of `transformClient`, and only for the configured origin; no
 * span, log or error contains it. A body is always read to its end or aborted with its request, so
 * that a bounded pool of connections never starves.
 */
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as Headers from "@effect/platform/Headers"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpTraceContext from "@effect/platform/HttpTraceContext"
import type * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Tracer from "effect/Tracer"
import * as Admission from "../Admission.js"
import * as ErrorResponse from "../ErrorResponse.js"
import type { Connection } from "../../Connection.js"
import type * as Endpoint from "../../declare/Endpoint.js"
import * as Body from "./body.js"
import { BufferPool } from "./bufferPool.js"
import { inOneGo } from "../inOneGo.js"
import * as Monotonic from "../monotonic.js"
import type { Gate, Refuse } from "./gate.js"
import * as Keyless from "./keyless.js"
import { removeKey } from "../nextUrl.js"
import * as Spans from "./spans.js"
import * as Stale from "./stale.js"
import type * as Stopwatch from "./stopwatch.js"
import { TimeoutError, TransportError, type MarketDataError } from "../../MarketDataError.js"
import * as BodyReader from "../BodyReader.js"
import * as Request from "../../Request.js"
import { isBearable } from "../../Retry.js"
import type * as Step from "../Step.js"
import * as Telemetry from "../../Telemetry.js"

/** Settings of each attempt. */
export interface Settings {
  /**
   * Time limit of one attempt, from sending the request to the last byte of the response. Default
   * 30 seconds. Waiting for the rate limit or for a connection of `NodeClient` does not count.
   */
  readonly timeout?: Duration.DurationInput | undefined
  /** Maximum size of a body, in bytes after decompression. Default 64 MiB. */
  readonly maxBodySize?: number | undefined
  /** Whether to request gzip: about a fifth of the bytes. Default true. */
  readonly gzip?: boolean | undefined
  /** Whether requests carry the span of their call (`traceparent`). Default false. */
  readonly propagateTrace?: boolean | undefined
  /**
   * Whether the span that `@effect/platform` makes of each request, with its URL and headers, is a child of
   * the call's, too. The key is redacted there, whatever `Headers.currentRedactedNames` says. Default false.
   */
  readonly platformSpans?: boolean | undefined
  /**
   * Wraps the `HttpClient`, for example with a cache: `HttpClient.tapRequest(({ url }) => Console.log(url))`.
   * The wrapper sees each attempt, but never the key: no request, response or error that passes it contains
   * the key. A request that it answers itself does not wait for the rate limit.
   */
  readonly transformClient?: ((client: HttpClient.HttpClient) => HttpClient.HttpClient) | undefined
}

/** A complete response. */
export interface Received {
  readonly bytes: Uint8Array
  /** Request id from the `X-Request-Id` header. */
  readonly requestId: string | undefined
}

/** A step to request once. */
export interface RequestOptions {
  readonly step: Step.Step
  /** Records waits. */
  readonly span: Tracer.Span
  /** Records the requests that are sent. */
  readonly sends: Spans.Sends
  /** Runs while the request is on its way. */
  readonly stopwatch: Stopwatch.Stopwatch
  /** Called when the request begins to wait. */
  readonly refusal: Refuse
  /** Pool of the buffer for the body, unless the client has its own. */
  readonly buffers: BufferPool | undefined
  /** Whether a request lost with a reused connection is sent again at once: in the first attempt of a call. */
  readonly resend?: boolean
}

/** Requests once. */
export interface Transport {
  (options: RequestOptions): Effect.Effect<Received, MarketDataError>
  /** Time of the service by its last response, in epoch milliseconds. */
  readonly serviceTime: Effect.Effect<number | undefined>
}

/**
 * Defect of a request that must not wait so long. It passes the `HttpClient`, whose handlers of
 * errors neither retry nor convert it.
 */
class Refused {
  constructor(readonly error: MarketDataError) {}
}

const mostRedirects = 5

/**
 * Upper bound for the body of a redirect, in bytes. It is not used: closing the connection of a larger one costs less.
 */
const largestRedirect = 65_536

/** Keeps `fetch` from following redirects itself, to any origin. */
const withoutRedirects = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.serviceOption(FetchHttpClient.RequestInit), (init) =>
    Effect.provideService(effect, FetchHttpClient.RequestInit, { ...Option.getOrUndefined(init), redirect: "manual" }),
  )

/** Makes the platform's own spans, which contain the headers, without the key and without its own `traceparent`. */
const withSpans = (client: HttpClient.HttpClient): HttpClient.HttpClient =>
  client.pipe(
    HttpClient.withTracerDisabledWhen(() => false),
    HttpClient.withTracerPropagation(false),
    HttpClient.transformResponse(
      // protects: The platform's own spans, if the user wants them, show no key, whatever names the program redacts.
      // mutant: "are made if the user wants them, with a redacted key": without , "authorization"
      Effect.locallyWith(Headers.currentRedactedNames, (names) => [...names, "authorization"]),
    ),
  )

/** Returns the innermost code or message in the cause of a lost connection. */
const reasonOf = (cause: unknown): string => {
  if (typeof cause !== "object" || cause === null) return String(cause)
  const { cause: inner, code, message } = cause as { cause?: unknown; code?: unknown; message?: unknown }
  if (typeof code === "string") return code
  return inner ? reasonOf(inner) : String(message)
}

/**
 * Whether a body is a page or a plain text. JSON begins with neither `<` nor a letter, except for
 * its words, and `NaN`, which is named as such.
 */
// protects: A plain text in place of the service's answer is not retried as a cut body.
// mutant: "may be a plain text, and is no cut body": /^\s*(?!true|false|null|NaN|Infinity)[<a-z]/i →
// /^\s*(?!true|false|null|NaN|Infinity)</i
const isPage = (bytes: Uint8Array): boolean =>
  /^\s*(?!true|false|null|NaN|Infinity)[<a-z]/i.test(new TextDecoder().decode(bytes.subarray(0, 256)))

/** In a browser an unfollowed redirect has status 0. */
const isRedirect = (status: number) => [0, 301, 302, 303, 307, 308].includes(status)

/** Returns the parameters in the path of an endpoint, in words. */
const parametersOf = ({ path }: Endpoint.Any): string | undefined => {
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name)
  return names.length === 0 ? undefined : names.join(", ").replace(/, ([^,]*)$/, " and $1")
}

/** First bytes of JSON values, and of markup. */
const opening = new Set(Array.from('{["-0123456789tfn<', (character) => character.charCodeAt(0)))

/** Returns the compression of a body that the client did not decompress. */
const compressionOf = (bytes: Uint8Array, header: string | undefined): string | undefined => {
  if (Body.isGzip(bytes)) return header?.includes(",") ? `content-encoding: ${header}` : "gzip twice"
  const first = bytes.find((byte) => byte > 0x20)
  const isPlain = header === undefined || /^(identity|(x-)?gzip)$/i.test(header)
  // protects: A compression that was not requested is named.
  // mutant: "is named as the cause, and not retried": first → !isPlain || first
  return isPlain || first === undefined || opening.has(first) ? undefined : `content-encoding: ${header}`
}

/** Reads the bytes of a body; none if the response has no body. */
const bodyOf = (response: HttpClientResponse.HttpClientResponse, max: number, buffers: BufferPool) => {
  const length = Number(response.headers["content-length"])
  const expected = length > 0 ? length : 0
  const reader = BodyReader.of(response)
  // An uncompressed body of known length is bounded by that length, and the client's own
  // `arrayBuffer` is faster than its stream.
  const bounded = expected > 0 && expected <= max && response.headers["content-encoding"] === undefined
  return Effect.catchIf(
    reader === undefined && bounded
      ? Effect.map(response.arrayBuffer, (buffer) => new Uint8Array(buffer))
      : Body.readAll(reader ?? Body.readerOf(response.stream), max, expected, buffers),
    (error): error is HttpClientError.ResponseError => typeof error === "object" && error.reason === "EmptyBody",
    () => Effect.succeed(new Uint8Array()),
  )
}

/** Makes a transport on the `HttpClient` of the context. `gate` controls when requests may be sent. */
export const make = (
  { apiKey, baseUrl, redaction }: Connection.Service,
  gate: Gate,
  options: Settings,
): Effect.Effect<Transport, never, HttpClient.HttpClient> =>
  Effect.map(HttpClient.HttpClient, (client) => {
    // protects: A body is cut off at `maxBodySize`, also after it is unpacked.
    // mutant: "is bounded: to the byte, and after unpacking": maxBodySize = 64 * 1024 * 1024 → maxBodySize: _ = 0
    const { gzip = true, maxBodySize = 64 * 1024 * 1024, platformSpans = false, transformClient } = options
    const timeout = Duration.decode(options.timeout ?? "30 seconds")
    const withoutSpans = HttpClient.withTracerDisabledWhen(() => true)
    const observed = platformSpans ? withSpans(client) : withoutSpans(client)
    const send = Admission.sender(client, observed.execute)
    const signed: typeof send = (request) =>
      send(HttpClientRequest.setHeader(request, "authorization", `Bearer ${Redacted.value(apiKey)}`))
    const execute = transformClient
      ? withoutSpans(Keyless.wrap(transformClient, observed, baseUrl.origin, signed)).execute
      : signed
    const prefix = baseUrl.pathname.replace(/\/+$/, "")
    // If the base URL has a path, a `next_url` may or may not start with it.
    // protects: A `next_url` on another host is requested from the service itself.
    // mutant: "is followed on the configured origin": baseUrl.origin + (path.startsWith(prefix +
    // endpoint.path.split("{")[0]) ? path : prefix + path) → path.startsWith(prefix + endpoint.path.split("{")[0]) ?
    // path : prefix + path, baseUrl
    const locate = ({ endpoint, path }: Step.Step) =>
      new URL(baseUrl.origin + (path.startsWith(prefix + endpoint.path.split("{")[0]) ? path : prefix + path))
    const headers: Record<string, string> = {
      accept: "application/json",
      // Without this header `fetch` requests gzip itself.
      "accept-encoding": gzip ? "gzip" : "identity",
    }

    const traceHeaders = options.propagateTrace
      ? Effect.match(Effect.currentSpan, { onFailure: () => ({}), onSuccess: HttpTraceContext.toHeaders })
      : Effect.succeed({})

    /** Last `Date` header, and the moment of its arrival. */
    let heard: { readonly date: number; readonly at: number } | undefined
    const hear = (header: string | undefined) =>
      Effect.map(Monotonic.now, (at) => {
        const date = Date.parse(header ?? "")
        if (!Number.isNaN(date)) heard = { date, at }
      })

    /** Whether there has been a response, so that a connection may have been kept alive. */
    let hasAnswered = false

    const request = (
      call: RequestOptions,
      url: URL,
      redirects: number,
    ): Effect.Effect<HttpClientResponse.HttpClientResponse, TransportError> =>
      Effect.gen(function* () {
        const { resend = false, sends, step } = call
        const endpoint = step.endpoint.name
        const sent = execute(HttpClientRequest.get(url.href, { headers: { ...headers, ...(yield* traceHeaders) } }))
        const response = yield* (resend ? Stale.resend(sent, () => hasAnswered) : sent).pipe(
          withoutRedirects,
          Effect.mapError((error) => {
            const reason = error.cause instanceof Admission.Closed ? "Closed" : "Connection"
            return new TransportError({ endpoint, reason, detail: reasonOf(error.cause ?? error) })
          }),
        )
        hasAnswered = true
        sends.answered(response.status)
        if (!isRedirect(response.status)) {
          yield* hear(response.headers["date"])
          return response
        }
        yield* drain(response)
        const location = response.headers["location"]
        const target = location !== undefined && URL.canParse(location, url) ? new URL(location, url) : undefined
        const refuse = (detail: string) => new TransportError({ endpoint, reason: "Redirect", detail })
        if (target === undefined) return yield* refuse("it names no URL")
        // protects: A redirect to another origin is not followed.
        // mutant: "to another origin is not followed": never
        if (target.origin !== baseUrl.origin) {
          return yield* refuse(`it leads to another origin, ${target.origin}`)
        }
        removeKey(target)
        // protects: A redirect whose URL holds the key is not followed.
        // mutant: "with the key in its path is not followed": never
        if (redaction.isIn(target.href)) return yield* refuse("its URL holds the API key")
        if (redirects === mostRedirects) return yield* refuse(`more than ${mostRedirects} redirects`)
        return yield* request(call, target, redirects + 1)
      })

    // An unread body keeps its connection busy, and a bounded pool would starve.
    // protects: The body of a redirect is not read without end.
    // mutant: "has its body read, but for one that is large": largestRedirect → maxBodySize
    const drain = (response: HttpClientResponse.HttpClientResponse) =>
      Effect.ignore(bodyOf(response, largestRedirect, new BufferPool()))

    const read = (endpoint: string, response: HttpClientResponse.HttpClientResponse, buffers: BufferPool) => {
      const requestId = response.headers["x-request-id"]
      const failed = (reason: "CutBody" | "BodyTooLarge" | "Encoding", detail: string) =>
        new TransportError({ endpoint, reason, detail, ...(requestId !== undefined && { requestId }) })
      return bodyOf(response, maxBodySize, buffers).pipe(
        // protects: What a body is unpacked to is cut off at `maxBodySize`.
        // mutant: "is bounded: to the byte, and after unpacking": maxBodySize → Infinity
        Effect.flatMap((bytes) =>
          Body.isGzip(bytes) ? Body.gunzip(bytes, maxBodySize, buffers) : Effect.succeed(bytes),
        ),
        Effect.mapError((error) =>
          error === Body.tooLarge
            ? failed("BodyTooLarge", `more than ${maxBodySize} bytes`)
            : failed("CutBody", reasonOf(error)),
        ),
        Effect.flatMap((bytes) => {
          const compression = compressionOf(bytes, response.headers["content-encoding"])
          return compression === undefined ? Effect.succeed(bytes) : Effect.fail(failed("Encoding", compression))
        }),
      )
    }

    const attempt = (call: RequestOptions, buffers: BufferPool) =>
      Effect.gen(function* () {
        const { endpoint } = call.step
        const response = yield* request(call, locate(call.step), 0)
        const ok = response.status >= 200 && response.status < 300
        const now = yield* Clock.currentTimeMillis
        // protects: A 429 pauses all requests of the layer.
        // mutant: "holds everyone back when the service asks one to wait": never
        if (response.status === 429) {
          // Before the body is read, because its connection then goes to the next request. A wait
          // too long for a retry does not delay other calls.
          const wait = ErrorResponse.retryAfter(response.headers["retry-after"], now)
          if (wait === undefined || isBearable(wait)) yield* gate.pause(wait)
        }
        const body = read(endpoint.name, response, buffers)
        // For an error the status is known even if the body is truncated.
        const bytes = yield* ok ? body : Effect.orElseSucceed(body, () => new Uint8Array())
        yield* Telemetry.update(Telemetry.bytes, endpoint, bytes.length)
        // protects: A page that says 200 reads as something else than the service, not as a cut answer.
        // mutant: "asks whether the URL is the service's, after ": without && !isPage(bytes)
        if (ok && !isPage(bytes)) return { bytes, requestId: response.headers["x-request-id"] }
        const failed = { status: response.status, headers: response.headers, body: new TextDecoder().decode(bytes) }
        return yield* (ok ? ErrorResponse.foreign : ErrorResponse.toError)(failed, {
          endpoint: endpoint.name,
          resolution: Request.nameRefusedAs(endpoint, "BadResolution"),
          parameters: parametersOf(endpoint),
          now,
          redact: redaction.text,
        })
      })

    /** Starts an attempt at the gate. The time of its requests is measured from sending. */
    const enter = ({ refusal, sends, span, step, stopwatch }: RequestOptions) => {
      const onWait = (reason: Spans.Wait, milliseconds: number) => Spans.waited(span, reason, milliseconds)
      const { admission, end } = gate.attempt(onWait, (delay) => {
        const error = refusal(delay)
        // protects: A request that must not wait so long fails at once, also below a client that cannot be interrupted.
        // mutant: "though its client cannot be interrupted": die(new Refused(error)) → never
        return error === undefined ? Effect.void : Effect.die(new Refused(error))
      })
      let isInFlight = false
      const departure = Effect.flatMap(Monotonic.now, (now) => {
        stopwatch.start(now)
        if (!isInFlight) Telemetry.fly(step.endpoint, 1)
        isInFlight = true
        return Effect.zipRight(sends.begin, Telemetry.update(Telemetry.requests, step.endpoint, 1))
      })
      const land = () => {
        end()
        if (isInFlight) Telemetry.fly(step.endpoint, -1)
      }
      const admit = Effect.map(Monotonic.now, (start): Admission.Admission => {
        stopwatch.stop(start)
        const { enter, left } = admission()
        const connected = Effect.flatMap(Monotonic.now, (now) =>
          now > start ? onWait("connection", now - start) : Effect.void,
        )
        return {
          enter: connected.pipe(Effect.zipRight(enter), Effect.zipRight(departure)),
          left,
        }
      })
      return { admit, land }
    }

    const once = (call: RequestOptions) =>
      Effect.suspend(() => {
        const { buffers = new BufferPool(), step, stopwatch } = call
        const { admit, land } = enter(call)
        // Interrupted before its fibers have started, a race waits for them forever.
        return inOneGo(
          Effect.raceFirst(
            Effect.locally(Effect.ensuring(attempt(call, buffers), Effect.sync(land)), Admission.current, admit).pipe(
              Effect.catchSomeDefect((defect) =>
                defect instanceof Refused ? Option.some(Effect.fail(defect.error)) : Option.none(),
              ),
            ),
            Effect.interruptible(stopwatch.measures(timeout)).pipe(
              Effect.flatMap(() => new TimeoutError({ endpoint: step.endpoint.name, timeout })),
            ),
          ),
        )
      })
    const serviceTime = Effect.map(Monotonic.now, (now) => heard && heard.date + (now - heard.at))
    return Object.assign(once, { serviceTime })
  })
