/** Candela's client of stocks, as a program on Node would have it. */
import * as MarketData from "@candela/core/MarketData"
import * as NodeClient from "@candela/node/NodeClient"
import { Stocks } from "@candela/stocks/Stocks"
import * as Layer from "effect/Layer"
import { type HistoryInput, TICKER } from "./history.js"

/** Everything that the client stands on. */
export const layer = ({ url }: HistoryInput) =>
  Stocks.layer.pipe(
    Layer.provide(MarketData.MarketData.layer({ baseUrl: url, apiKey: "key" })),
    Layer.provide(NodeClient.layer),
  )

/** The whole history. */
export const request = ({ from, to }: HistoryInput): Stocks.BarsRequest => ({
  stocksTicker: TICKER,
  multiplier: 1,
  timespan: "minute",
  from,
  to,
})
