/** Candela: a history as columns, from memory or from a cache in files. */
import { Cache } from "@candela/core/Cache"
import * as MarketData from "@candela/core/MarketData"
import * as NodeClient from "@candela/node/NodeClient"
import { Stocks } from "@candela/stocks/Stocks"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as KeyValueStore from "@effect/platform/KeyValueStore"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Stream from "effect/Stream"
import { history, LATER, type Trial } from "../../Contender.js"
import { addColumns, request } from "./candela.js"
import { firstPage, type HistoryInput, nextUrl, type Sum } from "./history.js"

/** Cache, and the run on it. */
export interface CachedInput extends HistoryInput {
  /** The directory with the cache's files. */
  readonly directory: string
  /** The first run of a process, or those after it. */
  readonly timed: "first" | "later"
}

const layer = ({ directory, url }: CachedInput) =>
  Stocks.layer.pipe(
    Layer.provide(Cache.layer()),
    Layer.provide(MarketData.MarketData.layer({ baseUrl: url, apiKey: "key" })),
    Layer.provide([KeyValueStore.layerFileSystem(directory), NodeClient.layer]),
    Layer.provide(NodeContext.layer),
  )

/** From the cache. */
export const cached: Trial<CachedInput> = async (input) => {
  const runtime = ManagedRuntime.make(layer(input))
  // Bars adjusted for splits may change, so they are not kept.
  const columns = Stream.unwrap(
    Effect.map(Stocks, (stocks) => stocks.bars.columns({ ...request(input), adjusted: false })),
  )
  const sum = () => runtime.runPromise(Stream.runFold(columns, { rows: 0, volume: 0 }, addColumns))
  if (input.timed === "later") await sum()
  const measured = await history(sum, input.timed === "later" ? LATER : 1)
  await runtime.dispose()
  return measured
}

const { decoder } = Stocks.endpoints.bars

/** From bytes in memory, which were decoded once before. */
export const decoded: Trial<HistoryInput> = async (input) => {
  const pages: Array<Uint8Array> = []
  for (let url: string | undefined = firstPage(input); url !== undefined; url = nextUrl(pages.at(-1)!)) {
    pages.push(new Uint8Array(await (await fetch(url)).arrayBuffer()))
  }
  const sum = () =>
    pages.reduce<Sum>((sum, bytes) => addColumns(sum, Either.getOrThrow(decoder.columns(bytes)).rows), {
      rows: 0,
      volume: 0,
    })
  sum()
  return history(() => Promise.resolve(sum()), LATER)
}
