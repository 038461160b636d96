/** Candela: a stream of columns from a cache in files: in the first run of a process, or in the runs after it. */
import { Cache } from "@candela/core/Cache"
import * as MarketData from "@candela/core/MarketData"
import * as NodeClient from "@candela/node/NodeClient"
import { Stocks } from "@candela/stocks/Stocks"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as KeyValueStore from "@effect/platform/KeyValueStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Stream from "effect/Stream"
import { history, LATER, type Run } from "../../Contender.js"
import { request } from "../history/candela.js"
import type { HistoryInput } from "../history/history.js"
import * as SumColumns from "../history/sumColumns.js"

export interface CachedInput extends HistoryInput {
  /** Where the cache keeps its files. */
  readonly directory: string
  readonly timed: "first" | "later"
}

const layer = ({ directory, url }: CachedInput) =>
  Stocks.layer.pipe(
    Layer.provide(Cache.layer()),
    Layer.provide(MarketData.MarketData.layer({ baseUrl: url, apiKey: "key" })),
    Layer.provide([KeyValueStore.layerFileSystem(directory), NodeClient.layer]),
    Layer.provide(NodeContext.layer),
  )

export const run: Run<CachedInput> = async (input) => {
  const runtime = ManagedRuntime.make(layer(input))
  // Bars that are adjusted for splits may change, so they are not kept.
  const columns = Stream.unwrap(
    Effect.map(Stocks, (stocks) => stocks.bars.columns({ ...request(input), adjusted: false })),
  )
  const sum = () => runtime.runPromise(Stream.runFold(columns, SumColumns.nothing(), SumColumns.add))
  if (input.timed === "later") await sum()
  const measured = await history(sum, input.timed === "later" ? LATER : 1)
  await runtime.dispose()
  return measured
}
