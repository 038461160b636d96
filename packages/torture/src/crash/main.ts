/** A download into a file, in a process of its own that may be killed at any point. Its only argument is the {@link Settings} as JSON. */
import { Checkpoints } from "@candela/core/Checkpoints"
import { MarketData } from "@candela/core/MarketData"
import * as NodeClient from "@candela/node/NodeClient"
import { Stocks } from "@candela/stocks/Stocks"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { FileSystem, KeyValueStore } from "@effect/platform"
import { Console, Effect, Layer, Option, Schema, Stream } from "effect"
import * as Records from "./Records.js"
import { Settings } from "./Settings.js"

const name = "bars"

const download = ({ concurrency, folder, from, pageSize, ticker, to }: Settings) =>
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
  const settings = yield* Schema.decode(Schema.parseJson(Settings))(process.argv[2] ?? "")
  const Live = Stocks.layer.pipe(
    Layer.provideMerge(Checkpoints.layer),
    Layer.provide(MarketData.layer({ baseUrl: settings.url, apiKey: settings.apiKey })),
    Layer.provide(NodeClient.layer),
    Layer.provide(KeyValueStore.layerFileSystem(`${settings.folder}/checkpoints`)),
  )
  yield* Effect.provide(download(settings), Live)
})

NodeRuntime.runMain(main.pipe(Effect.scoped, Effect.provide(NodeContext.layer)))
