/** Options of a connection from the configuration of a program, by default its environment. */
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { namesIn } from "./MissingVariables.js"

/** Options, each of which, or a part of it, may be a `Config`. */
export type Wrap<A> =
  | Config.Config<A>
  | { readonly [K in keyof A]?: A[K] | Config.Config<NonNullable<A[K]>> | Config.Config.Wrap<A[K]> | undefined }

/** Options that were read, and the settings of the base URL and the key. */
export type Read<A> = readonly [options: A, sources: { readonly urlFrom: string; readonly keyFrom: string }]

/**
 * Reads a value with `Config`s in it, all of them, so that one error names what is missing. Only
 * plain objects have parts.
 */
const unwrap = (value: unknown): Effect.Effect<unknown, ConfigError.ConfigError> =>
  Config.isConfig(value)
    ? value
    : Predicate.isRecord(value) && Object.getPrototypeOf(value) === Object.prototype
      ? Effect.mapBoth(
          Effect.validateAll(Object.entries(value), ([name, part]) =>
            Effect.map(unwrap(part), (read) => [name, read] as const),
          ),
          {
            onFailure: (errors) => errors.reduce((one, other) => ConfigError.And(one, other)),
            onSuccess: Object.fromEntries,
          },
        )
      : Effect.succeed(value)

/** Where options are read that are not given. The variable of the key is that of all channels to the service. */
export interface Environment {
  /** Name of the layer's tag, for errors. */
  readonly tag: string
  /** Option of the URL, and its variable. */
  readonly url: readonly [option: string, variable: string]
  /** What to set where variables are missing. */
  readonly example: string
}

const marketData: Environment = {
  tag: "MarketData",
  url: ["baseUrl", "MARKET_DATA_URL"],
  example:
    "set the URL of the service (https://api.massive.com) and your key; or start the sandbox with npx candela-sandbox, and set http://127.0.0.1:8787 and the key sandbox",
}

/** Names every missing variable at once, and says what to set. */
const withExample = (error: ConfigError.ConfigError, example: string): ConfigError.ConfigError => {
  const missing = namesIn(error)
  return missing.length === 0 ? error : ConfigError.MissingData([missing.join(" and ")], example)
}

/**
 * Reads options. URL and key come from the environment, those of REST from `MARKET_DATA_URL` and `MARKET_DATA_API_KEY`,
 * unless others are given.
 */
export const read = <A>(
  options: Wrap<A>,
  { example, tag, url: [url, variable] }: Environment = marketData,
): Effect.Effect<Read<A>, ConfigError.ConfigError> => {
  const fromEnvironment: Record<string, string> = { [url]: variable, apiKey: "MARKET_DATA_API_KEY" }
  const isGiven = (name: string) => Config.isConfig(options) || (options as Record<string, unknown>)[name] !== undefined
  const ofEnvironment = Object.entries(fromEnvironment).filter(([name]) => !isGiven(name))
  const all = Config.isConfig(options)
    ? options
    : unwrap({ ...options, ...Object.fromEntries(ofEnvironment.map(([name, text]) => [name, Config.string(text)])) })
  // protects: The error of a service that is not at its URL says where the URL is set.
  // mutant: "is to be looked for where the URL is set": isGiven → !isGiven
  const from = (name: string) => (isGiven(name) ? `${name} of ${tag}.layerConfig` : fromEnvironment[name]!)
  return Effect.map(
    Effect.mapError(all, (error) => withExample(error, example)),
    (read) => [read as A, { urlFrom: from(url), keyFrom: from("apiKey") }],
  )
}
