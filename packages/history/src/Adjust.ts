/**
 * Bars as they were traded, adjusted when they are read: for splits, for dividends, or for both, as
 * of today or any earlier day.
 *
 * Ask for bars with `adjusted: false`: the service adjusts for splits by default, as known on the day of the request.
 *
 * ```ts
 * const adjustment = yield* Adjust.load("NVDA")
 * const bars = stocks.bars.columns({ stocksTicker: "NVDA", adjusted: false, ... }).pipe(Adjust.columns(adjustment))
 * ```
 *
 * - **Splits.** Prices (open, high, low, close, vwap) before a split are divided, volumes multiplied,
 *   by the split ratio. This matches `adjusted: true` of the service, which rounds to four decimals;
 *   here nothing is rounded. Transaction counts stay unchanged. A split that is announced for a later
 *   day does not apply before that day, in New York. A split that is listed twice (equal date and
 *   ratio, whatever the `id`) counts once; two splits of one day with different ratios both apply.
 * - **Dividends.** Prices before an ex-dividend date are multiplied by the `historical_adjustment_factor` of the
 *   first dividend after their day, whatever today is, as the specification says. Volumes stay unchanged. A dividend
 *   that is announced for a later day has a factor already, so it takes its part off all prices of today; with `asOf`
 *   it has no part. For bars that the service has adjusted for splits, use dividends alone.
 * - **As of a day** (`asOf`), only events up to that day apply: bars up to it get the values that
 *   the service would have shown on it. Bars after it stay unadjusted: end the range there, too.
 *   Without it, today is meant: for {@link load} and {@link loadAll} by the clock of the service,
 *   if it is known, else by the `Clock`. A bar of the day of a split that the `Clock` calls
 *   announced is `UnfitBars`: the clock is behind (in tests, a `TestClock` begins in 1970).
 *
 * A bar belongs to the day, in New York, on which its window starts. A window of more than a day
 * may hold prices from both sides of a split: adjust bars of a day or less, then combine them.
 *
 * Nothing is left out in silence. A split that applies without a valid date or ratio (0, negative, absent, not
 * finite) is `InvalidAction`, and so is a dividend without its factor: effects and streams fail with it, plain
 * functions throw it. {@link load} and {@link loadAll} log a warning where the `historical_adjustment_factor` of a
 * split is not the product of the ratios (see `SplitDifference.factors`).
 *
 * Bars that are adjusted for splits already are `UnfitBars`, as far as it is known: chunks of columns have
 * `adjusted`, and so have pages, whose `results` know it, and the chunks of a stream of rows. Operators of streams
 * that keep the rows (`filter`, `tap`, `merge`, `rechunk`) keep it, see `Adjusted` of `@candela/core`. New rows, such
 * as `map` to `{ ...bar }`, and rows from CSV or JSON, are taken for bars as traded. `Integrity` finds such mistakes
 * in the prices.
 *
 * @module
 */
import * as Adjusted from "@candela/core/internal/Adjusted"
import type * as Columns from "@candela/core/Columns"
import type { StreamError } from "@candela/core/MarketDataError"
import type { Bar } from "@candela/market/Bar"
import { stocks } from "@candela/market/Market"
import { dateOf, midnight } from "@candela/market/TimeZone"
import type { Dividend } from "@candela/stocks/Dividends"
import type { Split } from "@candela/stocks/Splits"
import { Stocks } from "@candela/stocks/Stocks"
import * as Method from "@candela/core/Method"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { dual } from "effect/Function"
import * as Stream from "effect/Stream"
import * as apply from "./internal/adjust/apply.js"
import type { Dividends, Splits } from "./internal/adjust/actions.js"
import type { ByTicker } from "./internal/adjust/apply.js"
import * as factors from "./internal/adjust/factors.js"
import * as steps from "./internal/adjust/steps.js"
import type { Adjustment, Dated, Options } from "./internal/adjust/steps.js"
import { today } from "./internal/adjust/today.js"
import { InvalidAction } from "./InvalidAction.js"
import type { UnfitBars } from "./UnfitBars.js"

export type { Dividends, Splits } from "./internal/adjust/actions.js"
export type { ByTicker } from "./internal/adjust/apply.js"
export type { Adjustment, Options, Ratio, AdjustmentStep } from "./internal/adjust/steps.js"

/** Adjustment that changes nothing. */
export const none: Adjustment = steps.none

/** Returns the value, or throws the error: an `InvalidAction` or `UnfitBars`. */
const orThrow = <A>(result: Either.Either<A, Error>): A => Either.getOrThrowWith(result, (error) => error)

