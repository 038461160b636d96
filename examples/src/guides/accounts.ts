/** The programs of docs/accounts.md. */
import { MarketData } from "@candela/core"
import { Forex } from "@candela/forex"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Cause, Console, Context, Effect, Exit, Layer, LayerMap, Redacted } from "effect"

const baseUrl = "http://sandbox"

// #region account
const account = (apiKey: Redacted.Redacted) => MarketData.layer({ baseUrl, apiKey })
// #endregion

/** Today's minutes, which the plan of the key delays. */
const minutes = (stocks: Stocks.Service) =>
  Effect.map(
    stocks.bars({ stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: "2025-06-30", to: "2025-06-30" }),
    ({ results }) => results.length,
  )

// #region tags
class Desk extends Context.Tag("Desk")<Desk, Stocks.Service>() {}
class Research extends Context.Tag("Research")<Research, Stocks.Service>() {}

const Both = Layer.mergeAll(
  Layer.effect(Desk, Stocks.make).pipe(Layer.provide(account(Redacted.make("desk")))),
  Layer.effect(Research, Stocks.make).pipe(Layer.provide(account(Redacted.make("research")))),
)
// #endregion

const twoTags = Effect.gen(function* () {
  yield* Console.log(`desk: ${yield* minutes(yield* Desk)} minutes`)
  yield* Console.log(`research: ${yield* minutes(yield* Research)} minutes`)
})

// #region tenants
class Tenants extends LayerMap.Service<Tenants>()("Tenants", {
  lookup: (tenant: string) =>
    Layer.mergeAll(Stocks.layer, Forex.layer).pipe(Layer.provide(account(Redacted.make(tenant)))),
  idleTimeToLive: "10 minutes",
}) {}

const ofTenant = (tenant: string) => Effect.flatMap(Stocks, minutes).pipe(Effect.provide(Tenants.get(tenant)))
// #endregion

const tenants = Effect.gen(function* () {
  for (const tenant of ["desk", "research"]) yield* Console.log(`${tenant}: ${yield* ofTenant(tenant)} minutes`)
}).pipe(Effect.provide(Tenants.Default))

// #region constant
const Live = Layer.mergeAll(Stocks.layer, Forex.layer) // a constant: Effect builds it once

const Crossed = Layer.mergeAll(
  Layer.effect(Desk, Stocks).pipe(Layer.provide(Live), Layer.provide(account(Redacted.make("desk")))),
  Layer.effect(Research, Stocks).pipe(Layer.provide(Live), Layer.provide(account(Redacted.make("research")))),
)
// #endregion

// #region fresh
const ofKey = (apiKey: Redacted.Redacted) => Layer.fresh(Live).pipe(Layer.provide(account(apiKey)))
// #endregion

const crossed = Effect.gen(function* () {
  const exit = yield* Effect.exit(Effect.provide(twoTags, Crossed))
  if (Exit.isFailure(exit)) yield* Console.log(Cause.pretty(exit.cause).split("\n")[0])
  for (const key of ["desk", "research"]) {
    const count = yield* Effect.flatMap(Stocks, minutes).pipe(Effect.provide(ofKey(Redacted.make(key))))
    yield* Console.log(`${key}: ${count} minutes`)
  }
})

await Effect.runPromise(
  Effect.all([twoTags.pipe(Effect.provide(Both)), tenants, crossed]).pipe(
    Effect.provide(Sandbox.layerHttpClient({ keys: { desk: "basic", research: "business" } })),
  ),
)
