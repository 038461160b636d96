/** A day of all tickers of a market, as fast as a program reads. */
import { StocksLive } from "@candela/stocks/Live"
import { Effect, Stream } from "effect"
import { fileURLToPath } from "node:url"
import type { Figure, Scale } from "../Figure.js"
import * as Market from "../live/Market.js"
import * as NodeProcess from "../NodeProcess.js"
import * as Remains from "../Remains.js"

const tickers: Readonly<Record<Scale["name"], number>> = { test: 50, short: 1_000, long: 10_000 }

const main = fileURLToPath(new URL("../live/dayMain.js", import.meta.url))

const [minutes, minute] = [1440, 60_000]

/** The share by which the memory of the second half may be above that of the first one, and bytes of noise. */
const [share, noise] = [1.05, 2 * 1024 * 1024]

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

export const liveDay: Figure = {
  name: "live-day",
  what: "24 hours of minute bars of a market in one stream of events, as fast as they are read",
  bound: `rows lost 0, repeated 0; memory of the second half at most ${share} of the first half's maximum, and ${megabytes(noise)}`,
  run: ({ name }, say) =>
    Effect.gen(function* () {
      const count = tickers[name]
      const { said } = yield* NodeProcess.start(main, [String(count)], /^Listening on (\S+)$/)
      const live = yield* Effect.provide(
        StocksLive.make,
        yield* Market.build({ url: said[1]!, apiKey: "a-key-of-torture" }),
      )
      const rows = Array.from({ length: minutes }, () => 0)
      const memory: Array<number> = []
      const cpu = process.cpuUsage()
      let [first, total] = [NaN, 0]
      yield* live.minuteBars.events("*").pipe(
        Stream.mapEffect((event) => {
          if (event._tag !== "Rows") return Effect.succeed(false)
          if (Number.isNaN(first)) first = event.rows[0]!.timestamp
          let isDue = false
          for (const { timestamp } of event.rows) {
            const place = (timestamp - first) / minute
            isDue ||= rows[place] === 0 && place % 120 === 119
            rows[place]! += 1
          }
          total += event.rows.length
          const isOver = Effect.sync(() => total >= count * minutes)
          if (!isDue) return isOver
          memory.push(Remains.used())
          return Effect.zipRight(say(`${2 * memory.length} hours, ${megabytes(memory.at(-1)!)}`), isOver)
        }),
        Stream.takeUntil((isOver) => isOver),
        Stream.runDrain,
        Effect.timeoutOption("20 minutes"),
      )
      const { system, user } = process.cpuUsage(cpu)
      const half = memory.length / 2
      const [before, after] = [Math.max(...memory.slice(0, half)), Math.max(...memory.slice(half))]
      const wrong = rows.filter((number) => number !== count).length
      return {
        measured: `${total.toLocaleString("en-US")} rows of ${count.toLocaleString("en-US")} tickers in ${((user + system) / 1e6).toFixed(1)} s of the processor: minutes with another number of rows ${wrong}; memory ${megabytes(before)}, then ${megabytes(after)} at most`,
        violations: [
          ...(wrong > 0 ? [`${wrong} minutes have not ${count} rows`] : []),
          ...(memory.length < 12 ? [`memory was looked at ${memory.length} times`] : []),
          ...(after > before * share + noise ? [`memory grew from ${megabytes(before)} to ${megabytes(after)}`] : []),
        ],
      }
    }),
}
