import { Store, Universe } from "@candela/history"
import { Stocks } from "@candela/stocks"
import { Console, Effect } from "effect"
import { Live } from "./live.js"

const tickers = ["AAPL", "KO", "NVDA", "SPY"]
const days = Universe.bars(Stocks.endpoints.bars, { tickers, timespan: "day" })
const minutes = Universe.bars(Stocks.endpoints.bars, { tickers, timespan: "minute" })

const program = Effect.gen(function* () {
  const store = yield* Store
  for (const { range, universe } of [
    { universe: days, range: { from: "2023-07-03", to: "2025-06-27" } },
    { universe: minutes, range: { from: "2025-06-02", to: "2025-06-27" } },
  ]) {
    const { expectedRows, requests } = yield* store.preview(universe, range) // sends nothing
    yield* Console.log(`at most ${requests} requests for about ${expectedRows} bars`)
    const { doubtful, empty, files, lists, rows } = yield* store.sync(universe, range)
    yield* Console.log(`${rows} bars, ${lists} splits and dividends, ${files} files written`)
    yield* Console.log(`without bars: ${empty.join(", ") || "none"}; doubtful: ${doubtful.length}`)
  }
})

await Effect.runPromise(Effect.provide(program, Live))
