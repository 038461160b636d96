/**
 * `MarketData` from the configuration of a program, by default its environment.
 *
 * @module
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Connections from "./Connection.js"
import type { Connection } from "./Connection.js"
import { MarketData } from "./MarketData.js"

/** Options of `MarketData.layer`, each of which may be a `Config`. */
export type Options = {
  readonly [K in keyof MarketData.Options]?:
    | MarketData.Options[K]
    | Config.Config<NonNullable<MarketData.Options[K]>>
    | undefined
}

/** Returns the names of the missing variables. */
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

/** Converts a value or a `Config` to a `Config`. */
const unwrap = <A>(value: A | Config.Config<A>): Config.Config<A> =>
  Config.isConfig(value) ? (value as Config.Config<A>) : Config.succeed(value as A)

/** Adds the name of the variable to a fault of its value. */
const checked =
  <A, B>(check: (value: A) => Either.Either<B, string>) =>
  (config: Config.Config<A>): Config.Config<B> =>
    Config.mapOrFail(config, (value) => Either.mapLeft(check(value), (fault) => ConfigError.InvalidData([], fault)))

/**
 * `MarketData.layer` with options from the configuration. Base URL and key come from `MARKET_DATA_URL` and `MARKET_DATA_API_KEY`, unless others are
 * given. Fails with one `ConfigError` that names all missing variables.
 *
 * ```ts
 * MarketDataConfig.layer()
 * MarketDataConfig.layer({
 *   timeout: Config.duration("TIMEOUT"),
 *   retry: Config.map(Config.integer("RETRIES"), (times) => Retry.make({ times })),
 *   rateLimit: Config.map(Config.integer("REQUESTS_PER_MINUTE"), (limit) => RateLimit.make({ limit, interval: "1 minute" })),
 * })
 * ```
 */
export const layer = (
  options: Options = {},
): Layer.Layer<MarketData | Connection, ConfigError.ConfigError, HttpClient.HttpClient> => {
  const { apiKey, baseUrl, ...others } = options
  const url: Config.Config<string | URL> = unwrap(baseUrl ?? Config.string("MARKET_DATA_URL"))
  const key: Config.Config<Redacted.Redacted | string> = unwrap(apiKey ?? Config.string("MARKET_DATA_API_KEY"))
  const all = Config.all({
    url: checked(Connections.readBaseUrl)(url),
    key: checked(Connections.readApiKey)(key),
    ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, unwrap<unknown>(value)])),
  })
  const sources = {
    urlFrom: baseUrl === undefined ? "MARKET_DATA_URL" : "baseUrl of MarketDataConfig.layer",
    keyFrom: apiKey === undefined ? "MARKET_DATA_API_KEY" : "apiKey of MarketDataConfig.layer",
  }
  return Layer.unwrapEffect(
    Effect.map(Effect.mapError(all, withExample), ({ key, url, ...settings }) =>
      Layer.provideMerge(
        MarketData.layerOn(settings as MarketData.Settings),
        Connections.layerOf(Effect.sync(() => Connections.of(url, key, sources))),
      ),
    ),
  )
}
