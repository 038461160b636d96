/**
 * The program of a download into a file, which may be killed at any point. Its only argument is
 * {@link CrashSettings} as JSON.
 */
import { Checkpoints } from "@candela/core/Checkpoints"
import { MarketData } from "@candela/core/MarketData"
import * as NodeClient from "@candela/node/NodeClient"
import { Stocks } from "@candela/stocks/Stocks"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as FileSystem from "@effect/platform/FileSystem"
import * as KeyValueStore from "@effect/platform/KeyValueStore"
import { Console, Effect, Layer, Option, Stream } from "effect"
import * as Records from "./Records.js"

/** Bars to download, their service, and the folder. */
export interface CrashSettings {
  readonly url: string
  readonly apiKey: string
  /** Contains the file and the checkpoints. */
  readonly folder: string
  readonly ticker: string
  /** First and last minute, epoch milliseconds. */
  readonly from: number
  readonly to: number
  readonly pageSize: number
  readonly concurrency: number
}

const name = "bars"

const download = ({ concurrency, folder, from, pageSize, ticker, to }: CrashSettings) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const file = yield* files.open(`${folder}/bars`, { flag: "a" })
    const saved = yield* Checkpoints.load(name)
    yield* file.truncate(BigInt(Option.match(saved, { onNone: () => 0, onSome: ({ rows }) => rows * Records.width })))
    const { bars } = yield* Stocks
    const request = { stocksTicker: ticker, multiplier: 1, timespan: "minute", from, to } as const
    yield* Console.log("Downloading")
    yield* bars
      .stream(request, { pageSize, concurrency, checkpoint: name })
      .pipe(Stream.runForEachChunk((rows) => file.writeAll(Records.of(rows))))
    yield* Console.log("Complete")
  })

const main = Effect.gen(function* () {
  const settings = JSON.parse(process.argv[2]!) as CrashSettings
  const Live = Stocks.layer.pipe(
    Layer.provideMerge(Checkpoints.layer),
    Layer.provide(MarketData.layer({ baseUrl: settings.url, apiKey: settings.apiKey })),
    Layer.provide(NodeClient.layer),
    Layer.provide(KeyValueStore.layerFileSystem(`${settings.folder}/checkpoints`)),
  )
  yield* Effect.provide(download(settings), Live)
})

NodeRuntime.runMain(main.pipe(Effect.scoped, Effect.provide(NodeContext.layer)))
