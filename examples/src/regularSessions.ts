/**
 * The regular sessions of a stock in bars of 30 minutes, counted from the opening. The minutes
 * before and after the sessions are left out; days off have no session.
 */
import { Resample, Sessions } from "@candela/history"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Console, DateTime, Effect, Layer, Stream } from "effect"

const days = { from: "2025-06-18", to: "2025-06-20" }
const minutes = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", ...days } as const

/** Date and time of an instant in New York. */
const local = (instant: number) =>
  DateTime.formatIsoZoned(DateTime.unsafeMakeZoned(instant, { timeZone: "America/New_York" }))
    .slice(0, 16)
    .replace("T", " ")

const columns = (first: string, ...cells: ReadonlyArray<string | number>) =>
  first.padEnd(16) + cells.map((cell) => String(cell).padStart(9)).join("")

const program = Effect.gen(function* () {
  const { bars } = yield* Stocks
  for (const { close, date, open } of Sessions.between(days.from, days.to))
    yield* Console.log(`${date}: ${local(open).slice(11)} to ${local(close).slice(11)}`)

  const all = yield* Stream.runCount(bars.stream(minutes))
  const regular = yield* Stream.runCount(Sessions.regular(bars.stream(minutes)))
  yield* Console.log(`${all} minutes have trades, ${regular} of them in regular sessions\n`)

  yield* Console.log(`${columns(minutes.stocksTicker, "open", "high", "low", "close", "volume")}   (synthetic)`)
  yield* bars.stream(minutes).pipe(
    Sessions.regular,
    Resample.stream(Resample.minutes(30)),
    Stream.runForEach(({ close, high, low, open, timestamp, volume }) => {
      const prices = [open, high, low, close].map((price) => price.toFixed(2))
      return Console.log(columns(local(timestamp), ...prices, volume))
    }),
  )
})

await Effect.runPromise(Effect.provide(program, Stocks.layer.pipe(Layer.provide(Sandbox.layer()))))
