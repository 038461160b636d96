// A user's program: installed from the tarballs, compiled against their declarations, run on `fetch` alone.
import { MarketData } from "@candela/core"
import { Stocks } from "@candela/stocks"
import { ScriptedTransport } from "@candela/testing"
import { FetchHttpClient } from "@effect/platform"
import { Effect, Layer, Stream } from "effect"

const closes = Effect.gen(function* () {
  const stocks = yield* Stocks
  return yield* stocks.bars
    .stream({ stocksTicker: "AAPL", multiplier: 1, timespan: "day", from: "2024-01-02", to: "2024-01-05" })
    .pipe(Stream.runFold([] as ReadonlyArray<number>, (all, bar) => [...all, bar.close]))
})

const live = Stocks.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

const bar = { o: 1, h: 9, l: 1, c: 4.5, v: 100, t: Date.UTC(2024, 0, 2, 5) }

const scripted = Stocks.layer.pipe(
  Layer.provide(MarketData.layer({ baseUrl: "http://scripted.test", apiKey: "no-key" })),
  Layer.provide(ScriptedTransport.layer([ScriptedTransport.json({ status: "OK", results: [bar] })])),
)

Effect.gen(function* () {
  console.log(
    JSON.stringify({ live: yield* Effect.provide(closes, live), scripted: yield* Effect.provide(closes, scripted) }),
  )
}).pipe(Effect.runPromise)
