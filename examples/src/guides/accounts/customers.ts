import { MarketData } from "@candela/core"
import { Forex } from "@candela/forex"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Console, Effect, Layer, LayerMap, Redacted } from "effect"

const account = (apiKey: string) => MarketData.layer({ baseUrl: "http://sandbox", apiKey: Redacted.make(apiKey) })

class Customers extends LayerMap.Service<Customers>()("Customers", {
  lookup: (apiKey: string) => Layer.mergeAll(Stocks.layer, Forex.layer).pipe(Layer.provide(account(apiKey))),
  idleTimeToLive: "10 minutes",
}) {}

const close = (apiKey: string) =>
  Effect.gen(function* () {
    const stocks = yield* Stocks
    const { results } = yield* stocks.previousDayBar({ stocksTicker: "AAPL" })
    return results[0]?.close
  }).pipe(Effect.provide(Customers.get(apiKey)))

const program = Effect.gen(function* () {
  for (const apiKey of ["first", "second"]) yield* Console.log(`${apiKey} customer: ${yield* close(apiKey)}`)
})

// A sandbox in this process, with two keys. For the service: its URL above, and FetchHttpClient.layer.
const Service = Sandbox.layerHttpClient({ keys: { first: "basic", second: "business" } })

await Effect.runPromise(program.pipe(Effect.provide(Customers.Default), Effect.provide(Service)))