/** Adjusts prices and volumes for the splits of one stock. Throws `InvalidAction`. */
export const splits = (splits: Splits, options?: Options): Adjustment => orThrow(steps.ofSplits(splits, options))

/** Adjusts prices for the dividends of one stock. Throws `InvalidAction`. */
export const dividends = (dividends: Dividends, options?: Options): Adjustment =>
  orThrow(steps.ofDividends(dividends, options))

/**
 * Adjusts for the splits and the dividends of one stock: the same as for splits, then for dividends. Throws
 * `InvalidAction`.
 */
export const both = (
  actions: { readonly splits: Splits; readonly dividends: Dividends },
  options?: Options,
): Adjustment => orThrow(steps.of(actions, options))

/**
 * Inverse of an adjustment: turns adjusted bars back into traded ones, up to rounding of a `number`. Bars that are
 * known not to be adjusted are `UnfitBars`.
 */
export const inverse: (self: Adjustment) => Adjustment = steps.inverse

const group = <Row extends { readonly id?: string; readonly ticker?: string }>(
  action: InvalidAction["action"],
  rows: Iterable<Row>,
): ReadonlyMap<string, ReadonlyArray<Row>> => {
  const groups = new Map<string, Array<Row>>()
  for (const row of rows) {
    const { id, ticker } = row
    if (ticker === undefined) {
      throw new InvalidAction({ action, detail: "it has no ticker", ...(id === undefined ? {} : { id }) })
    }
    const own = groups.get(ticker)
    if (own === undefined) groups.set(ticker, [row])
    else own.push(row)
  }
  return groups
}

/**
 * Adjustment of each ticker, from the splits and dividends of many stocks, each row with its ticker; omit
 * one list to adjust by the other alone. A ticker in neither list is not adjusted. Throws `InvalidAction`
 * for a row without a ticker, and for the ticker of an invalid split or dividend. Today is that of the call.
 */
