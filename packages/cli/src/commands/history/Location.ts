/**
 * Location of a store: a folder, or a prefix in an object store.
 *
 * @module
 */
import { Store } from "@candela/history/Store"
import type { InvalidOption } from "@candela/core/InvalidOption"
import type { StoreError } from "@candela/history/StoreError"
import type { FileSystem } from "@effect/platform/FileSystem"
import type { Path } from "@effect/platform/Path"
import * as Clock from "effect/Clock"
import * as ConfigError from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { UsageError } from "../../command/UsageError.js"
import * as Network from "../../connect/Network.js"
import { Terminal } from "../../terminal/Terminal.js"

/** Location of a store. */
export type Location =
  | { readonly _tag: "Folder"; readonly folder: string }
  | { readonly _tag: "Objects"; readonly bucket: string; readonly prefix: string | undefined }

/** Parses the location in `--store`. */
export const parse = (text: string): Either.Either<Location, UsageError> => {
  const [, scheme, rest = ""] = /^([a-z][a-z\d+.-]*):\/\/(.*)$/i.exec(text) ?? []
  if (scheme === undefined) return Either.right({ _tag: "Folder", folder: text })
  const [bucket = "", ...prefix] = rest.split("/")
  return scheme === "s3" && bucket !== "" && !/[@?#]/.test(rest)
    ? Either.right({ _tag: "Objects", bucket, prefix: prefix.join("/") || undefined })
    : Either.left(
        new UsageError({
          message: "--store is a folder, or s3://bucket/prefix: the endpoint and the keys come from the environment.",
        }),
      )
}

const refused = (text: string, error: ConfigError.ConfigError | InvalidOption): UsageError => {
  if (!ConfigError.isConfigError(error))
    return new UsageError({ message: `--store ${text} cannot be used. ${error.message}` })
  // protects: Every variable of an object store that is missing is named, and what to set.
  // mutant: "says which variable is missing": error._op === "MissingData" ? [error.path.join("_"), error.message] :
  // ["other variables", String(error) → ["other variables", "set them"
  const [names, advice] =
    error._op === "MissingData" ? [error.path.join("_"), error.message] : ["other variables", String(error)]
  return new UsageError({ message: `--store ${text} needs ${names} in the environment: ${advice}.` })
}

/** Store at a location. Any number of processes may write to an object store. */
export const layer = (
  text: string,
  options: Pick<Store.Options, "writers"> = {},
): Layer.Layer<Store, UsageError | StoreError, FileSystem | Path | Terminal> =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const location = yield* parse(text)
      if (location._tag === "Folder")
        return Layer.catchAll(Store.layer(location.folder, options), (error) => Layer.fail(refused(text, error)))
      const { bucket, prefix } = location
      const terminal = yield* Terminal
      // With --sandbox, commands use the present of the sandbox.
      return Store.layerObjectsConfig({ bucket, prefix, clock: Clock.make() }).pipe(
        Layer.catchAll((error) =>
          Layer.fail(ConfigError.isConfigError(error) || error._tag === "InvalidOption" ? refused(text, error) : error),
        ),
        Layer.provide(Network.client(terminal)),
        Layer.provide(Layer.setConfigProvider(Network.environment(terminal))),
      )
    }),
  )
