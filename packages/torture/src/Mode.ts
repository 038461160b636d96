/** The ways to read a history. */
import type { MarketDataError } from "@candela/core/MarketDataError"
import type { HistoryPageOptions } from "@candela/core/Method"
import type { Bar } from "@candela/market/Bar"
import type { Stocks } from "@candela/stocks/Stocks"
import { Chunk, Stream } from "effect"
import type { Slice } from "./Minutes.js"

/** Mode in which a stream is read. */
export interface Mode {
  readonly form: "pages" | "stream" | "columns"
  readonly options: HistoryPageOptions
}

/** Each form, with each prefetch, one page after the other and in shards. */
const all: ReadonlyArray<Mode> = [0, 1, 2].flatMap((prefetch) =>
  [{}, { concurrency: 3, shards: 6 }].flatMap((sharding) =>
    (["pages", "stream", "columns"] as const).map((form) => ({ form, options: { prefetch, ...sharding } })),
  ),
)

/** The mode of a stream by its number. Two successive streams have the same mode, one for each client. */
export const of = (number: number): Mode => all[Math.floor(number / 2) % all.length]!

/** The rows of a slice, read in a mode. */
export const rows = (
  { bars }: Stocks.Service,
  { form, options }: Mode,
  { request }: Slice,
  pageSize: number,
): Stream.Stream<Bar, MarketDataError> => {
  switch (form) {
    case "pages":
      return Stream.mapConcat(bars.pages({ ...request, limit: pageSize }, options), ({ results }) => results)
    case "stream":
      return bars.stream(request, { ...options, pageSize })
    case "columns":
      return Stream.mapConcatChunk(bars.columns(request, { ...options, pageSize }), (columns) =>
        Chunk.unsafeFromArray(columns.toRows()),
      )
  }
}
