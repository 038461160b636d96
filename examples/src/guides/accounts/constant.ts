import { MarketData } from "@candela/core"
import { Forex } from "@candela/forex"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Cause, Console, Context, Effect, Layer, Redacted } from "effect"

class Desk extends Context.Tag("Desk")<Desk, Stocks.Service>() {}
class Research extends Context.Tag("Research")<Research, Stocks.Service>() {}

const account = (apiKey: string) => MarketData.layer({ baseUrl: "http://sandbox", apiKey: Redacted.make(apiKey) })

const Live = Layer.mergeAll(Stocks.layer, Forex.layer) // a constant: Effect builds it once

const constant = (apiKey: string) => Live.pipe(Layer.provide(account(apiKey)))
const fresh = (apiKey: string) => Layer.fresh(Live).pipe(Layer.provide(account(apiKey)))

const both = (ofKey: typeof constant) =>
  Layer.mergeAll(
    Layer.effect(Desk, Stocks).pipe(Layer.provide(ofKey("desk"))),
    Layer.effect(Research, Stocks).pipe(Layer.provide(ofKey("research"))),
  )

const program = Effect.gen(function* () {
  const crossed = yield* Effect.void.pipe(Effect.provide(both(constant)), Effect.sandbox, Effect.flip)
  yield* Console.log(Cause.pretty(crossed).split(": ")[1])
  yield* Effect.void.pipe(Effect.provide(both(fresh)))
  yield* Console.log("With Layer.fresh, each account has its own.")
})

const Service = Sandbox.layerHttpClient({ keys: { desk: "basic", research: "basic" } })

await Effect.runPromise(Effect.provide(program, Service))
