/**
 * Four ways of reading a million synthetic minute bars over HTTP.
 */
import { type Method, Preview, Request, Telemetry } from "@candela/core"
import { type Bar, Stocks } from "@candela/stocks"
import { Chunk, Clock, Effect, Metric, Schema, Stream } from "effect"
import * as Progress from "./Progress.js"

/** The tickers of the data set `quickstart`. */
const tickers = ["AAPL", "AMZN", "GOOGL", "META", "MSFT", "NVDA", "SPY", "TSLA"] as const

const range = { multiplier: 1, timespan: "minute", from: "2024-10-01", to: "2025-06-30" } as const

/** The result and the cost of one way. */
export class Reading extends Schema.Class<Reading>("Reading")({
  label: Schema.String,
  rows: Schema.Number,
  volume: Schema.Number,
  /** From the first request to the last row, by a monotonic clock. */
  milliseconds: Schema.Number,
  /** Requests by the library, and how many of them were retries. */
  requests: Schema.Number,
  retries: Schema.Number,
  /** The peak memory of the process, in megabytes. */
  memory: Schema.Number,
}) {}

/** Adds a piece of a ticker's bars; `newest` is the timestamp of its last one. */
type Add = (piece: {
  readonly ticker: number
  readonly rows: number
  readonly volume: number
  readonly newest: number | undefined
}) => void

const volumeOf = (bars: ReadonlyArray<Bar>) => {
  let sum = 0
  for (const bar of bars) sum += bar.volume
  return sum
}

/** The code without a library: nothing is checked or renamed, and pages are fetched one after the other. */
const plainFetch = (paths: ReadonlyArray<string>, url: string, key: string, add: Add) =>
  Effect.tryPromise(async () => {
    const headers = { authorization: `Bearer ${key}` }
    for (const [ticker, path] of paths.entries()) {
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

interface HowToRead {
  /** Tickers read in parallel. */
  readonly tickers: number
  readonly options: Method.HistoryOptions
}

/** Two tickers at a time, one shard per page. */
const sideBySide: HowToRead = { tickers: 2, options: { concurrency: 3, shards: 3 } }
const pageAfterPage: HowToRead = { tickers: 1, options: { prefetch: 0 } }

const readRows = (how: HowToRead, add: Add) =>
  Effect.flatMap(Stocks, (stocks) =>
    Effect.forEach(
      tickers,
      (stocksTicker, ticker) =>
        stocks.bars.stream({ stocksTicker, ...range }, how.options).pipe(
          Stream.runForEachChunk((chunk) =>
            Effect.sync(() => {
              const bars = Chunk.toReadonlyArray(chunk)
              add({ ticker, rows: bars.length, volume: volumeOf(bars), newest: bars.at(-1)?.timestamp })
            }),
          ),
        ),
      { discard: true, concurrency: how.tickers },
    ),
  )

const readColumns = (how: HowToRead, add: Add) =>
  Effect.flatMap(Stocks, (stocks) =>
    Effect.forEach(
      tickers,
      (stocksTicker, ticker) =>
        stocks.bars.columns({ stocksTicker, ...range }, how.options).pipe(
          Stream.runForEach(({ columns, length }) =>
            Effect.sync(() => {
              const volume = columns.volume.reduce((sum, volume) => sum + volume, 0)
              add({ ticker, rows: length, volume, newest: columns.timestamp.at(-1) })
            }),
          ),
        ),
      { discard: true, concurrency: how.tickers },
    ),
  )

const counter = (metric: Metric.Metric.Counter<number>) =>
  Effect.map(Metric.value(Telemetry.of(metric, Stocks.endpoints.bars)), ({ count }) => count)

/** Reads everything in one way, with progress, and measures it. */
const measure = <E, R>(label: string, read: (add: Add) => Effect.Effect<void, E, R>) =>
  Effect.scoped(
    Effect.gen(function* () {
      // The range is the same for all tickers, so one preview gives the progress of each.
      const preview = yield* Preview.of(Stocks.endpoints.bars, { stocksTicker: tickers[0], ...range })
      const reading = { rows: 0, volume: 0 }
      const progress = tickers.map(() => 0)
      let done = false
      yield* Progress.show(
        label.padEnd(34),
        // The sandbox's last day ends at 16:00, before the last trading hours of the range.
        () => (done ? 1 : progress.reduce((sum, share) => sum + share, 0) / tickers.length),
        () => reading.rows,
      )
      const start = yield* Clock.currentTimeNanos
      yield* read(({ newest, rows, ticker, volume }) => {
        reading.rows += rows
        reading.volume += volume
        if (newest !== undefined) progress[ticker] = preview.progress(newest)
      })
      const milliseconds = Number((yield* Clock.currentTimeNanos) - start) / 1e6
      done = true
      const requests = yield* counter(Telemetry.requests)
      const retries = yield* counter(Telemetry.retries)
      const memory = process.resourceUsage().maxRSS / 1024
      return new Reading({ label, ...reading, milliseconds, requests, retries, memory })
    }),
  )

/** The ways to read the bars, by name. */
export const ways = {
  fetch: (url: string, key: string) =>
    Effect.flatMap(
      Effect.forEach(tickers, (stocksTicker) =>
        Request.url(Stocks.endpoints.bars, { stocksTicker, ...range, limit: 50_000 }),
      ),
      (paths) => measure("fetch and JSON.parse, unchecked", (add) => plainFetch(paths, url, key, add)),
    ),
  rows: () => measure("rows, page after page", (add) => readRows(pageAfterPage, add)),
  shardedRows: () => measure("rows, shards in parallel", (add) => readRows(sideBySide, add)),
  shardedColumns: () => measure("columns, shards in parallel", (add) => readColumns(sideBySide, add)),
}

/** The name of a way. */
export type Way = keyof typeof ways

/** Whether a text is the name of a way. */
export const isWay = (name: string): name is Way => Object.hasOwn(ways, name)
