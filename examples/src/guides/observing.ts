/** The layer of docs/observing.md. */
import { MarketData, UnknownFields } from "@candela/core"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer } from "effect"

const Connection = MarketData.layerConfig().pipe(Layer.provide(FetchHttpClient.layer))

// #region layer
const Live = Stocks.layer.pipe(Layer.provide(UnknownFields.layer), Layer.provide(Connection))
// #endregion

const program = Effect.flatMap(Stocks, ({ previousDayBar }) => previousDayBar({ stocksTicker: "AAPL" }))
const { results } = await Effect.runPromise(Effect.provide(program, Live))
await Effect.runPromise(Console.log(results.length))
