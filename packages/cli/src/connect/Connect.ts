/**
 * Connection from `--url`, `--sandbox`, `--profile` or the environment.
 *
 * @module
 */
import * as Connections from "@candela/core/Connection"
import { MarketData } from "@candela/core/MarketData"
import type { Sandbox } from "@candela/sandbox/Sandbox"
import type { PlatformError } from "@effect/platform/Error"
import type { FileSystem } from "@effect/platform/FileSystem"
import type { Path } from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Failed } from "../command/Failed.js"
import type { UsageError } from "../command/UsageError.js"
import * as Preparing from "../progress/Preparing.js"
import { Terminal } from "../terminal/Terminal.js"
import * as Destination from "./Destination.js"
import * as Folders from "./folders.js"
import type { ProfilesError } from "./Profiles.js"
import * as Network from "./Network.js"
import * as Rate from "./Rate.js"
import * as Recording from "./Recording.js"
import { Settings } from "./Settings.js"
import { logged, waits } from "./verbose.js"
import { Wrapper } from "./Wrapper.js"

/** Errors of connecting. */
export type ConnectError = UsageError | Failed | ProfilesError | PlatformError | Sandbox.Error

/** Wrappers of a connection's requests: the log, and that of the command. */
export const transformOf = (verbose: boolean) =>
  Effect.map(Wrapper, (wrap): Transform =>
    verbose && wrap !== undefined ? (client) => wrap(logged(client)) : verbose ? logged : wrap,
  )

type Transform = MarketData.Settings["transformClient"]

/** Connection to a service on a network. */
export const service = (destination: Destination.Service, transformClient: Transform) => {
  const { key, rate, url } = destination
  return MarketData.layerOn({
    rateLimit: rate === undefined ? undefined : Rate.toRateLimit(rate),
    transformClient,
  }).pipe(
    Layer.provide(Layer.succeed(Connections.Connection, Connections.of(url, key, destination))),
    Layer.orDie, // The rate has been checked.
    Layer.provide(Recording.around(Layer.unwrapEffect(Effect.map(Terminal, Network.client)))),
  )
}

const sandbox = (transformClient: Transform) =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const directory = Folders.datasets(yield* Terminal)
      const { Sandbox } = yield* Effect.promise(() => import("@candela/sandbox/Sandbox"))
      const settings = { baseUrl: "http://sandbox", apiKey: "sandbox", gzip: false, transformClient }
      return yield* Preparing.around((onProgress) =>
        Layer.build(
          Layer.provide(
            Layer.orDie(MarketData.layer(settings)),
            Recording.around(Sandbox.layerHttpClient({ directory, onProgress })),
          ),
        ),
      )
    }),
  )

/** Connection of a command, with its errors. */
type Connection = Layer.Layer<MarketData, ConnectError, Terminal | FileSystem | Path>

/**
 * Connection of a command: `Effect.provide(program, Connect.layer)`. Without a destination it fails with instructions.
 */
export const layer: Connection = Layer.unwrapEffect(
  Effect.gen(function* () {
    const { verbose } = yield* Settings
    const transformClient = yield* transformOf(verbose)
    const told = (connection: Connection) => (verbose ? Layer.merge(connection, waits) : connection)
    const replayed = yield* Recording.replayed(transformClient)
    if (replayed !== undefined) return told(replayed as Connection)
    const destination = yield* Destination.find
    return told(destination._tag === "Sandbox" ? sandbox(transformClient) : service(destination, transformClient))
  }),
)
