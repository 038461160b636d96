import { MarketData } from "@candela/core"
import { Filings } from "@candela/filings"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Stream } from "effect"

const program = Effect.gen(function* () {
  const filings = yield* Filings
  // What insiders bought less what they sold, dollars by company.
  const net = yield* filings.form4
    .stream({ "tickers.any_of": ["AAPL", "KO", "MSFT"], "filing_date.gte": "2024-01-01" })
    .pipe(
      Stream.filter(({ transaction_code }) => transaction_code === "P" || transaction_code === "S"),
      Stream.runFold(new Map<string, number>(), (sums, row) => {
        const [ticker = "?"] = row.tickers ?? []
        const value = (row.transaction_value ?? 0) * (row.transaction_code === "P" ? 1 : -1)
        return sums.set(ticker, (sums.get(ticker) ?? 0) + value)
      }),
    )
  for (const [ticker, value] of net) yield* Console.log(ticker, Math.round(value))
})

const Live = Filings.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
