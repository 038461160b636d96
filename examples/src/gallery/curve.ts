/** The term structure of a future: what each contract settled at on a day, by its last day of trading. */
import { Futures, TradingDate } from "@candela/futures"
import { Sandbox } from "@candela/sandbox"
import { Console, Effect, Layer } from "effect"
import * as Picture from "./Picture.js"

const dates = ["2025-06-27", "2025-05-30"] as const

const program = Effect.gen(function* () {
  const futures = yield* Futures
  const curveOn = (date: string) =>
    Effect.gen(function* () {
      const contracts = yield* futures.contracts({
        product_code: "CL",
        type: "single",
        active: true,
        date,
        sort: "last_trade_date.asc",
      })
      const settled = yield* Effect.forEach(
        contracts.results,
        ({ last_trade_date: last = "", ticker = "" }) =>
          // The session that settles on a date opens on the evening before.
          Effect.map(futures.bars({ ticker, window_start: TradingDate.windowStart(date) }), ({ results: [bar] }) =>
            bar?.settlement_price === undefined ? [] : [{ ticker, last, price: bar.settlement_price }],
          ),
        { concurrency: 4 },
      )
      return settled.flat()
    })
  const [now, before] = yield* Effect.all([curveOn(dates[0]), curveOn(dates[1])])
  yield* Console.log(`crude oil, dollars a barrel (synthetic)`)
  for (const { last, price, ticker } of now) {
    const earlier = before.find((one) => one.ticker === ticker)
    yield* Console.log(
      `${ticker}  last trade ${last}  ${price.toFixed(2)}  a month before ${earlier?.price.toFixed(2) ?? "-"}`,
    )
  }

  const { bottom, left, right, top } = Picture.plot
  const all = [...now, ...before]
  const timeOf = (date: string) => new Date(date).getTime()
  const span = Picture.spanOf(
    all.map(({ price }) => price),
    0.2,
  )
  const times = all.map(({ last }) => timeOf(last))
  const x = Picture.scale([Math.min(...times), Math.max(...times)], [left + 16, right - 16])
  const y = Picture.scale(span, [bottom, top])
  const curve = (points: typeof now, colour: string) => [
    Picture.line(
      points.map(({ last, price }) => [x(timeOf(last)), y(price)]),
      colour,
    ),
    ...points.map(({ last, price, ticker }) =>
      Picture.box(x(timeOf(last)) - 3, y(price) - 3, x(timeOf(last)) + 3, y(price) + 3, colour, `${ticker}: ${price}`),
    ),
  ]
  yield* Picture.save(
    "curve",
    Picture.card(
      "Crude oil: settlement by the last day of trading, dollars a barrel",
      "Two curves through the prices of successive contracts, a month apart.",
      Picture.axis(span, (value) => value.toFixed(1)),
      ...curve(before, Picture.colours[1]),
      ...curve(now, Picture.colours[0]),
      Picture.legend([
        [dates[0], Picture.colours[0]],
        [dates[1], Picture.colours[1]],
      ]),
      Picture.below(
        now.map(({ last }) => [x(timeOf(last)), last.slice(0, 7)]),
        7,
      ),
    ),
  )
})

await Effect.runPromise(Effect.provide(program, Futures.layer.pipe(Layer.provide(Sandbox.layer()))))
