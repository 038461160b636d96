/** The dividends of a portfolio: what each month of a year paid, by stock, after later splits. */
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Array, Chunk, Console, Effect, Layer, Number, Stream } from "effect"
import * as Picture from "./Picture.js"

const shares: Readonly<Record<string, number>> = { AAPL: 200, KO: 400, PG: 100, XOM: 150 }
const tickers = Object.keys(shares)

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const paid = yield* stocks.dividends
    .stream({
      "ticker.any_of": tickers,
      "ex_dividend_date.gte": "2024-06-01",
      "ex_dividend_date.lte": "2025-05-31",
      sort: "ex_dividend_date.asc",
    })
    .pipe(
      Stream.map(({ ex_dividend_date: date = "", split_adjusted_cash_amount: cash = 0, ticker = "" }) => ({
        ticker,
        month: date.slice(0, 7),
        dollars: cash * (shares[ticker] ?? 0),
      })),
      Stream.runCollect,
      Effect.map(Chunk.toReadonlyArray),
    )
  const byMonth = Object.entries(Array.groupBy(paid, ({ month }) => month))
  const sum = (rows: typeof paid) => Number.sumAll(rows.map(({ dollars }) => dollars))
  yield* Console.log("dividends by the month of the ex-date, dollars (synthetic)")
  for (const [month, rows] of byMonth)
    yield* Console.log(`${month}  ${sum(rows).toFixed(2).padStart(8)}  ${rows.map(({ ticker }) => ticker).join(" ")}`)
  yield* Console.log(`the year  ${sum(paid).toFixed(2)}`)

  const { bottom, left, right, top } = Picture.plot
  const span = [0, Math.max(...byMonth.map(([, rows]) => sum(rows))) * 1.05] as const
  const y = Picture.scale(span, [bottom, top])
  const step = (right - left) / byMonth.length
  const bars = byMonth.flatMap(([, rows], index) => {
    let from = 0
    return rows.map(({ dollars, ticker }) => {
      const part = Picture.box(
        left + index * step + 6,
        y(from),
        left + (index + 1) * step - 6,
        y(from + dollars),
        Picture.colours[tickers.indexOf(ticker)]!,
      )
      from += dollars
      return part
    })
  })
  yield* Picture.save(
    "income",
    Picture.card(
      "Dividends of a portfolio, dollars a month",
      "A bar for each month, divided by stock.",
      Picture.axis(span, (value) => value.toFixed(0)),
      ...bars,
      Picture.legend(tickers.map((ticker, index) => [ticker, Picture.colours[index]!])),
      Picture.below(byMonth.map(([month], index) => [left + (index + 0.5) * step, month])),
    ),
  )
})

await Effect.runPromise(Effect.provide(program, Stocks.layer.pipe(Layer.provide(Sandbox.layer()))))
