import { Mock } from "@candela/core"
import { StocksLive } from "@candela/stocks/Live"
import { Console, Effect, Stream } from "effect"

const program = Effect.gen(function* () {
  const live = yield* StocksLive
  const highest = yield* live.trades(["AAPL"]).pipe(Stream.runFold(0, (highest, { price }) => Math.max(highest, price)))
  yield* Console.log(highest)
})

const trade = { ticker: "AAPL", timestamp: Date.parse("2025-06-27T13:30:00Z"), exchange: 4, size: 100 }

const Test = Mock.layer(StocksLive, {
  trades: Mock.topic([
    { ...trade, price: 189.05, sequence_number: 1 },
    { ...trade, price: 189.13, sequence_number: 2 },
  ]),
})

await Effect.runPromise(Effect.provide(program, Test))
