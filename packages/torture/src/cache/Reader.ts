/** Reads hours of minutes of some stocks, through a cache in a folder. */
import { Cache } from "@candela/core/Cache"
import { MarketData } from "@candela/core/MarketData"
import { Stocks } from "@candela/stocks/Stocks"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Effect, Layer, type Random } from "effect"
import * as Clients from "../Clients.js"

/** Service to read through a cache, and folder of the cache. */
export interface CacheSettings {
  readonly url: string
  readonly apiKey: string
  /** The folder of the cache. */
  readonly folder: string
  /** Its maximum size, bytes. */
  readonly maxSize: number
  /** Of the requests. */
  readonly seed: string
}

const tickers = ["AAPL", "AMZN", "MSFT", "NVDA", "SPY", "TSLA"]
const opening = Date.parse("2023-07-05T13:30:00Z")

/** Draws one of 60 requests, whose answers are more than the caches of the figures hold. */
export const draw = (random: Random.Random) =>
  Effect.gen(function* () {
    const from = opening + 60_000 * (yield* random.nextIntBetween(0, 10))
    const stocksTicker = tickers[yield* random.nextIntBetween(0, tickers.length)]!
    return { stocksTicker, multiplier: 1, timespan: "minute", from, to: from + 5 * 3_600_000, adjusted: false } as const
  })

/** The stocks of a service, through the cache. */
export const layer = ({ apiKey, folder, maxSize, url }: CacheSettings) =>
  Stocks.layer.pipe(
    Layer.provideMerge(Cache.layerFileSystem(folder, { maxSize })),
    Layer.provide(MarketData.layer({ baseUrl: url, apiKey })),
    Layer.provide([Clients.node, NodeContext.layer]),
  )
