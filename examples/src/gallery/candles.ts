/**
 * A candle chart for a browser: three months of days with their volume. In a browser, a candle
 * tells its prices where the pointer rests on it.
 */
import { Sandbox } from "@candela/sandbox"
import { Bar, Stocks } from "@candela/stocks"
import { Console, DateTime, Effect, Layer } from "effect"
import * as Picture from "./Picture.js"

const dateOf = (bar: Bar) => DateTime.formatIsoDate(Bar.dateTime(bar))

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const { results: bars } = yield* stocks.bars({
    stocksTicker: "AAPL",
    multiplier: 1,
    timespan: "day",
    from: "2025-04-01",
    to: "2025-06-27",
  })
  const last = bars.at(-1)!
  yield* Console.log(`AAPL, ${bars.length} days from ${dateOf(bars[0]!)} to ${dateOf(last)} (synthetic)`)
  yield* Console.log(`from ${bars[0]!.open} to ${last.close}, highest ${Math.max(...bars.map(({ high }) => high))}`)

  const { bottom, left, right, top } = Picture.plot
  const floor = bottom - 60
  const span = Picture.spanOf(bars.flatMap(({ high, low }) => [high, low]))
  const y = Picture.scale(span, [floor, top])
  const volume = Picture.scale([0, Math.max(...bars.map(({ volume }) => volume))], [bottom, floor + 12])
  const step = (right - left) / bars.length
  const at = (index: number) => left + (index + 0.5) * step
  const candles = bars.map((bar, index) => {
    const { close, high, low, open } = bar
    const colour = close >= open ? Picture.rise : Picture.fall
    const words = `${dateOf(bar)}: open ${open}, high ${high}, low ${low}, close ${close}, volume ${bar.volume}`
    return [
      Picture.line(
        [
          [at(index), y(high)],
          [at(index), y(low)],
        ],
        colour,
        1,
      ),
      Picture.box(at(index) - step * 0.35, y(open), at(index) + step * 0.35, y(close), colour, words),
      Picture.box(at(index) - step * 0.35, bottom, at(index) + step * 0.35, volume(bar.volume), "#c3ccd4"),
    ].join("")
  })
  const prices = Picture.ticks(span).map((tick) =>
    Picture.label(left - 8, y(tick) + 4, String(tick), { anchor: "end" }),
  )
  const days = Picture.below(
    bars.map((bar, index) => [at(index), dateOf(bar)]),
    6,
  )
  yield* Picture.save(
    "candles",
    Picture.card("AAPL, days", "Candles of the days of three months, with their volume.", ...prices, ...candles, days),
  )
})

await Effect.runPromise(Effect.provide(program, Stocks.layer.pipe(Layer.provide(Sandbox.layer()))))
