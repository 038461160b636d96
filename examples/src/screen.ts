/**
 * A screen: stocks with a low price/earnings ratio, a high return on equity and a dividend, with
 * the latest article about each. The service filters; the articles are fetched in parallel.
 */
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Console, Effect, Layer } from "effect"

const program = Effect.gen(function* () {
  const stocks = yield* Stocks

  const found = yield* stocks.ratios({
    "price_to_earnings.lte": 20,
    "return_on_equity.gte": 0.2,
    "dividend_yield.gt": 0,
    sort: "return_on_equity.desc",
  })
  const lines = yield* Effect.forEach(
    found.results,
    ({ dividend_yield: dividend = 0, price_to_earnings: multiple = NaN, return_on_equity: equity = NaN, ticker }) =>
      Effect.map(stocks.news({ ticker, limit: 1 }), ({ results: [article] }) => {
        const ratios = [multiple.toFixed(1), `${(equity * 100).toFixed(1)} %`, `${(dividend * 100).toFixed(2)} %`]
        const insight = article?.insights?.find((insight) => insight.ticker === ticker)
        return [
          ticker.padEnd(6) + ratios.map((ratio) => ratio.padStart(9)).join(""),
          ...(article === undefined
            ? []
            : [`      ${article.published_utc.slice(0, 10)}  ${article.title} (${insight?.sentiment})`]),
        ].join("\n")
      }),
    { concurrency: 4 },
  )
  yield* Console.log(`${"".padEnd(6)}      P/E   equity    yield   on ${found.results[0]?.date} (synthetic)`)
  yield* Console.log(lines.join("\n"))
})

await Effect.runPromise(Effect.provide(program, Stocks.layer.pipe(Layer.provide(Sandbox.layer()))))
