/**
 * The connection to a market-data service: its URL, the key, and how requests are sent. All services of an application share one `MarketData` layer, and with
 * it the rate limit.
 *
 * @module
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Redacted from "effect/Redacted"
import type * as Endpoint from "./Endpoint.js"
import * as Gate from "./internal/http/gate.js"
import * as Redaction from "./internal/http/redaction.js"
import type * as Http from "./internal/http/service.js"
import * as SpanEvents from "./internal/http/spanEvents.js"
import * as Transport from "./internal/http/transport.js"
import * as Stopwatch from "./internal/http/stopwatch.js"
import * as Monotonic from "./internal/monotonic.js"
import { inOneGo } from "./internal/inOneGo.js"
import type * as Shards from "./internal/stream/requests.js"
import type * as Method from "./Method.js"
import { RateLimited, TimeoutError, TransportError, type MarketDataError } from "./MarketDataError.js"
import type * as RateLimit from "./RateLimit.js"
import * as Retry from "./Retry.js"
import * as Telemetry from "./Telemetry.js"

/** The connection to a market-data service. */
export class MarketData extends Context.Tag("@candela/core/MarketData")<MarketData, MarketData.Service>() {
  /**
   * The connection with the given options. A base URL that is not an absolute `http` or `https` URL is a defect, and so is a key that is not valid in an HTTP
   * header.
   *
   * ```ts
   * MarketData.layer({ baseUrl: "http://127.0.0.1:8787", apiKey: Redacted.make("..."), rateLimit: RateLimit.free })
   * ```
   */
  static readonly layer = (options: MarketData.Options): Layer.Layer<MarketData, never, HttpClient.HttpClient> =>
    Layer.scoped(
      MarketData,
      Effect.all([readBaseUrl(options.baseUrl), readApiKey(options.apiKey)]).pipe(
        Effect.catchAll((fault) => Effect.dieMessage(`MarketData.layer: ${fault}`)),
        Effect.flatMap(([baseUrl, apiKey]) =>
          make(baseUrl, apiKey, { url: "baseUrl of MarketData.layer", key: "apiKey of MarketData.layer" }, options),
        ),
      ),
    )

  /** The connection with the base URL and the key from the configuration, by default `MARKET_DATA_URL` and `MARKET_DATA_API_KEY`. */
  static readonly layerConfig = (
    options: MarketData.ConfigOptions = {},
  ): Layer.Layer<MarketData, ConfigError.ConfigError, HttpClient.HttpClient> =>
    Layer.scoped(
      MarketData,
      Effect.gen(function* () {
        const url = options.baseUrl ?? Config.string("MARKET_DATA_URL")
        const key: Config.Config<Redacted.Redacted | string> = options.apiKey ?? Config.string("MARKET_DATA_API_KEY")
        const [baseUrl, apiKey] = yield* Effect.mapError(
          Config.zip(
            Config.mapOrFail(url, (url) => invalid(readBaseUrl(url))),
            Config.mapOrFail(key, (key) => invalid(readApiKey(key))),
          ),
          withExample,
        )
        return yield* make(
          baseUrl,
          apiKey,
          {
            url: options.baseUrl === undefined ? "MARKET_DATA_URL" : "baseUrl of MarketData.layerConfig",
            key: options.apiKey === undefined ? "MARKET_DATA_API_KEY" : "apiKey of MarketData.layerConfig",
          },
          options,
        )
      }),
    )
}

