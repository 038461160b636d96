import { MarketDataError } from "@candela/core"
import { Endpoint } from "@candela/core/declare"
import { Sandbox } from "@candela/sandbox"
import { Snapshot, Snapshots } from "@candela/snapshots"
import { Bar, Stocks } from "@candela/stocks"
import { Rpc, RpcGroup, RpcTest } from "@effect/rpc"
import { Console, Effect, Layer, Schema, Stream } from "effect"

class Prices extends RpcGroup.make(
  Rpc.make("Latest", { payload: { ticker: Schema.String }, success: Snapshot, error: MarketDataError }),
  Rpc.make("Bars", {
    payload: Endpoint.requestSchema(Stocks.endpoints.bars).omit("limit"), // a stream has no limit
    success: Bar,
    error: MarketDataError,
    stream: true,
  }),
) {}

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

const program = Effect.gen(function* () {
  const prices = yield* RpcTest.makeClient(Prices) // in this process; RpcServer and RpcClient do it over HTTP
  const { ticker, type } = yield* prices.Latest({ ticker: "AAPL" })
  const day = { stocksTicker: "AAPL", multiplier: 1, timespan: "hour", from: "2025-06-27", to: "2025-06-27" } as const
  const volume = yield* Stream.runFold(prices.Bars(day), 0, (sum, bar) => sum + bar.volume)
  yield* Console.log(`${ticker} (${type}), traded on 2025-06-27: ${volume}`)
  const error = yield* Effect.flip(prices.Latest({ ticker: "NONE" }))
  yield* Console.log(`${error._tag}: ${error.message}`)
})

await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(PricesLive)))
