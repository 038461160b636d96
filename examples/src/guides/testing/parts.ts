import { Mock } from "@candela/core"
import { Stocks } from "@candela/stocks"
import { Console, Effect } from "effect"

const Snapshots = Mock.layer(Stocks, {
  snapshot: Mock.single(Mock.part({ ticker: "AAPL", day: { close: 11 } })),
})

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const { day } = yield* stocks.snapshot({ stocksTicker: "AAPL" })
  yield* Console.log(day?.close)
})

await Effect.runPromise(Effect.provide(program, Snapshots))
