import { MarketData } from "@candela/core"
import { Store } from "@candela/history"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Layer } from "effect"

export const Live = Layer.merge(Stocks.layer, Store.layer("histories")).pipe(
  Layer.provideMerge(MarketData.layerConfig()), // reads MARKET_DATA_URL and MARKET_DATA_API_KEY
  Layer.provide(FetchHttpClient.layer),
  Layer.provideMerge(NodeContext.layer),
)
