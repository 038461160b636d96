import type { StreamError } from "@candela/core/MarketDataError"
import * as Mock from "@candela/core/Mock"
import type { Row } from "@candela/history/Many"
import { Stocks, type Bar } from "@candela/stocks"
import { Effect, FastCheck as fc, type Layer, Stream } from "effect"
import { runs } from "@candela/support/seeded"

/** Property tests run the same cases every time. */
export const seeded = (cases: number) => ({ fastCheck: { seed: 20_240_229, numRuns: runs(cases) } })

/** The request of a ticker's minute bars. */
export const requestOf = (stocksTicker: string) =>
  ({ stocksTicker, multiplier: 1, timespan: "minute", from: "2024-01-02", to: "2024-01-03" }) as const

export const bar = (timestamp: number, close = 1): Bar => ({ timestamp, open: 1, high: 2, low: 1, close, volume: 3 })

/** Times of bars by ticker: ascending, unique, and mostly some of those of the other tickers. */
export const histories: fc.Arbitrary<ReadonlyArray<ReadonlyArray<number>>> = fc.array(
  fc.uniqueArray(fc.nat(60), { maxLength: 24 }).map((times) => times.sort((one, other) => one - other)),
  { maxLength: 7 },
)

export const tickerAt = (index: number): string => `T${index}`

export const requestsOf = (histories: ReadonlyArray<unknown>) => histories.map((_, index) => requestOf(tickerAt(index)))

/** The bars of each ticker, so that no two are equal. */
export const barsOf = (histories: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<ReadonlyArray<Bar>> =>
  histories.map((times, index) => times.map((time) => bar(time, 1000 * index + time)))

/** All rows with their tickers, one ticker after the other. */
export const concatenated = (histories: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<Row<Bar>> =>
  barsOf(histories).flatMap((bars, index) => bars.map((bar) => ({ ...bar, ticker: tickerAt(index) })))

/** The same rows by time, those at the same time in the order of the requests: `sort` is stable. */
export const merged = (histories: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<Row<Bar>> =>
  [...concatenated(histories)].sort((one, other) => one.timestamp - other.timestamp)

/** What a mocked service was asked for. */
export interface Log {
  /** The tickers whose chunks were made, in that order. */
  readonly chunks: Array<string>
  /** Requests that run now, and the most that ran at a time. */
  running: number
  most: number
  /** Streams that are open. */
  open: number
}

/**
 * A service of these bars in chunks of `size`, each of which takes as many scheduler steps as
 * `pace` says. A ticker with an error fails after its bars.
 */
export const serving = (
  histories: ReadonlyArray<ReadonlyArray<number>>,
  {
    errors = {},
    pace = [0],
    size = 3,
  }: {
    readonly size?: number
    readonly pace?: ReadonlyArray<number>
    readonly errors?: Readonly<Record<string, StreamError>>
  } = {},
): { readonly layer: Layer.Layer<Stocks>; readonly log: Log } => {
  const log: Log = { chunks: [], running: 0, most: 0, open: 0 }
  const bars = barsOf(histories)
  const one = (ticker: string, rows: ReadonlyArray<Bar>) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        log.chunks.push(ticker)
        log.most = Math.max(log.most, ++log.running)
        return pace[log.chunks.length % pace.length]!
      }),
      (yields) => Effect.as(Effect.repeatN(Effect.yieldNow(), yields), rows),
      () => Effect.sync(() => void log.running--),
    )
  const stream = (ticker: string) => {
    const rows = bars[Number(ticker.slice(1))] ?? []
    const pages = Array.from({ length: Math.ceil(rows.length / size) }, (_, page) =>
      one(ticker, rows.slice(page * size, (page + 1) * size)),
    )
    const error = errors[ticker]
    return Stream.acquireRelease(
      Effect.sync(() => log.open++),
      () => Effect.sync(() => void log.open--),
    ).pipe(
      Stream.flatMap(() => Stream.fromIterable(pages)),
      Stream.mapEffect((page) => page),
      Stream.flatMap((rows) => Stream.fromIterable(rows)),
      (rows) => (error === undefined ? rows : Stream.concat(rows, Stream.fail(error))),
    )
  }
  return { layer: Mock.layer(Stocks, { bars: Mock.paged(({ stocksTicker }) => stream(stocksTicker)) }), log }
}
