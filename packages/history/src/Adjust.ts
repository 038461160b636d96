/**
 * Bars as they were traded, adjusted when they are read: for splits, for dividends, or for both, as of today or any earlier day.
 *
 * Ask for bars with `adjusted: false`: the service adjusts for splits by default, as known on the day of the request.
 *
 * ```ts
 * const adjustment = yield* Adjust.load("NVDA")
 * const bars = stocks.bars.columns({ stocksTicker: "NVDA", adjusted: false, ... }).pipe(Adjust.columns(adjustment))
 * ```
 *
 * - **Splits.** Prices (open, high, low, close, vwap) before a split are divided, volumes multiplied, by the split ratio. This matches
 *   `adjusted: true` of the service, which rounds to four decimals; here nothing is rounded. Transaction counts stay unchanged.
 * - **Dividends.** Prices before an ex-dividend date are multiplied by the `historical_adjustment_factor` of the first dividend after their day. Volumes
 *   stay unchanged. For bars that the service has adjusted for splits, use dividends alone.
 * - **As of a day** (`asOf`), only events up to that day apply: bars up to it get the values that the service would have shown on it. Bars after it
 *   stay unadjusted: end the range there, too.
 *
 * A bar belongs to the day, in New York, on which its window starts. A window of more than a day may hold prices from both sides of a split: adjust bars of a day
 * or less, then combine them. Splits without a date or share numbers are ignored, and so are dividends without a date or a factor; a split that is listed
 * twice under the same `id` counts once.
 *
 * @module
 */
import type * as Columns from "@candela/core/Columns"
import type { StreamError } from "@candela/core/MarketDataError"
import type { Bar } from "@candela/market/Bar"
import { stocks } from "@candela/market/Market"
import { midnight } from "@candela/market/TimeZone"
import type { Dividend } from "@candela/stocks/Dividends"
import type { Split } from "@candela/stocks/Splits"
import { Stocks } from "@candela/stocks/Stocks"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import { dual } from "effect/Function"
import * as Stream from "effect/Stream"
import * as apply from "./internal/adjust/apply.js"
import type { ByTicker } from "./internal/adjust/apply.js"
import * as steps from "./internal/adjust/steps.js"
import type { Adjustment, Dividends, Options, Splits } from "./internal/adjust/steps.js"

export type { ByTicker } from "./internal/adjust/apply.js"
export type { Adjustment, Dividends, Options, Ratio, Splits, Step } from "./internal/adjust/steps.js"

/** Adjustment that changes nothing. */
export const none: Adjustment = steps.none

/** Adjusts prices and volumes for the splits of one stock. */
export const splits: (splits: Splits, options?: Options) => Adjustment = steps.ofSplits

/** Adjusts prices for the dividends of one stock. */
export const dividends: (dividends: Dividends, options?: Options) => Adjustment = steps.ofDividends

/** Adjusts for the splits and the dividends of one stock: the same as for splits, then for dividends. */
export const both = (
  actions: { readonly splits: Splits; readonly dividends: Dividends },
  options?: Options,
): Adjustment => steps.combine(splits(actions.splits, options), dividends(actions.dividends, options))

/** Inverse of an adjustment: turns adjusted bars back into traded ones, up to rounding of a `number`. */
export const inverse: (self: Adjustment) => Adjustment = steps.inverse

const group = <Row extends { readonly ticker?: string }>(rows: Iterable<Row>): ReadonlyMap<string, Array<Row>> => {
  const groups = new Map<string, Array<Row>>()
  for (const row of rows) {
    if (row.ticker === undefined) continue
    const rows = groups.get(row.ticker)
    if (rows === undefined) groups.set(row.ticker, [row])
    else rows.push(row)
  }
  return groups
}

/**
 * Adjustment of each ticker, from the splits and dividends of many stocks, each row with its ticker; omit one list to adjust by the other alone. A ticker
 * in neither list is not adjusted.
 */
export const byTicker = (
  actions: { readonly splits?: Iterable<Split>; readonly dividends?: Iterable<Dividend> },
  options?: Options,
): ByTicker => {
  const splits = group(actions.splits ?? [])
  const dividends = group(actions.dividends ?? [])
  return (ticker) => both({ splits: splits.get(ticker) ?? [], dividends: dividends.get(ticker) ?? [] }, options)
}

/** Corporate actions to adjust for. */
export type By = "splits" | "dividends" | "both"

/** Options of {@link load}. */
export interface LoadOptions extends Options {
  /** Corporate actions to adjust for; only these are requested. Default both. */
  readonly by?: By | undefined
}

/** Tickers of one request: a URL of less than 2 kB, and mostly one page of splits. */
const tickersPerRequest = 100

