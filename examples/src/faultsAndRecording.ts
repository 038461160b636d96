/**
 * The test kit: a program under faults that follow from a seed, and an exchange that is recorded
 * and replayed without a service.
 */
import { MarketData, Retry } from "@candela/core"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Faults, Recorder } from "@candela/testing"
import { type HttpClient, KeyValueStore } from "@effect/platform"
import { Console, Effect, Layer, Option, Stream } from "effect"

const apiKey = "a-key-that-no-cassette-holds"

/** The services on any `HttpClient`. */
const stocksOn = <A, E, R>(client: Layer.Layer<HttpClient.HttpClient | A, E, R>) =>
  Stocks.layer.pipe(
    Layer.provide(MarketData.layer({ baseUrl: "http://sandbox", apiKey, retry: Retry.make({ base: "1 millis" }) })),
    Layer.provideMerge(client),
  )

const Service = Sandbox.layerHttpClient({ keys: { [apiKey]: "business" } })

const bars = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: "2025-06-23", to: "2025-06-27" } as const

// The program to test.
const volume = Effect.flatMap(Stocks, (stocks) =>
  stocks.bars.stream(bars, { pageSize: 100 }).pipe(Stream.runFold(0, (sum, bar) => sum + bar.volume)),
)

const Faulty = Faults.layer({ seed: 7, faults: { "503": 0.1, ResetInBody: 0.1, EmptyPage: 0.1 } })

const underFaults = Effect.gen(function* () {
  const expected = yield* Effect.provide(volume, stocksOn(Service))
  yield* Effect.gen(function* () {
    yield* Console.log(`under faults the same volume: ${(yield* volume) === expected}`)
    for (const { fault, repetition } of (yield* Faults.met).slice(0, 3)) {
      yield* Console.log(`  ${fault}, when the page had been requested ${repetition} times before`)
    }
  }).pipe(Effect.provide(stocksOn(Layer.provideMerge(Faulty, Service))))
})

const close = (date: string) =>
  Effect.flatMap(Stocks, (stocks) => stocks.openClose({ stocksTicker: "AAPL", date })).pipe(
    Effect.map((day) => day.close),
  )

const recorded = Effect.gen(function* () {
  const first = yield* Effect.provide(
    close("2025-06-27"),
    stocksOn(Layer.provide(Recorder.record("close.json"), Service)),
  )
  const { get } = yield* KeyValueStore.KeyValueStore
  const cassette = Option.getOrThrow(yield* get("close.json"))
  yield* Console.log(`the cassette holds the key: ${cassette.includes(apiKey)}`)

  const Replayed = stocksOn(Recorder.replay("close.json"))
  yield* Console.log(`replayed the same price: ${(yield* Effect.provide(close("2025-06-27"), Replayed)) === first}`)
  yield* Effect.provide(close("2025-06-26"), Replayed).pipe(
    Effect.catchAllDefect((mismatch) => Console.log(String(mismatch))),
  )
})

// `KeyValueStore.layerFileSystem("test/cassettes")` keeps cassettes as files.
await Effect.runPromise(Effect.zipRight(underFaults, Effect.provide(recorded, KeyValueStore.layerMemory)))
