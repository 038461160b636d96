/**
 * Retry and timeout: of a layer, and of one call. The transport is scripted, so that it fails as told.
 */
import { MarketData, RateLimit, Retry } from "@candela/core"
import { Stocks } from "@candela/stocks"
import { HttpClient, HttpClientResponse } from "@effect/platform"
import { Console, Effect, Either, Layer } from "effect"

let requests = 0

/** Answers 503 twice, and then a bar. */
const Flaky = Layer.succeed(
  HttpClient.HttpClient,
  HttpClient.make((request) =>
    Effect.sync(() => {
      const bar = { t: 1_719_792_000_000, o: 10, h: 12, l: 9, c: 11, v: 100 }
      const answer =
        ++requests % 3 === 0
          ? Response.json({ status: "OK", results: [bar] })
          : Response.json({ status: "ERROR", error: "busy" }, { status: 503 })
      return HttpClientResponse.fromWeb(request, answer)
    }),
  ),
)

const Live = Stocks.layer.pipe(
  Layer.provide(
    MarketData.layer({
      baseUrl: "http://flaky.test",
      apiKey: "none",
      timeout: "2 seconds",
      retry: Retry.make({ times: 3, base: "20 millis", cap: "1 second" }),
      rateLimit: RateLimit.make({ limit: 50, interval: "1 second" }),
    }),
  ),
  Layer.provide(Flaky),
)

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const page = yield* stocks.previousDayBar({ stocksTicker: "AAPL" })
  yield* Console.log(`close ${page.results[0]?.close}, after ${requests} requests`)

  const once = yield* Effect.either(stocks.previousDayBar({ stocksTicker: "AAPL" }, { retry: Retry.none }))
  yield* Console.log(`without retries: ${Either.isLeft(once) ? once.left.message : "answered"}`)
})

await Effect.runPromise(Effect.provide(program, Live))
