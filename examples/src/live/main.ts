/**
 * Calls each endpoint once against the service that `MARKET_DATA_URL` and `MARKET_DATA_API_KEY` name, and prints what does not decode.
 */
import { MarketData, type MarketDataError } from "@candela/core"
import { NodeClient } from "@candela/node"
import { Stocks } from "@candela/stocks"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect, Layer } from "effect"

const stocksTicker = "AAPL"
const date = "2025-06-27"

/** One call for each method: a method without one does not compile. */
const calls = (stocks: Stocks.Service): Record<keyof Stocks.Service, Effect.Effect<unknown, MarketDataError>> => ({
  bars: stocks.bars({ stocksTicker, multiplier: 1, timespan: "day", from: "2025-06-02", to: date }),
  dailyMarketSummary: stocks.dailyMarketSummary({ date }),
  openClose: stocks.openClose({ stocksTicker, date }),
  previousDayBar: stocks.previousDayBar({ stocksTicker }),
})

const describe = (answer: unknown): string => {
  const rows = typeof answer === "object" && answer !== null && "results" in answer ? answer.results : undefined
  return Array.isArray(rows) ? `${rows.length} rows` : "one value"
}

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const outcomes = yield* Effect.forEach(Object.entries(calls(stocks)), ([name, call]) =>
    call.pipe(
      Effect.matchEffect({
        onSuccess: (answer) => Effect.as(Console.log(`ok      stocks.${name}: ${describe(answer)}`), true),
        onFailure: (error) =>
          Effect.as(Console.log(`${error._tag === "DecodeError" ? "decode" : "failed"}  ${error.message}`), false),
      }),
    ),
  )
  const bad = outcomes.filter((ok) => !ok).length
  yield* Console.log(`${outcomes.length - bad} endpoints answered and decoded, ${bad} did not`)
  if (bad > 0) return yield* Effect.fail("some endpoints did not answer as they should")
})

const Live = Stocks.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(NodeClient.layer))

NodeRuntime.runMain(
  program.pipe(
    Effect.provide(Live),
    Effect.tapError((error) =>
      typeof error === "string" ? Effect.void : Console.error(`${error}\nSet MARKET_DATA_URL and MARKET_DATA_API_KEY.`),
    ),
  ),
  { disableErrorReporting: true, disablePrettyLogger: true },
)
