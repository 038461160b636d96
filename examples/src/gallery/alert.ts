/**
 * An alert on movers: asks every minute which stocks moved most, and tells of each that has newly
 * moved by more than a bound. Here it asks three times.
 */
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Console, Effect, Layer, Schedule, Stream } from "effect"
import * as Picture from "./Picture.js"

/** Percent since the previous close. */
const bound = 2

const movers = Effect.gen(function* () {
  const stocks = yield* Stocks
  const directions = ["gainers", "losers"] as const
  const pages = yield* Effect.forEach(directions, (direction) => stocks.movers({ direction }), { concurrency: 2 })
  return pages.flatMap(({ results }) =>
    results.flatMap(({ ticker, todaysChangePerc: change }) =>
      ticker !== undefined && change !== undefined && Math.abs(change) >= bound ? [{ ticker, change }] : [],
    ),
  )
})

const program = Effect.gen(function* () {
  const told = new Set<string>()
  // Every minute in earnest: Schedule.spaced("1 minute").
  const asked = Stream.repeatEffectWithSchedule(movers, Schedule.recurs(2))
  const alerts = yield* Stream.runCollect(
    asked.pipe(
      Stream.mapConcat((found) => found),
      Stream.filter(({ ticker }) => !told.has(ticker) && told.add(ticker).size > 0),
      Stream.tap(({ change, ticker }) =>
        Console.log(
          `${ticker} has ${change > 0 ? "risen" : "fallen"} by ${Math.abs(change).toFixed(2)} % today (synthetic)`,
        ),
      ),
    ),
  )

  const sorted = [...alerts].sort((one, other) => other.change - one.change)
  const { bottom, left, right, top } = Picture.plot
  const most = Math.max(...sorted.map(({ change }) => Math.abs(change)))
  const x = Picture.scale([-most, most], [left + 60, right - 60])
  const row = (bottom - top) / sorted.length
  const bars = sorted.flatMap(({ change, ticker }, index) => {
    const y = top + index * row
    return [
      Picture.box(x(0), y + row * 0.15, x(change), y + row * 0.85, change > 0 ? Picture.rise : Picture.fall),
      Picture.label(x(0) + (change > 0 ? -8 : 8), y + row / 2 + 4, ticker, { anchor: change > 0 ? "end" : "start" }),
      Picture.label(x(change) + (change > 0 ? 6 : -6), y + row / 2 + 4, `${change.toFixed(1)} %`, {
        anchor: change > 0 ? "start" : "end",
      }),
    ]
  })
  yield* Picture.save(
    "alert",
    Picture.card(`Moved by more than ${bound} % today`, "A bar for each stock that the alert told of.", ...bars),
  )
})

await Effect.runPromise(Effect.provide(program, Stocks.layer.pipe(Layer.provide(Sandbox.layer()))))
