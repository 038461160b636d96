/**
 * The connection that `--url`, `--sandbox`, `--profile` or the environment names.
 *
 * @module
 */
import * as Connections from "@candela/core/Connection"
import { MarketData } from "@candela/core/MarketData"
import * as NodeClient from "@candela/node/NodeClient"
import type { Sandbox } from "@candela/sandbox/Sandbox"
import type { PlatformError } from "@effect/platform/Error"
import type { FileSystem } from "@effect/platform/FileSystem"
import type { Path } from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import type { UsageError } from "../command/UsageError.js"
import { Terminal } from "../terminal/Terminal.js"
import * as Destination from "./Destination.js"
import * as Folders from "./folders.js"
import type { ProfilesError } from "./Profiles.js"
import * as Rate from "./Rate.js"
import { Settings } from "./Settings.js"
import { logged } from "./verbose.js"

/** Why there is no connection. */
export type ConnectError = UsageError | ProfilesError | PlatformError | Sandbox.Error

const service = (destination: Destination.Service, verbose: boolean): Layer.Layer<MarketData> => {
  const { key, rate, url } = destination
  return MarketData.layerOn({
    rateLimit: rate === undefined ? undefined : Rate.toRateLimit(rate),
    transformClient: verbose ? logged : undefined,
  }).pipe(
    Layer.provide(Layer.succeed(Connections.Connection, Connections.of(url, key, destination))),
    Layer.provide(NodeClient.layer),
  )
}

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

const sandbox = (verbose: boolean, quiet: boolean) =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const directory = Folders.datasets(yield* Terminal)
      const { Sandbox } = yield* Effect.promise(() => import("@candela/sandbox/Sandbox"))
      const layer = Sandbox.layer({ directory, transformClient: verbose ? logged : undefined })
      return Layer.scopedContext(
        Effect.gen(function* () {
          const waiting = yield* Effect.fork(quiet ? Effect.void : preparing)
          const context = yield* Layer.build(layer)
          yield* Fiber.interrupt(waiting)
          return context
        }),
      )
    }),
  )

/** The connection of a command: `Effect.provide(program, Connect.layer)`. It fails where nothing says where to connect, with what to do. */
export const layer: Layer.Layer<MarketData, ConnectError, Settings | Terminal | FileSystem | Path> = Layer.unwrapEffect(
  Effect.gen(function* () {
    const { quiet, verbose } = yield* Settings
    const destination = yield* Destination.find
    return destination._tag === "Sandbox" ? sandbox(verbose, quiet) : service(destination, verbose)
  }),
)
