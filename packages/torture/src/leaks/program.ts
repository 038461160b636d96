/** A program that leaves something behind: a cache and checkpoints, in folders of their own. */
import { Cache } from "@candela/core/Cache"
import { Checkpoints } from "@candela/core/Checkpoints"
import type { MarketData } from "@candela/core/MarketData"
import { Stocks } from "@candela/stocks/Stocks"
import * as KeyValueStore from "@effect/platform/KeyValueStore"
import { Layer } from "effect"

/** A store in a subfolder. */
export const store = (folder: string, name: string) => KeyValueStore.layerFileSystem(`${folder}/${name}`)

/** Stocks with checkpoints, behind a cache. */
export const layer = <E, R>(folder: string, connection: Layer.Layer<MarketData, E, R>) =>
  Stocks.layer.pipe(
    Layer.provideMerge(Checkpoints.layer.pipe(Layer.provide(store(folder, "checkpoints")))),
    Layer.provide(Cache.layer().pipe(Layer.provide(store(folder, "cache")))),
    Layer.provide(connection),
  )

/** The days that are asked for. */
export const range = { multiplier: 1, timespan: "day", from: "2023-07-03", to: "2023-07-05", adjusted: false } as const