/** Types of the connection. */
export declare namespace MarketData {
  /** How requests are sent, retried and rate-limited. */
  interface Settings extends Transport.Settings {
    /** The retry policy. Default: `Retry.standard`. */
    readonly retry?: Retry.Policy | undefined
    /**
     * How many retries the layer may make. Default: a fifth of its calls, and 10 in reserve. When they are used up, a call fails with its error, which says so
     * (`notRetried`).
     */
    readonly retryBudget?: Retry.BudgetOptions | undefined
    /**
     * How many requests may be sent per interval: `RateLimit.free`, `RateLimit.make({ limit: 100, interval: "1 second" })`. Default: no limit. A 429 pauses all requests in any
     * case: until its `Retry-After`, or else for the longest interval. With a client that does not report when it sent a
     * request, such as `fetch`, a request counts from the arrival of its response's headers, or from one second after its start if that is earlier.
     */
    readonly rateLimit?: RateLimit.RateLimit | RateLimit.Window | undefined
    /** What becomes of rows that are invalid, where a call does not say it: they fail the call, or are left out and told. Default `"fail"`. */
    readonly onInvalidRow?: Method.CallOptions["onInvalidRow"]
    /** Whether decoders may be compiled with `new Function`. Set to false under a Content-Security-Policy. Default true. */
    readonly codeGeneration?: boolean | undefined
  }

  /** Options of `MarketData.layer`. */
  interface Options extends Settings {
    /** The service's base URL: `https://host`, with a path if the service is served below one. */
    readonly baseUrl: string | URL
    /** The API key. It is sent in the `Authorization` header only. */
    readonly apiKey: Redacted.Redacted | string
  }

  /** Options of `MarketData.layerConfig`. */
  interface ConfigOptions extends Settings {
    /** Where the base URL is configured. Default `MARKET_DATA_URL`. */
    readonly baseUrl?: Config.Config<string> | undefined
    /** Where the key is configured. Default `MARKET_DATA_API_KEY`. */
    readonly apiKey?: Config.Config<Redacted.Redacted> | undefined
  }

  /** What the services of the domains are built on. */
  interface Service extends Http.Service {
    /**
     * Into which requests a streaming call is cut, where a layer between services and connection changes that: `Cache.layer`, `Checkpoints.layer`.
     *
     * @internal
     */
    readonly requests?: ((call: Shards.Call) => Effect.Effect<Shards.Shards, MarketDataError>) | undefined
  }
}

/** The names of the missing variables. */
const missingIn = (error: ConfigError.ConfigError): ReadonlyArray<string> =>
  error._op === "MissingData"
    ? [error.path.join("_")]
    : error._op === "And"
      ? [...missingIn(error.left), ...missingIn(error.right)]
      : []

/** Names every missing variable at once, and says what to set. */
const withExample = (error: ConfigError.ConfigError): ConfigError.ConfigError => {
  const missing = missingIn(error)
  return missing.length === 0
    ? error
    : ConfigError.MissingData(
        [missing.join(" and ")],
        "set the URL of the service (https://api.massive.com) and your key; or start the sandbox with npx candela-sandbox, and set http://127.0.0.1:8787 and the key sandbox",
      )
}

/** `Config.mapOrFail` adds the variable's name. */
const invalid = <A>(value: Either.Either<A, string>): Either.Either<A, ConfigError.ConfigError> =>
  Either.mapLeft(value, (fault) => ConfigError.InvalidData([], fault))

const readBaseUrl = (text: string | URL): Either.Either<URL, string> => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) && url.search + url.username + url.password === ""
    ? Either.right(url)
    : Either.left("the base URL is not an absolute http or https URL without query and password (the key is apiKey)")
}

/** A key that is valid in the `Authorization` header. With any other key the runtime would reject each request, with the key in its error. */
const readApiKey = (apiKey: Redacted.Redacted | string): Either.Either<Redacted.Redacted, string> => {
  const key = Redacted.isRedacted(apiKey) ? apiKey : Redacted.make(apiKey)
  return /^[\x21-\x7e]+$/.test(Redacted.value(key))
    ? Either.right(key)
    : Either.left("the key is empty, or holds a character that no header can hold")
}

/** Where the base URL and the key are set, for errors. */
interface Sources {
  readonly url: string
  readonly key: string
}

