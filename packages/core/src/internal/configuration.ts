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

/** Where options come from that are not given: variables of the environment, by option. */
export interface Environment {
  /** Name of the layer, for errors: `MarketData.layerConfig`. */
  readonly layer: string
  readonly variables: Readonly<Record<string, string>>
  /** What to set where variables are missing. */
  readonly example: string
}

/** Names every missing variable at once, and says what to set. */
const withExample = (error: ConfigError.ConfigError, example: string): ConfigError.ConfigError => {
  const missing = namesIn(error)
  return missing.length === 0 ? error : ConfigError.MissingData([missing.join(" and ")], example)
}

/** Reads options, and the setting of each. Those of the environment come from there, unless others are given. */
export const read = <A>(
  options: Wrap<A>,
  { example, layer, variables }: Environment,
): Effect.Effect<readonly [options: A, from: (name: string) => string], ConfigError.ConfigError> => {
  const isGiven = (name: string) => Config.isConfig(options) || (options as Record<string, unknown>)[name] !== undefined
  const ofEnvironment = Object.entries(variables).filter(([name]) => !isGiven(name))
  const all = Config.isConfig(options)
    ? options
    : unwrap({ ...options, ...Object.fromEntries(ofEnvironment.map(([name, text]) => [name, Config.string(text)])) })
  // protects: The error of a service that is not at its URL says where the URL is set.
  // mutant: "is to be looked for where the URL is set": isGiven → !isGiven
  const from = (name: string) => (isGiven(name) ? `${name} of ${layer}` : variables[name]!)
  return Effect.map(
    Effect.mapError(all, (error) => withExample(error, example)),
    (read) => [read as A, from],
  )
}
