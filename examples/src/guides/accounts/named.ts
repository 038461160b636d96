import { MarketData } from "@candela/core"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Console, Context, Effect, Layer, Redacted } from "effect"

const account = (apiKey: string) => MarketData.layer({ baseUrl: "http://sandbox", apiKey: Redacted.make(apiKey) })

class Desk extends Context.Tag("Desk")<Desk, Stocks.Service>() {}
class Research extends Context.Tag("Research")<Research, Stocks.Service>() {}

const Both = Layer.mergeAll(
  Layer.effect(Desk, Stocks.make).pipe(Layer.provide(account("desk"))),
  Layer.effect(Research, Stocks.make).pipe(Layer.provide(account("research"))),
)

const today = {
  stocksTicker: "AAPL",
  multiplier: 1,
  timespan: "minute",
  from: "2025-06-30",
  to: "2025-06-30",
} as const

const program = Effect.gen(function* () {
  const desk = yield* Desk
  const research = yield* Research
  yield* Console.log(`desk: ${(yield* desk.bars(today)).results.length} minutes`) // the plan of this key delays
  yield* Console.log(`research: ${(yield* research.bars(today)).results.length} minutes`)
})

// A sandbox in this process, with a plan for each key. For the service: its URL above, and FetchHttpClient.layer.
const Service = Sandbox.layerHttpClient({ keys: { desk: "basic", research: "business" } })

await Effect.runPromise(program.pipe(Effect.provide(Both), Effect.provide(Service)))
