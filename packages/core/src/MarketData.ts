/**
 * The connection to a market-data service: where it is, the key, and how requests leave. All services of an application share one
 * `MarketData` layer, and with it the rate limit.
 */
import type { HttpClient } from "@effect/platform"
import { Config, ConfigError, Context, Duration, Effect, Either, Layer, Redacted } from "effect"
import type * as Endpoint from "./Endpoint.js"
import type { MarketDataError } from "./MarketDataError.js"
import * as RateLimit from "./RateLimit.js"
import * as Retry from "./Retry.js"
import * as Transport from "./Transport.js"

/** The connection to a market-data service. */
export class MarketData extends Context.Tag("@candela/core/MarketData")<MarketData, MarketData.Service>() {
  /**
   * The connection with the given options. A base URL that is no absolute `http` or `https` URL is a defect.
   *
   * ```ts
   * MarketData.layer({ baseUrl: "http://127.0.0.1:8787", apiKey: Redacted.make("..."), rateLimit: { limit: 5, interval: "1 minute" } })
   * ```
   */
  static readonly layer = (options: MarketData.Options): Layer.Layer<MarketData, never, HttpClient.HttpClient> =>
    Layer.scoped(
      MarketData,
      Effect.flatMap(Effect.orDie(readBaseUrl(options.baseUrl)), (url) => make(url, options)),
    )

  /** The connection whose base URL and key come from the configuration: by default `MARKET_DATA_URL` and `MARKET_DATA_API_KEY`. */
  static readonly layerConfig = (
    options: MarketData.ConfigOptions = {},
  ): Layer.Layer<MarketData, ConfigError.ConfigError, HttpClient.HttpClient> =>
    Layer.scoped(
      MarketData,
      Effect.gen(function* () {
        const baseUrl = yield* (options.baseUrl ?? Config.nonEmptyString("MARKET_DATA_URL")).pipe(
          Config.mapOrFail(readBaseUrl),
        )
        const apiKey = yield* options.apiKey ?? Config.redacted(Config.nonEmptyString("MARKET_DATA_API_KEY"))
        return yield* make(baseUrl, { ...options, apiKey })
      }),
    )
}

/** Types of the connection. */
export declare namespace MarketData {
  /** How requests are sent, tried again, and held back. */
  interface Settings {
    /** When an attempt is made again. Default: `Retry.standard`. */
    readonly retry?: Retry.Policy | undefined
    /** How many requests may leave. Default: as many as are asked for; a 429 holds back all of them in any case. */
    readonly rateLimit?: RateLimit.Options | undefined
    /** The limit of one attempt, from the first byte sent to the last one received. Default 30 seconds. */
    readonly timeout?: Duration.DurationInput | undefined
    /** The largest body that is accepted, in bytes after decompression. Default 64 MiB. */
    readonly maxBodySize?: number | undefined
    /** Whether answers are asked for in gzip: a fifth of the bytes. Default true. */
    readonly gzip?: boolean | undefined
    /** Whether the service is told of the current span (`traceparent`). Default false. */
    readonly propagateTrace?: boolean | undefined
    /** Whether decoders may be compiled with `new Function`. Set to false under a Content-Security-Policy. Default true. */
    readonly codeGeneration?: boolean | undefined
    /** A last hand on the `HttpClient`: it sees neither the key nor its header. */
    readonly transformClient?: ((client: HttpClient.HttpClient) => HttpClient.HttpClient) | undefined
  }

  /** Options of `MarketData.layer`. */
  interface Options extends Settings {
    /** The service's base URL: `https://host`, with a path if the service is served below one. */
    readonly baseUrl: string | URL
    /** The API key. It travels in the `Authorization` header only. */
    readonly apiKey: Redacted.Redacted | string
  }

  /** Options of `MarketData.layerConfig`. */
  interface ConfigOptions extends Settings {
    /** Where the base URL is configured. Default `MARKET_DATA_URL`. */
    readonly baseUrl?: Config.Config<string> | undefined
    /** Where the key is configured. Default `MARKET_DATA_API_KEY`. */
    readonly apiKey?: Config.Config<Redacted.Redacted> | undefined
  }

  /** What the services of the domains stand on. */
  interface Service {
    /**
     * Asks for a path and query until `read` accepts the answer, an error is final, or the retries are used up. `attempts` is told of each
     * attempt before it is made.
     */
    readonly get: <A>(call: {
      readonly endpoint: Endpoint.Any
      readonly url: string
      readonly read: (received: Transport.Received) => Either.Either<A, MarketDataError>
      readonly onAttempt: Effect.Effect<void>
    }) => Effect.Effect<A, MarketDataError>
    /** Whether decoders may be compiled with `new Function`. */
    readonly codeGeneration: boolean
  }
}

const readBaseUrl = (text: string | URL): Either.Either<URL, ConfigError.ConfigError> => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const fault =
    url === undefined || !/^https?:$/.test(url.protocol)
      ? "is not an absolute http or https URL"
      : url.search !== "" || url.username !== "" || url.password !== ""
        ? "must not hold a query or a password: the key goes into apiKey"
        : undefined
  return url === undefined || fault !== undefined
    ? Either.left(ConfigError.InvalidData([], `The base URL of the market-data service ${fault}`))
    : Either.right(url)
}

const make = (baseUrl: URL, options: MarketData.Settings & { readonly apiKey: Redacted.Redacted | string }) =>
  Effect.gen(function* () {
    const { apiKey, codeGeneration = true, retry = Retry.standard } = options
    const rateLimit = yield* RateLimit.make(options.rateLimit)
    const transport = yield* Transport.make({
      baseUrl,
      apiKey: Redacted.isRedacted(apiKey) ? apiKey : Redacted.make(apiKey),
      timeout: Duration.decode(options.timeout ?? "30 seconds"),
      maxBodySize: options.maxBodySize ?? 64 * 1024 * 1024,
      gzip: options.gzip ?? true,
      propagateTrace: options.propagateTrace ?? false,
      transformClient: options.transformClient ?? ((client) => client),
    })
    const get: MarketData.Service["get"] = ({ endpoint, onAttempt, read, url }) =>
      rateLimit.permit.pipe(
        Effect.zipRight(onAttempt),
        Effect.zipRight(transport.get(endpoint, url)),
        Effect.flatMap(read),
        Effect.tapError((error) =>
          error._tag === "RateLimited" && error.retryAfter !== undefined && Retry.isRetryable(error)
            ? rateLimit.pause(error.retryAfter)
            : Effect.void,
        ),
        Retry.retry(retry),
      )
    return MarketData.of({ get, codeGeneration })
  })
