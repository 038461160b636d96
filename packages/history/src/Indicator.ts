/**
 * Technical indicators of bars: of any size, adjusted or not, of any part of the day.
 *
 * ```ts
 * const request = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from, to, adjusted: false } as const
 * // The strength of half hours of the regular session, adjusted for splits and dividends
 * stocks.bars.stream(request).pipe(
 *   Adjust.stream(yield* Adjust.load("AAPL")),
 *   Sessions.regular,
 *   Resample.stream(Resample.minutes(30)),
 *   Indicator.stream(Indicator.rsi(14)),
 * )
 * ```
 *
 * A value belongs to the bar with its `timestamp` (futures: `window_start`) and is computed from the price of this bar
 * and of those before it. **The first bars have no value**, as many as the windows need. Averages with weights need
 * more of them until a value no longer depends on where the bars begin: `most` of the indicator's `formula`, 1 bar
 * less of them before the first value that you use. A range of the service's own indicators begins with that many.
 *
 * Values equal those of `stocks.sma` and the like of bars of the same size, except for the decimals to which a service
 * rounds; they are not rounded here. Bars must ascend, each once. Those of several tickers need a `ticker` in their
 * rows, and may be merged by time or come one ticker after the other; each has its own values. Memory depends on the
 * windows and the number of tickers, not on the number of bars.
 *
 * @module
 */
import * as Adjusted from "@candela/core/internal/Adjusted"
import type * as Columns from "@candela/core/Columns"
import * as Formula from "@candela/market/Formula"
import * as Chunk from "effect/Chunk"
import * as Either from "effect/Either"
import { dual } from "effect/Function"
import * as Stream from "effect/Stream"
import {
  type AnyValue,
  Computing,
  type Indicator,
  type Price,
  type PricedBar,
  toColumns,
} from "./internal/indicator/computing.js"
import { Kind } from "./internal/resample/kind.js"
import type { UnfitBars } from "./UnfitBars.js"

export { type Indicator, type Price, type PricedBar } from "./internal/indicator/computing.js"

/** Options of an indicator. */
export interface Options {
  /** Price of each bar that is used. Default `close`. */
  readonly price?: Price | undefined
}

/** Value of a bar `B`: with the time of the bar, and its `ticker` if `B` has one. */
export type ValueOf<B, Value> = Value &
  (B extends { readonly window_start: bigint } ? Pick<B, "window_start"> : { readonly timestamp: number }) &
  (B extends { readonly ticker: infer T } ? { readonly ticker: T } : {})

const make = <Value>(name: string, formula: Formula.Formula<Value>, { price = "close" }: Options = {}) => ({
  name: `Indicator ${name}`,
  formula,
  price,
})

/**
 * Simple moving average of `window` bars (default 50). Throws a `RangeError` for a window that is not a positive
 * integer, as the other indicators do.
 */
export const sma = (window?: number, options?: Options): Indicator<Formula.Value> =>
  make("sma", Formula.sma(window), options)

/** Exponential moving average: each bar weighs `2 / (window + 1)`. Default window 50. */
export const ema = (window?: number, options?: Options): Indicator<Formula.Value> =>
  make("ema", Formula.ema(window), options)

/** Relative strength index, from 0 to 100, with Wilder's smoothing. Default window 14. */
export const rsi = (window?: number, options?: Options): Indicator<Formula.Value> =>
  make("rsi", Formula.rsi(window), options)

/** Moving average convergence/divergence. Default windows 12, 26 and 9. */
export const macd = (windows?: Formula.MacdWindows, options?: Options): Indicator<Formula.MacdValue> =>
  make("macd", Formula.macd(windows), options)

const asValues = <B, Value>(values: ReadonlyArray<AnyValue>) => values as unknown as ReadonlyArray<ValueOf<B, Value>>

/**
 * Computes the values of bars in ascending order: {@link stream} for an array. Returns `Left` with
 * `UnfitBars` where a stream fails.
 */
export const values: {
  <Value>(
    indicator: Indicator<Value>,
  ): <B extends PricedBar>(self: Iterable<B>) => Either.Either<ReadonlyArray<ValueOf<B, Value>>, UnfitBars>
  <B extends PricedBar, Value>(
    self: Iterable<B>,
    indicator: Indicator<Value>,
  ): Either.Either<ReadonlyArray<ValueOf<B, Value>>, UnfitBars>
} = dual(2, <B extends PricedBar, Value>(self: Iterable<B>, indicator: Indicator<Value>) =>
  Either.map(new Computing(indicator).addRows(self), asValues<B, Value>),
)

/**
 * Computes the values of a stream of bars in ascending order. Fails with `UnfitBars` at a bar that does not begin
 * after the previous one, and where adjusted bars follow on others.
 */
export const stream: {
  <Value>(
    indicator: Indicator<Value>,
  ): <B extends PricedBar, E, R>(self: Stream.Stream<B, E, R>) => Stream.Stream<ValueOf<B, Value>, E | UnfitBars, R>
  <B extends PricedBar, E, R, Value>(
    self: Stream.Stream<B, E, R>,
    indicator: Indicator<Value>,
  ): Stream.Stream<ValueOf<B, Value>, E | UnfitBars, R>
} = dual(2, <B extends PricedBar, E, R, Value>(self: Stream.Stream<B, E, R>, indicator: Indicator<Value>) =>
  Stream.suspend(() => {
    const computing = new Computing(indicator)
    const kind = new Kind(indicator.name)
    return self.pipe(
      Stream.mapChunksEffect((chunk) => {
        const bars = Chunk.toReadonlyArray(chunk)
        const mixed = kind.add(Adjusted.ofChunk(chunk), bars[0] && computing.placeOf(bars[0]))
        if (mixed !== undefined) return Either.left(mixed)
        return Either.map(computing.addRows(bars), (values) => Chunk.unsafeFromArray(asValues<B, Value>(values)))
      }),
    )
  }),
)

/** {@link stream} for columns. Chunks without values are left out. */
export const columns: {
  <Value>(
    indicator: Indicator<Value>,
  ): <B extends PricedBar, E, R>(
    self: Stream.Stream<Columns.Columns<B>, E, R>,
  ) => Stream.Stream<Columns.Columns<ValueOf<B, Value>>, E | UnfitBars, R>
  <B extends PricedBar, E, R, Value>(
    self: Stream.Stream<Columns.Columns<B>, E, R>,
    indicator: Indicator<Value>,
  ): Stream.Stream<Columns.Columns<ValueOf<B, Value>>, E | UnfitBars, R>
} = dual(
  2,
  <B extends PricedBar, E, R, Value>(self: Stream.Stream<Columns.Columns<B>, E, R>, indicator: Indicator<Value>) =>
    Stream.suspend(() => {
      const computing = new Computing(indicator)
      const kind = new Kind(indicator.name)
      return self.pipe(
        Stream.mapEffect((chunk) => {
          const mixed = kind.add(chunk.adjusted, chunk.length === 0 ? undefined : computing.placeOf(chunk.row(0)))
          if (mixed !== undefined) return Either.left(mixed)
          return computing.addColumns(chunk as unknown as Columns.Columns<PricedBar>)
        }),
        Stream.filter((values) => values.length > 0),
        Stream.map((values) => toColumns(values) as unknown as Columns.Columns<ValueOf<B, Value>>),
      )
    }),
)
