/**
 * Location and keys of a store in an object store, from a program's configuration: under the names
 * that Amazon S3 tools read.
 *
 * @module
 */
import { namesIn } from "@candela/core/internal/MissingVariables"
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Credentials, ObjectsOptions } from "../model/store.js"

/** Options of `Store.layerObjects`, each of which may be a `Config`. Unset ones with a variable are read from it. */
export interface ObjectsConfigOptions {
  /** Bucket, which must exist. */
  readonly bucket: string | Config.Config<string>
  /** Key prefix of the store in the bucket, without `/` at its ends: `histories/2024`. Default: the whole bucket. */
  readonly prefix?: string | Config.Config<string> | undefined
  /** Address of the object store. Default: `AWS_ENDPOINT_URL_S3`, or `AWS_ENDPOINT_URL`, or Amazon S3 in the region. */
  readonly endpoint?: string | Config.Config<string> | undefined
  /** Region of the bucket. Default: `AWS_REGION`, or `AWS_DEFAULT_REGION`, or `"us-east-1"`. */
  readonly region?: string | Config.Config<string> | undefined
  /** Keys. Default: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, and `AWS_SESSION_TOKEN` if it is set. */
  readonly credentials?: ObjectsOptions["credentials"] | Config.Config<Credentials> | undefined
  /** Timeout of a request including its body. Default 1 minute. */
  readonly timeout?: ObjectsOptions["timeout"] | Config.Config<NonNullable<ObjectsOptions["timeout"]>>
  /** Clock for signing requests. Default: the `Clock` of the program. */
  readonly clock?: ObjectsOptions["clock"]
  /** As for a store in a folder. Default 1 day. */
  readonly settleAfter?: ObjectsOptions["settleAfter"] | Config.Config<NonNullable<ObjectsOptions["settleAfter"]>>
}

/** Reads the first variable that is set and not empty. */
const first = (...names: ReadonlyArray<string>): Config.Config<string | undefined> =>
  Config.map(Config.all(names.map((name) => Config.option(Config.nonEmptyString(name)))), (values) =>
    Option.getOrUndefined(Option.firstSomeOf(values)),
  )

const secret = (name: string) => Config.redacted(Config.nonEmptyString(name))

const credentials: Config.Config<Credentials> = Config.map(
  Config.all({
    accessKeyId: Config.nonEmptyString("AWS_ACCESS_KEY_ID"),
    secretAccessKey: secret("AWS_SECRET_ACCESS_KEY"),
    sessionToken: Config.option(secret("AWS_SESSION_TOKEN")),
  }),
  ({ sessionToken, ...keys }) => ({ ...keys, sessionToken: Option.getOrUndefined(sessionToken) }),
)

/**
 * Wraps a plain value as a `Config`. `Config` is checked first: it is an effect too, and an effect
 * that returns credentials is a plain value.
 */
const unwrap = <A>(value: A | Config.Config<A>): Config.Config<A> =>
  Config.isConfig(value) ? (value as Config.Config<A>) : Config.succeed(value as A)

/** Names all missing variables in one error, and says what to set. */
const explained = (error: ConfigError.ConfigError): ConfigError.ConfigError => {
  const missing = namesIn(error)
  if (missing.length === 0) return error
  const advice = missing.some((name) => name.startsWith("AWS_"))
    ? "set the access key of the object store and its secret; AWS_ENDPOINT_URL too, where it is not Amazon S3"
    : "set it"
  return ConfigError.MissingData([missing.join(" and ")], advice)
}

/** Reads options that are not given from the configuration. */
export const make = (options: ObjectsConfigOptions): Effect.Effect<ObjectsOptions, ConfigError.ConfigError> =>
  Effect.mapError(
    Config.all({
      bucket: unwrap(options.bucket),
      prefix: unwrap(options.prefix),
      endpoint: unwrap(options.endpoint ?? first("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL")),
      region: unwrap(options.region ?? first("AWS_REGION", "AWS_DEFAULT_REGION")),
      credentials: unwrap<ObjectsOptions["credentials"]>(options.credentials ?? credentials),
      timeout: unwrap(options.timeout),
      settleAfter: unwrap(options.settleAfter),
      clock: Config.succeed(options.clock),
    }),
    explained,
  )
