/**
 * Reference data as they were on a day: which tickers there were, under which names, and what a company
 * was worth. A back-test that takes today's list of tickers leaves out those that were delisted since.
 */
import { Reference } from "@candela/reference"
import { Sandbox } from "@candela/sandbox"
import { Console, Effect, Layer, Stream } from "effect"

const program = Effect.gen(function* () {
  const reference = yield* Reference

  const tickersOn = (date: string) =>
    reference.tickers.stream({ market: "stocks", type: "CS", date }).pipe(
      Stream.map(({ ticker }) => ticker),
      Stream.runCollect,
      Effect.map((tickers) => new Set(tickers)),
    )
  const [then, now] = [yield* tickersOn("2024-03-15"), yield* tickersOn("2025-06-27")]
  const gone = [...then].filter((ticker) => !now.has(ticker))
  yield* Console.log(`${then.size} stocks on 2024-03-15, no longer listed since: ${gone.join(", ")}`)

  for (const date of ["2017-01-03", "2024-02-23", "2025-06-27"]) {
    const { market_cap, name } = yield* reference.ticker({ ticker: "WMT", date })
    const worth =
      market_cap === undefined
        ? "no prices go back so far"
        : `worth ${(market_cap / 1e9).toFixed(0)} billion dollars (synthetic)`
    yield* Console.log(`WMT on ${date}: ${name}, ${worth}`)
  }

  const { results } = yield* reference.tickers({ search: "euro", market: "fx", limit: 3 })
  for (const { base_currency_symbol, currency_symbol, ticker } of results) {
    yield* Console.log(`${ticker}: ${base_currency_symbol} in ${currency_symbol}`)
  }
})

await Effect.runPromise(Effect.provide(program, Reference.layer.pipe(Layer.provide(Sandbox.layer()))))
