/** Task 8: an effect, and mocks of what it needs. */
import { Mock } from "@candela/core"
import { type PreviousDayBar, Stocks } from "@candela/stocks"
import { Console, Effect } from "effect"

const closeOf = (stocksTicker: string) =>
  Effect.gen(function* () {
    const stocks = yield* Stocks
    const { results } = yield* stocks.previousDayBar({ stocksTicker })
    return results[0]?.close
  })

const bar: PreviousDayBar = { timestamp: 1_751_036_400_000, open: 10, high: 12, low: 9, close: 11, volume: 100 }

for (const rows of [[bar], []]) {
  const Test = Mock.layer(Stocks, { previousDayBar: Mock.paged(rows) })
  await Effect.runPromise(Effect.provide(Effect.flatMap(closeOf("AAPL"), Console.log), Test))
}
