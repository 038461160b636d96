/**
 * Filters and sorting: what a stock returned in a year, its dividends included. A price is adjusted
 * by the factor of the first dividend whose ex-date comes after its day.
 */
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Console, Effect, Layer, Stream } from "effect"

const ticker = "KO"
const from = "2024-06-03"
const to = "2025-06-02"

const percent = (change: number) => `${(change * 100).toFixed(2)} %`

const program = Effect.gen(function* () {
  const stocks = yield* Stocks

  const closeOn = (date: string) => Effect.map(stocks.openClose({ stocksTicker: ticker, date }), ({ close }) => close)
  const factorOn = (date: string) =>
    Effect.map(
      stocks.dividends({ ticker, "ex_dividend_date.gt": date, sort: "ex_dividend_date.asc", limit: 1 }),
      ({ results }) => results[0]?.historical_adjustment_factor ?? 1,
    )

  const paid = yield* stocks.dividends
    .stream({ ticker, "ex_dividend_date.gt": from, "ex_dividend_date.lte": to })
    .pipe(Stream.runFold(0, (sum, { split_adjusted_cash_amount = 0 }) => sum + split_adjusted_cash_amount))
  yield* Console.log(`${ticker} paid ${paid.toFixed(2)} dollars a share from ${from} to ${to} (synthetic)`)

  const first = yield* closeOn(from)
  const last = yield* closeOn(to)
  yield* Console.log(`price alone: ${percent(last / first - 1)}`)
  const total = (last * (yield* factorOn(to))) / (first * (yield* factorOn(from)))
  yield* Console.log(`with dividends: ${percent(total - 1)}`)
})

await Effect.runPromise(Effect.provide(program, Stocks.layer.pipe(Layer.provide(Sandbox.layer()))))
