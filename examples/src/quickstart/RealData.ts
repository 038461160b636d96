/**
 * The first part: real daily bars of the S&P 500, imported by the sandbox, streamed by the library,
 * and compared with the file.
 */
import { TimeZone } from "@candela/market"
import { type Bar, Stocks } from "@candela/stocks"
import { Array, Chunk, Console, Data, Effect, Stream } from "effect"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { change, chart, count, indent, price, table } from "./Text.js"

/** Daily bars of 2000 to 2020, from the npm package `vega-datasets` (BSD-3). */
export const file = fileURLToPath(new URL("../data/sp500-2000.csv", import.meta.resolve("vega-datasets")))

class Different extends Data.TaggedError("Different")<{ readonly detail: string }> {
  override get message(): string {
    return `the streamed bars differ from ${file}: ${this.detail}`
  }
}

/** The file's rows, read by hand: what the stream is compared with. */
const expected = () => {
  const [header, ...lines] = readFileSync(file, "utf8").trim().split("\n")
  const names = header!.split(",")
  return lines.map((line) => {
    const cells = line.split(",")
    const cell = (name: string) => cells[names.indexOf(name)]!
    return { date: cell("date"), values: ["open", "high", "low", "close", "volume"].map((name) => Number(cell(name))) }
  })
}

const dateOf = (bar: Bar) => TimeZone.dateOf("America/New_York", bar.timestamp)

const compare = (bars: ReadonlyArray<Bar>) =>
  Effect.gen(function* () {
    const rows = expected()
    if (rows.length !== bars.length) {
      return yield* new Different({ detail: `${bars.length} bars, ${rows.length} rows` })
    }
    for (const [index, row] of rows.entries()) {
      const bar = bars[index]!
      const values = [bar.open, bar.high, bar.low, bar.close, bar.volume]
      if (dateOf(bar) !== row.date || values.some((value, i) => value !== row.values[i])) {
        return yield* new Different({
          detail: `row ${index + 1} is ${row.date} ${row.values}, the bar ${dateOf(bar)} ${values}`,
        })
      }
    }
  })

const years = (bars: ReadonlyArray<Bar>) => {
  const byYear = Array.groupBy(bars, (bar) => dateOf(bar).slice(0, 4))
  return Object.entries(byYear).map(([year, of]) => {
    const open = of[0].open
    const close = of.at(-1)!.close
    const high = Math.max(...of.map((bar) => bar.high))
    const low = Math.min(...of.map((bar) => bar.low))
    return [year, price(open), price(high), price(low), price(close), change(close / open - 1)]
  })
}

/** Streams, compares, and prints a table and a chart. */
export const run = Effect.gen(function* () {
  const stocks = yield* Stocks
  const bars = yield* stocks.bars
    .stream({ stocksTicker: "SPX", multiplier: 1, timespan: "day", from: "2000-01-01", to: "2020-12-31" })
    .pipe(Stream.runCollect, Effect.map(Chunk.toReadonlyArray))
  yield* compare(bars)
  yield* Console.log(`   ${count(bars.length)} bars streamed; every one equals its row in the file.\n`)
  yield* Console.log(indent(table([["year", "open", "high", "low", "close", "change"], ...years(bars)])))
  const closes = bars.map((bar) => bar.close)
  yield* Console.log(`\n   close, ${dateOf(bars[0]!)} to ${dateOf(bars.at(-1)!)}\n`)
  yield* Console.log(indent(chart(closes, 84, 12)))
})
