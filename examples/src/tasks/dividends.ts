/** Task 3: the dividends of a year, in order. */
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Console, Effect, Layer, Stream } from "effect"

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  yield* stocks.dividends
    .stream({
      "ticker.any_of": ["KO", "PG"],
      "ex_dividend_date.gte": "2024-01-01",
      "ex_dividend_date.lte": "2024-12-31",
      sort: "ex_dividend_date.asc",
    })
    .pipe(
      Stream.runForEach(({ cash_amount, ex_dividend_date, ticker }) =>
        Console.log(`${ex_dividend_date} ${ticker} ${cash_amount}`),
      ),
    )
})

await Effect.runPromise(Effect.provide(program, Stocks.layer.pipe(Layer.provide(Sandbox.layer()))))
