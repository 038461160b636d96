/**
 * Follows bars and trades into files, with checkpoints, and may be killed at any point. Its only argument is
 * {@link FollowSettings} as JSON.
 */
import { Checkpoints } from "@candela/core/Checkpoints"
import type { Followed } from "@candela/core/Live"
import { StocksLive } from "@candela/stocks/Live"
import * as KeyValueStore from "@effect/platform/KeyValueStore"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect, Layer, Option, Stream } from "effect"
import * as Log from "./Log.js"
import * as Market from "./Market.js"

/** What is followed, where, and the folder of files and positions. */
export interface FollowSettings {
  readonly url: string
  readonly apiKey: string
  readonly folder: string
  readonly bars: ReadonlyArray<string>
  readonly trades: ReadonlyArray<string>
  /** Whether it ends once the history is caught up with; otherwise it goes on until it is killed. */
  readonly ends: boolean
}

const settings = JSON.parse(process.argv[2]!) as FollowSettings

/** Requests are not behind. */
const settle = "1 second"

/** Follows tickers into the file of a name, from where its position says. */
const follow = <Row>(name: "bars" | "trades", method: Followed<never, Row, boolean>) =>
  Effect.gen(function* () {
    const path = `${settings.folder}/${name}`
    const saved = yield* Checkpoints.load(name)
    yield* Log.resume(path, Option.match(saved, { onNone: () => 0, onSome: ({ rows }) => rows }))
    const events = method.follow({ ticker: settings[name], from: Market.day, checkpoint: name, fill: { settle } })
    const isCaughtUp = (event: { readonly _tag: string }) => settings.ends && event._tag === "Gap"
    yield* Stream.runForEach(Stream.takeUntil(events, isCaughtUp), (event) =>
      Effect.sync(() => Log.append(path, event)),
    )
  })

const main = Effect.gen(function* () {
  const live = yield* StocksLive
  yield* Console.log("Following")
  yield* Effect.all([follow("bars", live.minuteBars as never), follow("trades", live.trades as never)], {
    concurrency: "unbounded",
  })
  yield* Console.log("Complete")
})

const Live = StocksLive.layer.pipe(
  Layer.provideMerge(Checkpoints.layer),
  Layer.provide(Layer.scopedContext(Market.build(settings))),
  Layer.provide(KeyValueStore.layerFileSystem(`${settings.folder}/positions`)),
  Layer.provideMerge(NodeContext.layer),
)

NodeRuntime.runMain(Effect.provide(main, Live))
