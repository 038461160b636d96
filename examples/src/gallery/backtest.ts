/**
 * A back-test as of its day: each month it buys the stocks that cost less than 60 dollars then and
 * have risen for 60 days. Prices that are adjusted as of today show NVDA before its split of 2024
 * at a tenth of what it cost, and a test on them buys what nobody could.
 */
import { Adjust, Many } from "@candela/history"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Array, Console, Effect, Layer, Number, Stream } from "effect"
import * as Picture from "./Picture.js"

const tickers = "AAPL BA CSCO DIS INTC KO META MSFT NVDA PEP PG TSLA V WMT XOM".split(" ")
const dateOf = (timestamp: number) => new Date(timestamp).toISOString().slice(0, 10)

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  // The bars are loaded once, as they were traded: what was seen on a day is an adjustment of them.
  const request = { tickers, from: "2023-07-03", to: "2025-06-27", adjusted: false }
  const bars = Array.fromIterable(yield* Stream.runCollect(Many.daily(stocks, request)))
  const splits = yield* Stream.runCollect(stocks.splits.stream({ "ticker.any_of": tickers }))
  const histories = Object.values(Array.groupBy(bars, ({ ticker }) => ticker))
  const days = Array.dedupe(bars.map(({ timestamp }) => timestamp))
  const months = days.filter(
    (day, index) => index >= 60 && dateOf(day).slice(0, 7) !== dateOf(days[index - 1]!).slice(0, 7),
  )

  const test = (seenOn: (day: number) => Adjust.ByTicker) => {
    let money = 1
    return months.map((day, month) => {
      const next = months[month + 1]
      const bought = histories.filter((history) => {
        const index = history.findIndex(({ timestamp }) => timestamp === day)
        const closes = Adjust.bars(history.slice(index - 60, index + 1), seenOn(day)).map(({ close }) => close)
        return closes.at(-1)! > closes[0]! && closes.at(-1)! < 60
      })
      const before = money
      if (next !== undefined && bought.length > 0) {
        const growth = bought.map((history) => {
          const held = history.filter(({ timestamp }) => timestamp === day || timestamp === next)
          const [bought, sold] = Adjust.bars(held, Adjust.byTicker({ splits }))
          return sold!.close / bought!.close
        })
        money *= Number.sumAll(growth) / growth.length
      }
      return { day, money: before }
    })
  }

  const asOfDay = test((day) => Adjust.byTicker({ splits }, { asOf: dateOf(day) }))
  const asOfToday = test(() => Adjust.byTicker({ splits }))
  yield* Console.log(`1 dollar from ${dateOf(months[0]!)} to ${dateOf(months.at(-1)!)} (synthetic)`)
  yield* Console.log(`prices as of their day: ${asOfDay.at(-1)!.money.toFixed(4)}`)
  yield* Console.log(`prices as of today:     ${asOfToday.at(-1)!.money.toFixed(4)}, which nobody could have had`)

  const { bottom, left, right, top } = Picture.plot
  const span = Picture.spanOf([...asOfDay, ...asOfToday].map(({ money }) => money))
  const x = Picture.scale([0, months.length - 1], [left, right])
  const y = Picture.scale(span, [bottom, top])
  const curve = (test: typeof asOfDay, colour: string) =>
    Picture.line(
      test.map(({ money }, index) => [x(index), y(money)]),
      colour,
    )
  yield* Picture.save(
    "backtest",
    Picture.card(
      "What a dollar becomes",
      "Two curves of the same rule: on prices as of their day, and on prices as of today.",
      Picture.axis(span, (value) => value.toFixed(2)),
      curve(asOfToday, Picture.colours[1]),
      curve(asOfDay, Picture.colours[0]),
      Picture.legend([
        ["as of its day", Picture.colours[0]],
        ["as of today", Picture.colours[1]],
      ]),
      Picture.below(months.map((day, index) => [x(index), dateOf(day).slice(0, 7)])),
    ),
  )
})

await Effect.runPromise(Effect.provide(program, Stocks.layer.pipe(Layer.provide(Sandbox.layer()))))
