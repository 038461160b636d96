/**
 * Prices adjusted for dividends, by `historical_adjustment_factor`.
 *
 * The rule (specification, Dividend record): for a price on date D, take the first dividend whose `ex_dividend_date` is after D, and multiply the price by
 * its factor. A price after the last ex-date stays as it is. The factor offsets dividends alone: take bars that are adjusted for splits, as they are by default.
 *
 * ```ts
 * const dividends = yield* Stream.runCollect(stocks.dividends.stream({ ticker: "KO" }))
 * const adjusted = stocks.bars.stream({ stocksTicker: "KO", ... }).pipe(Adjustment.stream(dividends))
 * ```
 *
 * All dividends and bars are those of one stock. A dividend without a date or a factor is not taken. Of dividends with the same ex-date, the smallest factor
 * counts: it holds those of the others.
 *
 * @module
 */
import * as Columns from "@candela/core/Columns"
import type { Bar } from "@candela/market/Bar"
import { stocks } from "@candela/market/Market"
import { midnight } from "@candela/market/TimeZone"
import * as Chunk from "effect/Chunk"
import { dual } from "effect/Function"
import * as Stream from "effect/Stream"
import type { Dividend } from "./Dividends.js"

/** The dividends of a stock, in any order: what {@link Dividend} says of them that adjusts prices. */
export type Dividends = Iterable<Pick<Dividend, "ex_dividend_date" | "historical_adjustment_factor">>

/** A factor, and the midnight in New York (epoch milliseconds) before which prices are multiplied by it. */
interface Step {
  readonly until: number
  readonly factor: number
}

/** In the order of time, one for each ex-date. */
const stepsOf = (dividends: Dividends): ReadonlyArray<Step> => {
  const factors = new Map<string, number>()
  for (const { ex_dividend_date: date, historical_adjustment_factor: factor } of dividends) {
    if (date !== undefined && factor !== undefined) factors.set(date, Math.min(factor, factors.get(date) ?? Infinity))
  }
  return Array.from(factors, ([date, factor]) => ({ until: midnight(stocks.zone, date), factor })).sort(
    (one, other) => one.until - other.until,
  )
}

/** The factor of the first step after an instant. Bars mostly come in the order of time: the step of the one before is tried first. */
const lookup = (dividends: Dividends): ((timestamp: number) => number) => {
  const steps = stepsOf(dividends)
  const until = (index: number) => steps[index]?.until ?? Infinity
  let index = 0
  return (timestamp) => {
    while (index > 0 && timestamp < until(index - 1)) index--
    while (timestamp >= until(index)) index++
    return steps[index]?.factor ?? 1
  }
}

const adjustBar = (factorAt: (timestamp: number) => number) => {
  return <B extends Bar>(bar: B): B => {
    const factor = factorAt(bar.timestamp)
    const { close, high, low, open, vwap } = bar
    return {
      ...bar,
      open: open * factor,
      high: high * factor,
      low: low * factor,
      close: close * factor,
      ...(vwap === undefined ? {} : { vwap: vwap * factor }),
    }
  }
}

/**
 * A price of a date (`yyyy-mm-dd`), adjusted by the factor of the first dividend whose `ex_dividend_date` is after it; in the currency of the price.
 */
export const price: {
  (date: string, dividends: Dividends): (self: number) => number
  (self: number, date: string, dividends: Dividends): number
} = dual(
  3,
  (self: number, date: string, dividends: Dividends): number => self * lookup(dividends)(midnight(stocks.zone, date)),
)

/**
 * Bars with their prices (open, high, low, close, vwap) adjusted by the factor of the first dividend whose `ex_dividend_date` is after the day, in New York, on
 * which the bar's window starts. Volumes stay. Windows of more than a day may hold prices of both sides of an ex-date: adjust daily or shorter bars.
 */
export const bars: {
  (dividends: Dividends): <B extends Bar>(self: ReadonlyArray<B>) => ReadonlyArray<B>
  <B extends Bar>(self: ReadonlyArray<B>, dividends: Dividends): ReadonlyArray<B>
} = dual(2, <B extends Bar>(self: ReadonlyArray<B>, dividends: Dividends): ReadonlyArray<B> =>
  self.map(adjustBar(lookup(dividends))),
)

/**
 * A stream of bars, each adjusted by the factor of the first dividend whose `ex_dividend_date` is after the day on which its window starts: {@link bars} for
 * streams.
 */
export const stream: {
  (dividends: Dividends): <B extends Bar, E, R>(self: Stream.Stream<B, E, R>) => Stream.Stream<B, E, R>
  <B extends Bar, E, R>(self: Stream.Stream<B, E, R>, dividends: Dividends): Stream.Stream<B, E, R>
} = dual(2, <B extends Bar, E, R>(self: Stream.Stream<B, E, R>, dividends: Dividends): Stream.Stream<B, E, R> => {
  const adjust = adjustBar(lookup(dividends))
  return Stream.mapChunks(self, (chunk) => Chunk.map(chunk, (bar) => adjust(bar)))
})

const prices = ["open", "high", "low", "close", "vwap"] as const

/**
 * A stream of columns of bars, adjusted by the factor of the first dividend whose `ex_dividend_date` is after the day on which a bar's window starts:
 * {@link bars} for columns. The arrays of prices are new ones.
 */
export const columns: {
  (
    dividends: Dividends,
  ): <E, R>(self: Stream.Stream<Columns.Columns<Bar>, E, R>) => Stream.Stream<Columns.Columns<Bar>, E, R>
  <E, R>(
    self: Stream.Stream<Columns.Columns<Bar>, E, R>,
    dividends: Dividends,
  ): Stream.Stream<Columns.Columns<Bar>, E, R>
} = dual(2, <E, R>(self: Stream.Stream<Columns.Columns<Bar>, E, R>, dividends: Dividends) => {
  const factorAt = lookup(dividends)
  return Stream.map(self, (chunk) => {
    const factors = chunk.columns.timestamp.map(factorAt)
    const adjusted = prices.map((name) => [name, chunk.columns[name].map((price, row) => price * factors[row]!)])
    return Columns.replace(chunk, Object.fromEntries(adjusted))
  })
})
