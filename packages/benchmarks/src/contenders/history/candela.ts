/** Candela: a history as a stream of rows or of columns, as a program on Node reads it. */
import type { Columns } from "@candela/core/Columns"
import * as MarketData from "@candela/core/MarketData"
import type { Bar } from "@candela/market/Bar"
import * as NodeClient from "@candela/node/NodeClient"
import { Stocks } from "@candela/stocks/Stocks"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { history, type Trial } from "../../Contender.js"
import { type HistoryInput, type Sum, TICKER } from "./history.js"

const layer = ({ url }: HistoryInput) =>
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

/** Adds the volumes of a chunk of columns to a sum. */
export const addColumns = (sum: Sum, { columns, length }: Columns<Bar>): Sum => {
  sum.rows += length
  for (let row = 0; row < length; row++) sum.volume += columns.volume[row]!
  return sum
}

const addRow = (sum: Sum, bar: Bar): Sum => {
  sum.rows++
  sum.volume += bar.volume
  return sum
}

const reading = (input: HistoryInput, read: (stocks: Stocks.Service) => Effect.Effect<Sum, unknown>) =>
  history(() => Stocks.pipe(Effect.flatMap(read), Effect.provide(layer(input)), Effect.runPromise))

/** As columns. */
export const columns: Trial<HistoryInput> = (input) =>
  reading(input, ({ bars }) =>
    Stream.runFold(bars.columns(request(input), input.options), { rows: 0, volume: 0 }, addColumns),
  )

/** As rows. */
export const rows: Trial<HistoryInput> = (input) =>
  reading(input, ({ bars }) =>
    Stream.runFold(bars.stream(request(input), input.options), { rows: 0, volume: 0 }, addRow),
  )
