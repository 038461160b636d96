/**
 * Technical indicators: pages of values, computed from the bars of a ticker.
 *
 * A value belongs to a bar and is computed from it and earlier ones, as many as the indicator's
 * formula takes, and rounded to the decimals of its market; bars with too few before them have no
 * value. Bars before the requested range count, so that a value depends neither on the range nor on
 * page boundaries. The bar of the current window is made of its trades so far.
 *
 * @module
 */
import type * as Formula from "@candela/market/Formula"
import type * as Indicator from "@candela/market/Indicator"
import { type Bounds, milliseconds } from "@candela/market/TimestampRange"
import type { Timespan } from "@candela/market/Timespan"
import * as Window from "@candela/market/Window"
import { Effect } from "effect"
import * as Bars from "../bars/Bars.js"
import type { BaseBar } from "../bars/BaseBar.js"
import type { BarSource } from "../bars/Reader.js"
import { round } from "../../numbers/Rounding.js"
import { mapInTurns } from "../../store/turns.js"
import type { Store, StoreError } from "../../store/Store.js"

/** Request for a page of values. */
export interface IndicatorPageRequest<Value> extends BarSource {
  readonly formula: Formula.Formula<Value>
  /** Whether the bars are adjusted for splits. */
  readonly adjusted: boolean
  readonly timespan: Exclude<Timespan, "second">
  readonly seriesType: (typeof Indicator.seriesTypes)[number]
  /** Range of the bars' starts, epoch milliseconds. */
  readonly interval: Bounds
  readonly order: "asc" | "desc"
  readonly limit: number
  /** Start of the visible history, epoch milliseconds; absent when unlimited. */
  readonly history: number | undefined
}

/** Page of values. */
export interface IndicatorPage<Value> {
  /** Values, each with the start of its bar, in the order of the request. */
  readonly values: ReadonlyArray<Value & { readonly timestamp: number }>
  /** Bars used for the values, in the same order. */
  readonly used: ReadonlyArray<BaseBar>
  /** Whether further values follow. */
  readonly more: boolean
}

/** Maximum number of base aggregates in a bar. */
const mostAggregates = { minute: 1, hour: 60, day: 1, week: 7, month: 31, quarter: 92, year: 366 }

/** Reads `count` bars that begin in a range, in the order of `sort`. */
const readBars = <Value>(
  request: IndicatorPageRequest<Value>,
  range: { readonly from: number; readonly to: number; readonly sort: "asc" | "desc" },
  count: number,
) =>
  Effect.gen(function* () {
    const { market, timespan } = request
    // A bar that begins before the range would reach into it.
    const from = Window.next({ multiplier: 1, timespan, zone: market.zone }, range.from - 1)
    if (count <= 0 || from > range.to) return []
    const limit = count * mostAggregates[timespan]
    const { bars } = yield* Bars.read({ ...request, ...range, from, multiplier: 1, limit })
    return bars.slice(0, count)
  })

const earliest = Number(milliseconds.bounds.first)

/** Bars for a page and the value after it, in the order of time. */
const readUsed = <Value>(request: IndicatorPageRequest<Value>) =>
  Effect.gen(function* () {
    const {
      formula: { least, most },
      interval,
      limit,
      order,
    } = request
    const [first, last] = [Number(interval.first), Number(interval.last)]
    if (order === "desc") {
      return (yield* readBars(request, { from: earliest, to: last, sort: "desc" }, limit + most)).reverse()
    }
    const before = yield* readBars(request, { from: earliest, to: first - 1, sort: "desc" }, most - 1)
    // At the beginning of a history the first bars have no value.
    const without = Math.max(0, least - 1 - before.length)
    const after = yield* readBars(request, { from: first, to: last, sort: "asc" }, limit + 1 + without)
    return [...before.reverse(), ...after]
  })

/** Number of prices processed in a turn of the event loop. */
const pricesPerTurn = 20_000

const prices = { open: "o", high: "h", low: "l", close: "c" } as const

/** Returns a value as it is sent: the difference of a signal is that of the rounded numbers. */
const rounded = <Value extends Formula.Value>(value: Value, decimals: number): Value => {
  const { signal } = value as Partial<Formula.MacdValue>
  const sent = round(value.value, decimals)
  if (signal === undefined) return { ...value, value: sent }
  const average = round(signal, decimals)
  return { ...value, value: sent, signal: average, histogram: round(sent - average, decimals) }
}

/** Reads a page of values. An unknown ticker has none. */
export const page = <Value extends Formula.Value>(
  request: IndicatorPageRequest<Value>,
): Effect.Effect<IndicatorPage<Value>, StoreError, Store> =>
  Effect.gen(function* () {
    const { formula, interval, limit, market, order, seriesType } = request
    const { least, most } = formula
    const bars = yield* readUsed(request)
    const inRange = bars.findIndex(({ t }) => t >= Number(interval.first))
    const complete = Math.max(least - 1, inRange < 0 ? bars.length : inRange)
    const count = Math.max(0, bars.length - complete)
    const begin = order === "asc" ? complete : Math.max(complete, bars.length - limit)
    const end = order === "asc" ? Math.min(bars.length, complete + limit) : bars.length
    const earlier = Math.min(begin, most - 1)
    const used = begin < end ? bars.slice(begin - earlier, end) : []
    const next = formula.begin()
    const all = yield* mapInTurns(used, pricesPerTurn, (bar) => ({
      timestamp: bar.t,
      value: next(bar[prices[seriesType]]),
    }))
    const values = all
      .slice(earlier)
      .map(({ timestamp, value }) => ({ timestamp, ...rounded(value!, market.decimals) }))
    return {
      values: order === "asc" ? values : values.reverse(),
      used: order === "asc" ? used : used.reverse(),
      more: count > limit,
    }
  })
