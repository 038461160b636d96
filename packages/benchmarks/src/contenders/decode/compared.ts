/** Columns of a page through the client, whose answer is compared with its question or not. */
import * as Client from "@candela/core/declare/Client"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import { MarketData } from "@candela/core/MarketData"
import { Stocks } from "@candela/stocks/Stocks"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { Chunk, Effect, Layer, ManagedRuntime, Schema, Stream } from "effect"
import { repeated, type Trial } from "../../Contender.js"
import * as SyntheticPages from "../../SyntheticPages.js"
import { checkColumns } from "./pages.js"

const { bars } = Stocks.endpoints

const plain = Field.struct({
  volume: Field.required(Schema.Number, "v"),
  vwap: Field.optional(Schema.Number, "vw"),
  open: Field.required(Schema.Number, "o"),
  close: Field.required(Schema.Number, "c"),
  high: Field.required(Schema.Number, "h"),
  low: Field.required(Schema.Number, "l"),
  timestamp: Field.required(Schema.Number, "t"),
  transactions: Field.optional(Schema.Number, "n"),
  otc: Field.optional(Schema.Boolean),
})

/**
 * The same endpoint, which says nothing of what its answers repeat, of the order and time of its
 * rows, or of the units of its numbers.
 */
const unaware: typeof bars = {
  ...bars,
  repeats: {},
  row: plain as unknown as typeof bars.row,
  timeRange: { ...bars.timeRange, order: undefined as never },
}

const columnsOf =
  (endpoint: typeof bars): Trial<{}> =>
  async () => {
    const { bytes } = SyntheticPages.bars()
    const client = HttpClient.make((request) =>
      Effect.succeed(HttpClientResponse.fromWeb(request, new Response(bytes as Uint8Array<ArrayBuffer>))),
    )
    const runtime = ManagedRuntime.make(
      MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-benchmark" }).pipe(
        Layer.provide(Layer.succeed(HttpClient.HttpClient, client)),
      ),
    )
    const methods = await runtime.runPromise(Client.make({ bars: endpoint as Endpoint.Any }))
    const method = methods.bars as unknown as Stocks.Service["bars"]
    const range = { from: "2003-09-10", to: "2199-12-31" } as const
    const request = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", ...range } as const
    return repeated(
      async () =>
        Chunk.unsafeHead(await runtime.runPromise(Stream.runCollect(Stream.take(method.columns(request), 1)))),
      (columns) => checkColumns({ kind: "bars" }, columns),
    )
  }

/** Compared with the question. */
export const compared = columnsOf(bars)

/** Decoded only. */
export const decoded = columnsOf(unaware)
