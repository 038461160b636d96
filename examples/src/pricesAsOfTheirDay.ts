/**
 * A back-test on prices as of their day. Each month it holds the stocks that have risen for 60 days and
 * cost less than 60 dollars a share. Bars that are adjusted as of today show NVDA before its split (10
 * for 1, in June of 2024) at a tenth of its price, which nobody saw then: the rule buys what it could not
 * have found. Adjusted as of each day, a history has no jumps either, and ends with the price of the day.
 */
import { Adjust, Many } from "@candela/history"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Array, Console, Effect, Layer, Number, Stream } from "effect"

const tickers = "AAPL AMZN BA CSCO DIS GOOGL HD IBM INTC JNJ JPM KO META MSFT NVDA PEP PG TSLA UNH V WMT XOM".split(" ")
const request = { tickers, from: "2023-07-03", to: "2025-06-27", adjusted: false }

const dateOf = (timestamp: number) => new Date(timestamp).toISOString().slice(0, 10)
const monthOf = (timestamp: number) => dateOf(timestamp).slice(0, 7)

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  // Bars are loaded once, as they were traded. What was seen on a day follows from an adjustment.
  const bars = Array.fromIterable(yield* Stream.runCollect(Many.daily(stocks, request)))
  const splits = yield* Stream.runCollect(stocks.splits.stream({ "ticker.any_of": tickers }))
  const dividends = yield* Stream.runCollect(stocks.dividends.stream({ "ticker.any_of": tickers }))

  const histories = Object.values(Array.groupBy(bars, ({ ticker }) => ticker))
  const days = Array.dedupe(bars.map(({ timestamp }) => timestamp))
  const firstDays = days.filter((day, index) => index >= 60 && monthOf(day) !== monthOf(days[index - 1]!))

  /** The stocks that the rule finds on a day, in bars that `view` adjusts. */
  const found = (day: number, view: Adjust.ByTicker) =>
    histories.filter((history) => {
      const index = history.findIndex(({ timestamp }) => timestamp === day)
      const closes = Adjust.bars(history.slice(index - 60, index + 1), view).map(({ close }) => close)
      return closes.at(-1)! > closes[0]! && closes.at(-1)! < 60
    })

  /** What a dollar in a stock becomes from one day to another, its dividends included. */
  const growth = (history: ReadonlyArray<Many.Row<(typeof bars)[number]>>, from: number, to: number) => {
    const held = history.filter(({ timestamp }) => timestamp === from || timestamp === to)
    const closes = Adjust.bars(held, Adjust.byTicker({ splits, dividends })).map(({ close }) => close)
    return closes[1]! / closes[0]!
  }

  const backtest = (view: (day: string) => Adjust.ByTicker) => {
    let money = 1
    const bought = Array.zipWith(firstDays, firstDays.slice(1), (day, next) => {
      const stocks = found(day, view(dateOf(day)))
      if (stocks.length > 0) money *= Number.sumAll(stocks.map((history) => growth(history, day, next))) / stocks.length
      return stocks.map(([bar]) => bar!.ticker).join(" ")
    })
    return { money, bought }
  }

  const seen = backtest((asOf) => Adjust.byTicker({ splits }, { asOf }))
  const today = backtest(() => Adjust.byTicker({ splits }))
  yield* Console.log(`prices as of their day: 1 dollar becomes ${seen.money.toFixed(4)} (synthetic)`)
  yield* Console.log(
    `prices as of today:     1 dollar becomes ${today.money.toFixed(4)}, with purchases that nobody could make\n`,
  )
  yield* Console.log(`the months that differ\n${"".padEnd(12)}${"as of their day".padEnd(18)}as of today`)
  for (const [index, day] of firstDays.entries())
    if (seen.bought[index] !== today.bought[index])
      yield* Console.log(`${dateOf(day)}  ${seen.bought[index]!.padEnd(18)}${today.bought[index]}`)
})

await Effect.runPromise(Effect.provide(program, Stocks.layer.pipe(Layer.provide(Sandbox.layer()))))
