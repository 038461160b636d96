/**
 * The free plan's limit of 5 requests a minute: calls wait for their turn by themselves, and `Preview` says
 * beforehand how long. The transport is scripted and the clock is a test clock, so that nobody waits for minutes.
 */
import { MarketData, Preview, RateLimit } from "@candela/core"
import { Stocks } from "@candela/stocks"
import { HttpClient, HttpClientResponse } from "@effect/platform"
import { Clock, Console, Duration, Effect, Fiber, Layer, TestClock, TestContext } from "effect"

const departures: Array<number> = []

/** Answers at once, and notes when a request came. */
const Service = Layer.succeed(
  HttpClient.HttpClient,
  HttpClient.make((request) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      departures.push(now)
      const bar = { t: 1_719_792_000_000, o: 10, h: 12, l: 9, c: 11, v: 100 }
      return HttpClientResponse.fromWeb(request, Response.json({ status: "OK", results: [bar] }))
    }),
  ),
)

const Live = Stocks.layer.pipe(
  Layer.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "none", rateLimit: RateLimit.free })),
  Layer.provide(Service),
)

const watchlist = ["AAPL", "AMZN", "BA", "CSCO", "DIS", "GOOGL", "HD", "IBM", "INTC", "JNJ", "JPM", "KO"]

const program = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2025-06-30T20:00:00Z"))
  const stocks = yield* Stocks
  const all = yield* Effect.fork(
    Effect.forEach(watchlist, (stocksTicker) => stocks.previousDayBar({ stocksTicker }), { concurrency: "unbounded" }),
  )
  for (let minute = 0; minute < 3; minute++) {
    yield* TestClock.adjust("59 seconds")
    yield* Console.log(`minute ${minute + 1}: ${departures.length} requests have left`)
    yield* TestClock.adjust("1 second")
  }
  const bars = yield* Fiber.join(all)
  yield* Console.log(`${bars.length} answers`)

  const history = {
    stocksTicker: "AAPL",
    multiplier: 1,
    timespan: "minute",
    from: "2020-01-02",
    to: "2024-12-31",
  } as const
  const preview = yield* Preview.of(Stocks.endpoints.bars, history)
  const duration = Preview.duration(preview, { limit: 5, interval: "1 minute" })
  yield* Console.log(
    `five years of minutes: at most ${preview.requests} requests, which takes ${Duration.format(duration)}`,
  )
})

await Effect.runPromise(program.pipe(Effect.provide(Live), Effect.provide(TestContext.TestContext)))
