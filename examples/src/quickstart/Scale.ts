/**
 * The second part: a million synthetic minute bars over HTTP, read in four ways.
 */
import { type MarketDataError, Preview, Telemetry } from "@candela/core"
import { type Bar, Stocks } from "@candela/stocks"
import { Chunk, Clock, Console, Data, Effect, Metric, Option, Stream } from "effect"
import * as Progress from "./Progress.js"
import { count, indent, table } from "./Text.js"

/** The tickers of the data set `quickstart`. */
const tickers = ["AAPL", "AMZN", "GOOGL", "META", "MSFT", "NVDA", "SPY", "TSLA"] as const

/** Milliseconds by which the sandbox holds each answer back: about what a service at some distance costs. */
export const latency = 50

const range = { multiplier: 1, timespan: "minute", from: "2024-10-01", to: "2025-06-30" } as const

class Different extends Data.TaggedError("Different")<{ readonly detail: string }> {
  override get message(): string {
    return `two ways of reading the same bars differ: ${this.detail}`
  }
}

/** What one way read, and what it took. */
interface Reading {
  readonly rows: number
  readonly volume: number
}

/** Adds a piece of a ticker's bars; `newest` is the timestamp of its last one. */
type Add = (piece: {
  readonly ticker: number
  readonly rows: number
  readonly volume: number
  readonly newest: number | undefined
}) => void

const volumeOf = (bars: Iterable<Bar>) => {
  let sum = 0
  for (const bar of bars) sum += bar.volume
  return sum
}

/** What people write without a library: nothing is checked, nothing renamed, each page waits for the last. */
const plainFetch = (url: string, key: string, add: Add) =>
  Effect.tryPromise(async () => {
    const headers = { authorization: `Bearer ${key}` }
    for (const [ticker, name] of tickers.entries()) {
      const path = `/v2/aggs/ticker/${name}/range/1/minute/${range.from}/${range.to}?limit=50000`
      let next: string | undefined = url + path
      while (next !== undefined) {
        const response: Response = await fetch(next, { headers })
        const page = (await response.json()) as {
          results?: ReadonlyArray<{ v: number; t: number }>
          next_url?: string
        }
        const rows = page.results ?? []
        let volume = 0
        for (const row of rows) volume += row.v
        add({ ticker, rows: rows.length, volume, newest: rows.at(-1)?.t })
        next = page.next_url
      }
    }
  })

const readRows = (options: { readonly prefetch?: number; readonly concurrency?: number }, add: Add) =>
  Effect.flatMap(Stocks, (stocks) =>
    Effect.forEach(
      tickers,
      (stocksTicker, ticker) =>
        stocks.bars.stream({ stocksTicker, ...range }, options).pipe(
          Stream.runForEachChunk((bars) => {
            const newest = Option.getOrUndefined(Chunk.last(bars))?.timestamp
            return Effect.sync(() => add({ ticker, rows: bars.length, volume: volumeOf(bars), newest }))
          }),
        ),
      { discard: true },
    ),
  )

const readColumns = (options: { readonly concurrency: number }, add: Add) =>
  Effect.flatMap(Stocks, (stocks) =>
    Effect.forEach(
      tickers,
      (stocksTicker, ticker) =>
        stocks.bars.columns({ stocksTicker, ...range }, options).pipe(
          Stream.runForEach(({ columns, length }) =>
            Effect.sync(() => {
              const volume = columns.volume.reduce((sum, volume) => sum + volume, 0)
              add({ ticker, rows: length, volume, newest: columns.timestamp.at(-1) })
            }),
          ),
        ),
      { discard: true },
    ),
  )

const counter = (metric: Metric.Metric.Counter<number>) =>
  Effect.map(Metric.value(Telemetry.of(metric, Stocks.endpoints.bars)), ({ count }) => count)

/** Reads everything in one way, with progress, and measures it. */
const measure = <E, R>(label: string, read: (add: Add) => Effect.Effect<void, E, R>) =>
  Effect.scoped(
    Effect.gen(function* () {
      // The range is the same for all tickers, so one preview tells how far any of them is.
      const preview = yield* Preview.of(Stocks.endpoints.bars, { stocksTicker: tickers[0], ...range })
      const reading = { rows: 0, volume: 0, progress: 0 }
      yield* Progress.show(
        label.padEnd(34),
        () => reading.progress,
        () => reading.rows,
      )
      const start = yield* Clock.currentTimeMillis
      yield* read(({ newest, rows, ticker, volume }) => {
        reading.rows += rows
        reading.volume += volume
        if (newest !== undefined) reading.progress = (ticker + preview.progress(newest)) / tickers.length
      })
      // In the sandbox's world the last day ends at 16:00, before the last trading hours of the range.
      reading.progress = 1
      return { label, ...reading, milliseconds: (yield* Clock.currentTimeMillis) - start }
    }),
  )

const same = (readings: ReadonlyArray<Reading>) =>
  Effect.forEach(readings, (reading) =>
    reading.rows === readings[0]!.rows && Math.abs(reading.volume / readings[0]!.volume - 1) < 1e-9
      ? Effect.void
      : new Different({ detail: `${count(reading.rows)} bars against ${count(readings[0]!.rows)}` }),
  )

/** Reads the bars in four ways, and prints a table. */
export const run = (url: string, key: string) =>
  Effect.gen(function* () {
    // The first reading warms up the sandbox's cache and is not shown, so that the order of the others does not matter.
    yield* measure("warming up", (add) => readColumns({ concurrency: 4 }, add))
    const one = yield* measure("rows, page after page", (add) => readRows({ prefetch: 0 }, add))
    const sharded = yield* measure("rows, shards side by side", (add) => readRows({ concurrency: 4 }, add))
    const columns = yield* measure("columns, shards side by side", (add) => readColumns({ concurrency: 4 }, add))
    const memory = process.resourceUsage().maxRSS / 1024
    const plain = yield* measure("fetch and JSON.parse, unchecked", (add) => plainFetch(url, key, add))
    const readings = [plain, one, sharded, columns]
    yield* same(readings)
    const rows = readings.map(({ label, milliseconds, rows }) => [
      label,
      count(rows),
      (milliseconds / 1000).toFixed(2),
      count((rows / milliseconds) * 1000),
      `${(plain.milliseconds / milliseconds).toFixed(2)} x`,
    ])
    yield* Console.log(
      `   Each answer is held back ${latency} ms, as over a long way. The sandbox, on the same machine, sets the pace of the shards.\n`,
    )
    yield* Console.log(indent(table([["", "bars", "seconds", "bars/s", "speed"], ...rows])))
    const requests = yield* counter(Telemetry.requests)
    const retries = yield* counter(Telemetry.retries)
    yield* Console.log(
      `\n   ${count(requests)} requests by the library, ${count(retries)} retries, ${count(memory)} MB peak memory (before fetch).`,
    )
  })

/** What the parts of the quickstart can fail with. */
export type Failure = MarketDataError | Different