const make = (baseUrl: URL, apiKey: Redacted.Redacted, sources: Sources, options: MarketData.Settings) =>
  Effect.gen(function* () {
    const { codeGeneration = true, onInvalidRow, retry = Retry.standard } = options
    const budget = Retry.budget(options.retryBudget)
    const gate = yield* Gate.make(options.rateLimit, options.transformClient && Infinity)
    const redaction = Redaction.make(apiKey)
    const transport = yield* Transport.make({ ...options, baseUrl, apiKey, gate })
    /** Without the key, and with where a refused key or a wrong URL is set. */
    const presentable = (error: MarketDataError): MarketDataError =>
      Object.assign(
        redaction.error(error),
        error._tag === "Unauthorized"
          ? { keyFrom: sources.key }
          : (error._tag === "TransportError" || "foreign" in error) && {
              origin: baseUrl.origin,
              urlFrom: sources.url,
            },
      )
    const closed = Effect.unsafeMakeLatch()
    let isClosed = false
    yield* Effect.addFinalizer(() => {
      isClosed = true
      return closed.open
    })
    const closedError = (endpoint: Endpoint.Any) =>
      new TransportError({ endpoint: endpoint.name, reason: "Closed", detail: "the MarketData layer is closed" })
    const get: MarketData.Service["get"] = ({ buffers, deadline, endpoint, failure, read, span, url }) =>
      Effect.uninterruptibleMask((restore) => {
        const until = deadline?.at ?? Infinity
        let stopwatch: Stopwatch.Stopwatch | undefined
        const expired = (reason?: string) =>
          new TimeoutError({ endpoint: endpoint.name, timeout: deadline!.timeout, ...(reason && { reason }) })
        const refusal: Gate.Refuse = ({ isTooLong, milliseconds, reason, until: end }) =>
          end >= until
            ? expired(reason)
            : isTooLong
              ? new RateLimited({ endpoint: endpoint.name, detail: reason, retryAfter: Duration.millis(milliseconds) })
              : undefined
        /** Fails when the deadline passes; with what keeps the request from being sent, if it has not been. */
        const late = () =>
          Effect.flatMap(gate.delay(), ({ reason }) => expired(stopwatch?.isRunning() ? undefined : reason))
        const answer = (endTurn: () => void) => {
          let attempt = 0
          const once = Effect.gen(function* () {
            const start = yield* Monotonic.now
            if (isClosed) return yield* closedError(endpoint)
            if (start >= until) return yield* expired()
            attempt += 1
            if (attempt === 1 && failure !== undefined) return yield* Effect.fail(failure)
            span.attribute("candela.attempts", attempt)
            if (attempt > 1) yield* Metric.update(Telemetry.of(Telemetry.retries, endpoint), 1)
            stopwatch = Stopwatch.make(endTurn)
            return yield* transport({ endpoint, url, span, stopwatch, refusal, buffers }).pipe(
              Effect.ensuring(Effect.sync(endTurn)),
              Effect.flatMap(read),
              Effect.mapError(presentable),
              Effect.tapError((error) =>
                Effect.flatMap(Monotonic.now, (end) =>
                  SpanEvents.attemptFailed(span, error, { attempt, milliseconds: end - start }),
                ),
              ),
            )
          })
          const deadlinePasses =
            deadline &&
            Monotonic.now.pipe(
              Effect.flatMap((now) => Effect.sleep(until - now)),
              Effect.flatMap(late),
            )
          const closing = Effect.flatMap(closed.await, () => closedError(endpoint))
          budget.earn()
          // Interrupted before its fibers have started, a race waits for them forever.
          const race = Effect.raceFirst(
            Retry.retry(retry, { budget, until })(once),
            Effect.interruptible(deadlinePasses ? inOneGo(Effect.raceFirst(closing, deadlinePasses)) : closing),
          )
          return Effect.ensuring(restore(Effect.withParentSpan(inOneGo(race), span)), Effect.sync(endTurn))
        }
        // A call waits for its turn once: its retries go before calls that have not begun.
        return failure ? answer(() => {}) : Effect.flatMap(gate.turn(restore, span, refusal, until, late), answer)
      })
    return MarketData.of({ baseUrl, apiKey, get, redaction, codeGeneration, onInvalidRow })
  })
