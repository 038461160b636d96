/**
 * A first program: a week's volume of a stock, from minute bars.
 *
 * With `MARKET_DATA_URL` and `MARKET_DATA_API_KEY` it asks the service there; without, the sandbox
 * in this process (synthetic prices).
 */
import { MarketData } from "@candela/core"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Stream } from "effect"

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const traded = yield* stocks.bars
    .stream({ stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: "2025-06-02", to: "2025-06-06" })
    .pipe(Stream.runFold(0, (sum, bar) => sum + bar.volume))
  yield* Console.log(`${traded.toLocaleString("en-US")} shares of AAPL were traded that week`)
}).pipe(Effect.catchTag("Unauthorized", (error) => Console.error(error.message)))

const connection: Layer.Layer<MarketData, unknown> =
  process.env["MARKET_DATA_URL"] === undefined
    ? Sandbox.layer()
    : MarketData.layerConfig().pipe(Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Stocks.layer.pipe(Layer.provide(connection))))