/**
 * Fetches the splits and dividends of stocks, up to a hundred stocks per request, and returns the adjustment of each: {@link stream} and {@link columns} accept
 * it for bars with a `ticker`. Throws a `RangeError`, a defect in a stream, for a ticker that is not among `tickers`.
 */
export const loadAll = (
  tickers: Iterable<string>,
  { by = "both", ...options }: LoadOptions = {},
): Effect.Effect<ByTicker, StreamError, Stocks> =>
  Effect.gen(function* () {
    const stocks = yield* Stocks
    const known = new Set(tickers)
    const fetch = <Row>(
      kind: By,
      stream: (request: { readonly "ticker.any_of": ReadonlyArray<string> }) => Stream.Stream<Row, StreamError>,
    ) =>
      Stream.fromIterable(by === kind || by === "both" ? known : []).pipe(
        Stream.grouped(tickersPerRequest),
        Stream.flatMap((some) => stream({ "ticker.any_of": Chunk.toReadonlyArray(some) })),
        Stream.runCollect,
      )
    const actions = yield* Effect.all(
      { splits: fetch("splits", stocks.splits.stream), dividends: fetch("dividends", stocks.dividends.stream) },
      { concurrency: 2 },
    )
    const adjustmentOf = byTicker(actions, options)
    return (ticker) => {
      if (known.has(ticker)) return adjustmentOf(ticker)
      throw new RangeError(`Adjust.loadAll: no splits and dividends of ${ticker} were loaded; add it to the tickers`)
    }
  })

/** Fetches the splits and dividends of one stock and returns its adjustment. A ticker unknown to the service is not adjusted. */
export const load = (ticker: string, options?: LoadOptions): Effect.Effect<Adjustment, StreamError, Stocks> =>
  Effect.map(loadAll([ticker], options), (adjustmentOf) => adjustmentOf(ticker))

/** Adjusts a price of a date (`yyyy-mm-dd`, in New York); the currency stays the same. */
export const price: {
  (date: string, adjustment: Adjustment): (self: number) => number
  (self: number, date: string, adjustment: Adjustment): number
} = dual(3, (self: number, date: string, adjustment: Adjustment): number =>
  apply.adjustPrice(self, steps.partAt(adjustment)(midnight(stocks.zone, date))),
)

/** Bars that an adjustment accepts: with their ticker if it is an adjustment by ticker. */
export type BarOf<A> = A extends ByTicker ? Bar & { readonly ticker: string } : Bar

/** Adjusts bars of one stock, or of many with their tickers. Any order works; by ticker and ascending in time is fastest. */
export const bars: {
  <A extends Adjustment | ByTicker>(adjustment: A): <B extends BarOf<A>>(self: ReadonlyArray<B>) => ReadonlyArray<B>
  <A extends Adjustment | ByTicker, B extends BarOf<A>>(self: ReadonlyArray<B>, adjustment: A): ReadonlyArray<B>
} = dual(2, <B extends Bar>(self: ReadonlyArray<B>, adjustment: Adjustment | ByTicker): ReadonlyArray<B> =>
  self.map(apply.rows(adjustment)),
)

/** Adjusts a stream of bars: {@link bars} for streams. Chunks keep their sizes. */
export const stream: {
  <A extends Adjustment | ByTicker>(
    adjustment: A,
  ): <B extends BarOf<A>, E, R>(self: Stream.Stream<B, E, R>) => Stream.Stream<B, E, R>
  <A extends Adjustment | ByTicker, B extends BarOf<A>, E, R>(
    self: Stream.Stream<B, E, R>,
    adjustment: A,
  ): Stream.Stream<B, E, R>
} = dual(2, <B extends Bar, E, R>(self: Stream.Stream<B, E, R>, adjustment: Adjustment | ByTicker) => {
  const adjust = apply.rows(adjustment)
  return Stream.mapChunks(self, (chunk) => Chunk.map(chunk, (bar) => adjust(bar)))
})

/**
 * Adjusts a stream of columns of bars: {@link bars} for columns. Changed columns are new arrays, and absent columns stay absent; a chunk without changes
 * is passed on unchanged.
 */
export const columns: {
  <A extends Adjustment | ByTicker>(
    adjustment: A,
  ): <B extends BarOf<A>, E, R>(
    self: Stream.Stream<Columns.Columns<B>, E, R>,
  ) => Stream.Stream<Columns.Columns<B>, E, R>
  <A extends Adjustment | ByTicker, B extends BarOf<A>, E, R>(
    self: Stream.Stream<Columns.Columns<B>, E, R>,
    adjustment: A,
  ): Stream.Stream<Columns.Columns<B>, E, R>
} = dual(2, <B extends Bar, E, R>(self: Stream.Stream<Columns.Columns<B>, E, R>, adjustment: Adjustment | ByTicker) =>
  Stream.map(self, apply.columns(adjustment)),
)
