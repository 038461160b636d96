/**
 * Connection of a command to the live channel, beside that for requests.
 *
 * @module
 */
import type { Connection } from "@candela/core/Connection"
import { LiveConnection } from "@candela/core/LiveConnection"
import { MarketData } from "@candela/core/MarketData"
import type { FileSystem } from "@effect/platform/FileSystem"
import type { Path } from "@effect/platform/Path"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { UsageError } from "../command/UsageError.js"
import * as Preparing from "../progress/Preparing.js"
import { Terminal } from "../terminal/Terminal.js"
import * as Cassette from "./Cassette.js"
import * as Connect from "./Connect.js"
import * as Destination from "./Destination.js"
import * as Folders from "./folders.js"
import { Settings } from "./Settings.js"

/** Options of the connection. */
export interface LiveConnectOptions {
  /** `--live-url`. */
  readonly url: string | undefined
  /** `--speed`. */
  readonly speed: number | "asap" | undefined
}

/** Connection of a command, with its errors. */
type Connected = Layer.Layer<MarketData | LiveConnection, Connect.ConnectError, Terminal | FileSystem | Path>

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** URL of the live channel, and who says so: the option, the environment, or a service on this computer. */
const urlOf = (option: string | undefined, { url, urlFrom }: Destination.Service) =>
  Effect.flatMap(Terminal, ({ variable }) => {
    if (option !== undefined) return Effect.succeed({ url: option, urlFrom: "--live-url" })
    const given = variable("MARKET_DATA_LIVE_URL") || undefined
    if (given !== undefined) return Effect.succeed({ url: given, urlFrom: "MARKET_DATA_LIVE_URL" })
    // A sandbox serves both on its port.
    if (loopback.test(url.hostname)) return Effect.succeed({ url: url.origin.replace("http", "ws"), urlFrom })
    return new UsageError({
      message: `The live channel of ${url.host} has a host of its own: name it with --live-url or MARKET_DATA_LIVE_URL, such as wss://socket.massive.com. Delayed plans have another one.`,
    })
  })

const service = (destination: Destination.Service, options: LiveConnectOptions): Connected =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const { url, urlFrom } = yield* urlOf(options.url, destination)
      const transformClient = yield* Connect.transformOf((yield* Settings).verbose)
      const NodeLive = yield* Effect.promise(() => import("@candela/node/NodeLive"))
      return Layer.merge(
        Connect.service(destination, transformClient),
        LiveConnection.layer({ url, apiKey: destination.key }).pipe(
          Layer.provide(NodeLive.layer),
          Layer.mapError(({ detail }) => new UsageError({ message: `${urlFrom}: ${detail}` })),
        ),
      )
    }),
  )

const sandbox = (speed: LiveConnectOptions["speed"]): Connected =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const directory = Folders.datasets(yield* Terminal)
      const transformClient = yield* Connect.transformOf((yield* Settings).verbose)
      const { Sandbox } = yield* Effect.promise(() => import("@candela/sandbox/Sandbox"))
      const key = { apiKey: "sandbox" } satisfies Pick<Connection.Options, "apiKey">
      return yield* Preparing.around((onProgress) =>
        Layer.build(
          Layer.merge(
            MarketData.layer({ ...key, baseUrl: "http://sandbox", gzip: false, transformClient }),
            LiveConnection.layer({ ...key, url: "ws://sandbox" }),
          ).pipe(Layer.orDie, Layer.provide(Sandbox.liveLayer({ directory, onProgress, live: { speed } }))),
        ),
      )
    }),
  )

/** Connection of a command: `Effect.provide(program, LiveConnect.layer(options))`. */
export const layer = (options: LiveConnectOptions): Connected =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      if ((yield* Cassette.Current) !== undefined) {
        return yield* new UsageError({
          message: "A cassette has requests alone: read the live channel without record and replay.",
        })
      }
      const destination = yield* Destination.find
      if (destination._tag === "Sandbox") {
        if (options.url === undefined) return sandbox(options.speed)
        return yield* new UsageError({
          message: "--live-url belongs to a service on a network, and --sandbox is none: leave it out.",
        })
      }
      if (options.speed === undefined) return service(destination, options)
      return yield* new UsageError({ message: "--speed is for --sandbox: leave it out." })
    }),
  )

/** Live channel of a program that does without one, too. The error says why there is none. */
export class Offered extends Context.Tag("@candela/cli/LiveConnect/Offered")<
  Offered,
  Effect.Effect<LiveConnection.Service, UsageError>
>() {}

/**
 * Connection of a program that may be used without the live channel. The clock of `--sandbox` stands unless `--speed`
 * says otherwise: then nothing happens there.
 */
export const offered = (
  options: LiveConnectOptions,
): Layer.Layer<MarketData | Offered, Connect.ConnectError, Terminal | FileSystem | Path> =>
  Layer.unwrapEffect(
    Effect.map(Settings, ({ sandbox }) => {
      const isAsked = options.url !== undefined || options.speed !== undefined
      const without = (reason: UsageError) => Layer.merge(Connect.layer, Layer.succeed(Offered, reason))
      if (sandbox && !isAsked) {
        return without(
          new UsageError({
            message: "The clock of the sandbox stands, so nothing happens: start it with --speed 60, or another speed.",
          }),
        )
      }
      const connected = Layer.map(layer(options), (context) =>
        Context.add(context, Offered, Effect.succeed(Context.get(context, LiveConnection))),
      )
      return isAsked
        ? connected
        : Layer.catchAll(connected, (error) => (error instanceof UsageError ? without(error) : Layer.fail(error)))
    }),
  )