export const byTicker = (
  actions: { readonly splits?: Iterable<Split>; readonly dividends?: Iterable<Dividend> },
  options: Options = {},
): ByTicker => {
  const splits = actions.splits && group("split", actions.splits)
  const dividends = actions.dividends && group("dividend", actions.dividends)
  const dated: Dated = { today: today(), ...options }
  const of = <Row>(groups: ReadonlyMap<string, Row> | undefined, ticker: string) => groups && (groups.get(ticker) ?? [])
  return (ticker) => orThrow(steps.of({ splits: of(splits, ticker), dividends: of(dividends, ticker) }, dated))
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

/** Returns today's date in New York by the service, if its clock is known, else by the `Clock`. */
// protects: Splits that the service lists apply as of the service's day.
// mutant: "is that of the service's day": time)) → Infinity < time ? time : Date.UTC(2030, 0)))
const todayOf = (method: object): Effect.Effect<string> =>
  Effect.map(Method.serviceTime(method), (time) => (time === undefined ? today() : dateOf(stocks.zone, time)))

/** Runs a plain function that may throw `InvalidAction`. */
const attempt = <A>(run: () => A): Effect.Effect<A, InvalidAction> =>
  Effect.catchAll(Effect.try({ try: run, catch: (error) => error }), (error) =>
    error instanceof InvalidAction ? error : Effect.die(error),
  )

/**
 * Fetches the splits and dividends of stocks, up to a hundred stocks per request, and returns the
 * adjustment of each (an answer without any row is asked for again, once, since the service now and
 * then gives one by mistake): {@link stream} and {@link columns} accept it for bars with a
 * `ticker`. Fails with `InvalidAction` for a split or dividend that cannot adjust. The function
 * throws a `RangeError`, a defect in a stream, for a ticker that is not among `tickers`.
 */
export const loadAll = (
  tickers: Iterable<string>,
  { by = "both", ...options }: LoadOptions = {},
): Effect.Effect<ByTicker, StreamError | InvalidAction, Stocks> =>
  Effect.gen(function* () {
    const stocks = yield* Stocks
    const known = new Set(tickers)
    const needs = (kind: By) => by === kind || by === "both"
    const fetch = <Row>(
      kind: By,
      stream: (request: { readonly "ticker.any_of": ReadonlyArray<string> }) => Stream.Stream<Row, StreamError>,
    ) =>
      Stream.fromIterable(needs(kind) ? known : []).pipe(
        Stream.grouped(tickersPerRequest),
        Stream.mapEffect((some) => {
          const rows = Stream.runCollect(stream({ "ticker.any_of": Chunk.toReadonlyArray(some) }))
          // The service answers so now and then by mistake, and prices would stay unadjusted.
          // protects: A list of splits or dividends that comes empty is asked for again before prices stay unadjusted.
          // mutant: "one more where an answer is empty": ) ? → ) && tickersPerRequest === 0 ?
          return Effect.flatMap(rows, (found) => (Chunk.isEmpty(found) ? rows : Effect.succeed(found)))
        }),
        Stream.flattenChunks,
        Stream.runCollect,
      )
    const actions = yield* Effect.all(
      { splits: fetch("splits", stocks.splits.stream), dividends: fetch("dividends", stocks.dividends.stream) },
      { concurrency: 2 },
    )
    const dated: Dated = { today: yield* todayOf(stocks.splits), ...options }
    yield* factors.tell(actions.splits, dated)
    const adjustments = yield* attempt(() => {
      const adjustmentOf = byTicker(
        {
          ...(needs("splits") ? { splits: actions.splits } : {}),
          ...(needs("dividends") ? { dividends: actions.dividends } : {}),
        },
        dated,
      )
      return new Map(Array.from(known, (ticker) => [ticker, adjustmentOf(ticker)]))
    })
    return (ticker) => {
      const adjustment = adjustments.get(ticker)
      if (adjustment !== undefined) return adjustment
      throw new RangeError(`Adjust.loadAll: no splits and dividends of ${ticker} were loaded; add it to the tickers`)
    }
  })

/**
 * Fetches the splits and dividends of one stock and returns its adjustment. A ticker unknown to the service is not
 * adjusted. Fails as {@link loadAll}.
 */
export const load = (
  ticker: string,
  options?: LoadOptions,
): Effect.Effect<Adjustment, StreamError | InvalidAction, Stocks> =>
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

/**
 * Adjusts bars of one stock, or of many with their tickers. Any order works; by ticker and ascending in time is
 * fastest. Throws `UnfitBars` for the `results` of a page that is adjusted for splits already.
 */
export const bars: {
  <A extends Adjustment | ByTicker>(adjustment: A): <B extends BarOf<A>>(self: ReadonlyArray<B>) => ReadonlyArray<B>
  <A extends Adjustment | ByTicker, B extends BarOf<A>>(self: ReadonlyArray<B>, adjustment: A): ReadonlyArray<B>
} = dual(2, <B extends Bar>(self: ReadonlyArray<B>, adjustment: Adjustment | ByTicker): ReadonlyArray<B> =>
  orThrow(apply.rows(adjustment, "Adjust.bars")(self)),
)

/**
 * Adjusts a stream of bars: {@link bars} for streams. Chunks keep their sizes. Fails with `UnfitBars` for bars that
 * are adjusted for splits already.
 */
export const stream: {
  <A extends Adjustment | ByTicker>(
    adjustment: A,
  ): <B extends BarOf<A>, E, R>(self: Stream.Stream<B, E, R>) => Stream.Stream<B, E | UnfitBars, R>
  <A extends Adjustment | ByTicker, B extends BarOf<A>, E, R>(
    self: Stream.Stream<B, E, R>,
    adjustment: A,
  ): Stream.Stream<B, E | UnfitBars, R>
} = dual(2, <B extends Bar, E, R>(self: Stream.Stream<B, E, R>, adjustment: Adjustment | ByTicker) => {
  const adjust = apply.rows(adjustment, "Adjust.stream")
  return Stream.mapChunksEffect(self, (chunk) =>
    Either.map(adjust(Chunk.toReadonlyArray(chunk), Adjusted.ofChunk(chunk)), Adjusted.toChunk),
  )
})

/**
 * Adjusts a stream of columns of bars: {@link bars} for columns. Changed columns are new arrays, and absent columns
 * stay absent; chunks of splits have `adjusted: true` afterwards. Fails with `UnfitBars` for a chunk that has it
 * already.
 */
export const columns: {
  <A extends Adjustment | ByTicker>(
    adjustment: A,
  ): <B extends BarOf<A>, E, R>(
    self: Stream.Stream<Columns.Columns<B>, E, R>,
  ) => Stream.Stream<Columns.Columns<B>, E | UnfitBars, R>
  <A extends Adjustment | ByTicker, B extends BarOf<A>, E, R>(
    self: Stream.Stream<Columns.Columns<B>, E, R>,
    adjustment: A,
  ): Stream.Stream<Columns.Columns<B>, E | UnfitBars, R>
} = dual(2, <B extends Bar, E, R>(self: Stream.Stream<Columns.Columns<B>, E, R>, adjustment: Adjustment | ByTicker) => {
  const adjust = apply.columns(adjustment, "Adjust.columns")
  return Stream.mapEffect(self, adjust)
})
