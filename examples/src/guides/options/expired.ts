import { MarketData } from "@candela/core"
import { Options } from "@candela/options"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Stream } from "effect"

const program = Effect.gen(function* () {
  const options = yield* Options
  const asked = { underlying_ticker: "AAPL", expiration_date: "2025-06-20", strike_price: 190 } as const
  // what could be traded on a day, and what no longer can
  const then = yield* options.contracts({ ...asked, as_of: "2025-06-02" })
  const gone = yield* options.contracts({ ...asked, expired: true })
  yield* Console.log(
    then.results.map(({ ticker }) => ticker),
    gone.results.length,
  )
  // bars remain after the expiration; an interval without trades has none
  for (const { ticker } of gone.results) {
    const range = { multiplier: 1, timespan: "day", from: "2025-06-18", to: "2025-06-30" } as const
    const closes = options.bars.stream({ optionsTicker: ticker, ...range }).pipe(Stream.map(({ close }) => close))
    yield* Console.log(ticker, ...(yield* Stream.runCollect(closes)))
  }
})

const Live = Options.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
