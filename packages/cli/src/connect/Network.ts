/**
 * The client of networks, configured by the variables of the terminal.
 *
 * @module
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import * as ConfigError from "effect/ConfigError"
import * as ConfigProvider from "effect/ConfigProvider"
import * as ConfigProviderPathPatch from "effect/ConfigProviderPathPatch"
import * as Effect from "effect/Effect"
import * as HashSet from "effect/HashSet"
import * as Layer from "effect/Layer"
import type { Terminal } from "../terminal/Terminal.js"

/** Configuration from the terminal's variables. */
export const environment = ({ variable }: typeof Terminal.Service): ConfigProvider.ConfigProvider =>
  ConfigProvider.fromFlat(
    ConfigProvider.makeFlat({
      load: (path, primitive) => {
        const text = variable(path.join("_")) ?? ""
        return text === ""
          ? Effect.fail(ConfigError.MissingData([...path], "it is not set"))
          : Effect.map(primitive.parse(text), (value) => [value])
      },
      enumerateChildren: () => Effect.succeed(HashSet.empty()),
      patch: ConfigProviderPathPatch.empty,
    }),
  )

/**
 * Client with a pool of connections, through the proxies that the variables name. It is loaded on
 * use: the sandbox needs none.
 */
export const client = (terminal: typeof Terminal.Service): Layer.Layer<HttpClient.HttpClient> =>
  Layer.unwrapEffect(
    Effect.map(
      Effect.promise(() => import("@candela/node/NodeClient")),
      ({ layer }) => Layer.provide(layer, Layer.setConfigProvider(environment(terminal))),
    ),
  )
