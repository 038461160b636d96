import { Mock, NotFound } from "@candela/core"
import { Stocks, type Bar } from "@candela/stocks"
import { Console, Effect, Stream } from "effect"

const count = (stocksTicker: string) =>
  Effect.gen(function* () {
    const stocks = yield* Stocks
    const week = { stocksTicker, multiplier: 1, timespan: "day", from: "2025-06-02", to: "2025-06-06" } as const
    return yield* Stream.runCount(stocks.bars.stream(week))
  })

const bar: Bar = { timestamp: 1_719_792_000_000, open: 10, high: 12, low: 9, close: 11, volume: 100 }

const Always = Mock.layer(Stocks, { bars: Mock.paged([bar]) })

const histories: Record<string, ReadonlyArray<Bar>> = { AAPL: [bar], MSFT: [bar, bar] }
const ByTicker = Mock.layer(Stocks, {
  bars: Mock.paged(
    ({ stocksTicker }) => histories[stocksTicker] ?? new NotFound({ endpoint: "stocks.bars", detail: stocksTicker }),
  ),
})

const program = Effect.gen(function* () {
  yield* Console.log(yield* Effect.provide(count("AAPL"), Always))
  yield* Console.log(yield* Effect.provide(count("MSFT"), ByTicker))
  const error = yield* Effect.flip(Effect.provide(count("TSLA"), ByTicker))
  yield* Console.log(error._tag)
})

await Effect.runPromise(program)
