/**
 * Ten mistakes, each with the error that it gives. `AGENTS.md` of every package and `llms-full.txt`
 * show the regions and the errors, which this program prints.
 */
import { MarketData, Mock } from "@candela/core"
import { Forex } from "@candela/forex"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import { Cause, ConfigProvider, Console, Effect, Layer, Stream } from "effect"

/** Prints how an effect fails. */
const failing = <R>(title: string, effect: Effect.Effect<unknown, unknown, R>) =>
  Effect.flatMap(Effect.flip(Effect.sandbox(effect)), (cause) => {
    const error = Cause.squash(cause)
    return Console.log(`${title}\n  ${error instanceof Error ? error.message : String(error)}`)
  })

const week = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: "2025-06-23", to: "2025-06-27" } as const

// #region No URL and no key: the library has no default service.
const unconfigured = Effect.gen(function* () {
  const stocks = yield* Stocks
  return yield* stocks.bars(week)
}).pipe(
  Effect.provide(Stocks.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))),
)
// #endregion

// #region A key that the service does not know.
const unknownKey = Effect.gen(function* () {
  const stocks = yield* Stocks
  return yield* stocks.bars(week)
}).pipe(Effect.provide(Stocks.layer.pipe(Layer.provide(Sandbox.layer({ apiKey: "secret" })))))
// #endregion

// #region Data that the key's plan does not hold, such as years before its history.
const olderThanThePlan = Effect.gen(function* () {
  const stocks = yield* Stocks
  return yield* stocks.openClose({ stocksTicker: "AAPL", date: "2010-01-04" })
}).pipe(Effect.provide(Stocks.layer.pipe(Layer.provide(Sandbox.layer({ keys: { free: "basic" } })))))
// #endregion

// #region A `limit` that is larger than a page. For more rows, stream.
const tooLarge = Effect.gen(function* () {
  const stocks = yield* Stocks
  return yield* stocks.bars({ ...week, limit: 100_000 })
})
// #endregion

// #region A `limit` in a stream, where it would cut nothing off. The first rows are `Stream.take`.
const limitOfStream = Effect.gen(function* () {
  const stocks = yield* Stocks
  const request = { ...week, limit: 10 }
  return yield* Stream.runCount(stocks.bars.stream(request))
})
// #endregion

// #region A filter under a name that the endpoint lacks. In a literal it does not compile; in a variable it arrives.
const misspelt = Effect.gen(function* () {
  const stocks = yield* Stocks
  const request: Stocks.DividendsRequest = JSON.parse('{ "ex_date.gte": "2025-01-01" }')
  return yield* stocks.dividends(request)
})
// #endregion

// #region A date that is not `yyyy-mm-dd`.
const americanDate = Effect.gen(function* () {
  const stocks = yield* Stocks
  return yield* stocks.openClose({ stocksTicker: "AAPL", date: "06/27/2025" })
})
// #endregion

// #region The ticker of a pair without its prefix: `C:` for currencies, `X:` for crypto.
const withoutPrefix = Effect.gen(function* () {
  const forex = yield* Forex
  return yield* forex.quotes({ fxTicker: "EURUSD" })
})
// #endregion

// #region A day without trading, or an unknown ticker: single values fail, lists are empty.
const saturday = Effect.gen(function* () {
  const stocks = yield* Stocks
  return yield* stocks.openClose({ stocksTicker: "AAPL", date: "2025-06-28" })
})
// #endregion

// #region A method that a test calls and does not mock.
const unmocked = Effect.gen(function* () {
  const stocks = yield* Stocks
  return yield* stocks.bars(week)
}).pipe(Effect.provide(Mock.layer(Stocks, { news: Mock.paged([]) })))
// #endregion

const Live = Layer.mergeAll(Stocks.layer, Forex.layer).pipe(Layer.provide(Sandbox.layer()))
const nothing = Effect.withConfigProvider(ConfigProvider.fromMap(new Map()))

const program = Effect.gen(function* () {
  yield* failing("unconfigured", nothing(unconfigured))
  yield* failing("unknownKey", unknownKey)
  yield* failing("olderThanThePlan", olderThanThePlan)
  yield* failing("tooLarge", tooLarge)
  yield* failing("limitOfStream", limitOfStream)
  yield* failing("misspelt", misspelt)
  yield* failing("americanDate", americanDate)
  yield* failing("withoutPrefix", withoutPrefix)
  yield* failing("saturday", saturday)
  yield* failing("unmocked", unmocked)
})

await Effect.runPromise(Effect.provide(program, Live))
