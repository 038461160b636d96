/**
 * The connection that `--url`, `--sandbox`, `--profile` or the environment names.
 *
 * @module
 */
import * as Connections from "@candela/core/Connection"
import { MarketData } from "@candela/core/MarketData"
import * as TransformClient from "@candela/core/TransformClient"
import * as NodeClient from "@candela/node/NodeClient"
import type { Sandbox } from "@candela/sandbox/Sandbox"
import type { PlatformError } from "@effect/platform/Error"
import type { FileSystem } from "@effect/platform/FileSystem"
import type { Path } from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import type { Failed } from "../command/Failed.js"
import type { UsageError } from "../command/UsageError.js"
import { Terminal } from "../terminal/Terminal.js"
import * as Cassettes from "./Cassettes.js"
import * as Destination from "./Destination.js"
import * as Folders from "./folders.js"
import type { ProfilesError } from "./Profiles.js"
import * as Rate from "./Rate.js"
import { Settings } from "./Settings.js"
import { logged } from "./verbose.js"
import { Wrapper } from "./Wrapper.js"

/** Why there is no connection. */
export type ConnectError = UsageError | Failed | ProfilesError | PlatformError | Sandbox.Error

/** What a command puts around its requests, and with `--verbose` the lines that show them. */
const transformClient = Effect.gen(function* () {
  const { verbose } = yield* Settings
  const wrap = yield* Wrapper
  if (wrap === undefined) return verbose ? TransformClient.make(logged) : undefined
  return TransformClient.make(verbose ? (client) => logged(wrap(client)) : wrap)
})

const service = (destination: Destination.Service) =>
  Layer.unwrapEffect(
    Effect.map(transformClient, (transformClient) => {
      const { key, rate, url } = destination
      const rateLimit = rate === undefined ? undefined : Rate.toRateLimit(rate)
      return MarketData.layerOn({ rateLimit, transformClient }).pipe(
        Layer.provide(Layer.succeed(Connections.Connection, Connections.of(url, key, destination))),
        Layer.provide(Cassettes.around(NodeClient.layer)),
      )
    }),
  )

/** Says on standard error why nothing happens while a data set is made. */
const preparing = Effect.flatMap(Terminal, ({ err }) =>
  Effect.ignore(
    err.write("Preparing the sandbox's data (synthetic prices and volumes; made once, then kept) ...\n"),
  ).pipe(
    Effect.delay("400 millis"),
    Effect.zipRight(
      Effect.ignore(err.write("  still preparing it ...\n")).pipe(Effect.schedule(Schedule.spaced("5 seconds"))),
    ),
  ),
)

const sandbox = Layer.unwrapEffect(
  Effect.gen(function* () {
    const { quiet } = yield* Settings
    const directory = Folders.datasets(yield* Terminal)
    const { Sandbox } = yield* Effect.promise(() => import("@candela/sandbox/Sandbox"))
    const client = Layer.scopedContext(
      Effect.gen(function* () {
        const waiting = yield* Effect.fork(quiet ? Effect.void : preparing)
        const context = yield* Layer.build(Sandbox.layerHttpClient({ directory }))
        yield* Fiber.interrupt(waiting)
        return context
      }),
    )
    // Nothing is looked up under this name: the sandbox answers every request itself.
    return MarketData.layer({
      baseUrl: "http://sandbox",
      apiKey: "sandbox",
      gzip: false,
      transformClient: yield* transformClient,
    }).pipe(Layer.provide(Cassettes.around(client)))
  }),
)

/** The connection of a command. */
type Connected = Layer.Layer<MarketData, ConnectError, Settings | Terminal | FileSystem | Path>

/** The connection of a command: `Effect.provide(program, Connect.layer)`. It fails where nothing says where to connect, with what to do. */
export const layer: Connected = Layer.unwrapEffect(
  Effect.gen(function* () {
    const replayed = yield* Cassettes.replayed
    if (Option.isSome(replayed)) return replayed.value as Connected
    const destination = yield* Destination.find
    return destination._tag === "Sandbox" ? sandbox : service(destination)
  }),
)
