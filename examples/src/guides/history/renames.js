import { MarketData } from "@candela/core"
import { Many, Renames } from "@candela/history"
import { Reference } from "@candela/reference"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Stream } from "effect"

const range = { from: "2024-02-28", to: "2024-03-06" }
const daily = (stocksTicker, part) => ({ stocksTicker, multiplier: 1, timespan: "day", ...part })

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const tenures = yield* Renames.load(yield* Reference, ["DOC", "META"])
  for (const { company, from = "the start", ticker, to = "today" } of tenures) {
    yield* Console.log(`${company} was ${ticker} from ${from} to ${to}`)
  }
  const bars = yield* Many.stream(stocks.bars, Renames.requests(tenures, range, daily)).pipe(
    Renames.follow(tenures), // rows of PEAK under DOC, and none of the company that DOC was before
    Stream.runCollect,
  )
  yield* Console.log(Array.from(bars, ({ close, ticker }) => `${ticker} ${close}`).join(", "))
})

const Live = Layer.merge(Stocks.layer, Reference.layer).pipe(
  Layer.provide(MarketData.layerConfig()),
  Layer.provide(FetchHttpClient.layer),
)

await Effect.runPromise(Effect.provide(program, Live))
