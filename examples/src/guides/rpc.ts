/** Procedures over Candela, a call and a stream: a program of docs/services.md. */
import { MarketDataError } from "@candela/core"
import { Endpoint } from "@candela/core/declare"
import { Sandbox } from "@candela/sandbox"
import { Snapshot, Snapshots } from "@candela/snapshots"
import { Bar, Stocks } from "@candela/stocks"
import { HttpClient, HttpServer } from "@effect/platform"
import { Rpc, RpcClient, RpcGroup, RpcSerialization, RpcServer } from "@effect/rpc"
import { Console, Effect, Layer, Schema, Stream } from "effect"
import { inProcess } from "./services/inProcess.js"

// #region group
class Prices extends RpcGroup.make(
  Rpc.make("Latest", { payload: { ticker: Schema.String }, success: Snapshot, error: MarketDataError }),
  Rpc.make("Bars", {
    payload: Endpoint.requestSchema(Stocks.endpoints.bars).omit("limit"), // a stream has no limit
    success: Bar,
    error: MarketDataError,
    stream: true,
  }),
) {}
// #endregion

// #region handlers
const PricesLive = Prices.toLayer(
  Effect.gen(function* () {
    const stocks = yield* Stocks
    const snapshots = yield* Snapshots
    return {
      Latest: ({ ticker }) => snapshots.get(ticker), // concurrent calls share one request
      Bars: (request) => stocks.bars.stream(request),
    }
  }),
).pipe(Layer.provide([Stocks.layer, Snapshots.layer]), Layer.provide(Sandbox.layer()))
// #endregion

const { handler } = RpcServer.toWebHandler(Prices, {
  layer: Layer.mergeAll(PricesLive, RpcSerialization.layerNdjson, HttpServer.layerContext),
})

const program = Effect.gen(function* () {
  // #region client
  const prices = yield* RpcClient.make(Prices)
  const { last_updated, ticker, type } = yield* prices.Latest({ ticker: "AAPL" })
  const request = {
    stocksTicker: "AAPL",
    multiplier: 1,
    timespan: "hour",
    from: "2025-06-27",
    to: "2025-06-27",
  } as const
  const volume = yield* Stream.runFold(prices.Bars(request), 0, (sum, bar) => sum + bar.volume)
  const error = yield* Effect.flip(prices.Latest({ ticker: "NONE" }))
  // #endregion
  yield* Console.log(`${ticker} (${type}), ${last_updated} ns; traded on 2025-06-27: ${volume}`)
  yield* Console.log(`${error._tag}: ${error.message}`)
})

const Client = RpcClient.layerProtocolHttp({ url: "http://desk/rpc" }).pipe(
  Layer.provide([Layer.succeed(HttpClient.HttpClient, inProcess(handler)), RpcSerialization.layerNdjson]),
)
await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(Client)))
