/**
 * Custom bars: windows of any size over a ticker's history, in pages.
 *
 * The sandbox's interpretation where the specification leaves a choice:
 *
 * - Bars are always complete. A range that begins or ends inside a window is extended to the whole
 *   window, so the values of a bar depend neither on `from` and `to` nor on page boundaries. A
 *   window that begins before the history of the key's plan has no bar.
 * - `limit` counts base aggregates: seconds for second bars, minutes for minute and hour bars, days
 *   for the rest. A page holds the bars that are complete within `limit` of them, but at least one
 *   bar, however small `limit` is; an incomplete bar goes to the next page.
 * - A next page exists only when a further bar does.
 *
 * @module
 */
import { type BarRange, instants } from "@candela/market/BarRange"
import * as Window from "@candela/market/Window"
import { Effect } from "effect"
import type { Store, StoreError } from "../../store/Store.js"
import { turn } from "../../store/turns.js"
import * as BarJson from "./BarJson.js"
import { aggregate, type BaseBar } from "./BaseBar.js"
import { baseBars, type BarSource, splitsFor, noLimit } from "./Reader.js"
import { reference } from "./Reference.js"
import { adjust } from "./Adjustment.js"

/** Request for custom bars, as seen from `now`. */
export interface BarPageRequest extends BarSource, Omit<BarRange, "zone"> {
  /** Whether bars are adjusted for splits. */
  readonly adjusted: boolean
  readonly sort: "asc" | "desc"
  /** Maximum number of base aggregates of a page, 1 or more. */
  readonly limit: number
  /** Start of the visible history, epoch milliseconds; absent when unlimited. */
  readonly history?: number | undefined
  /** Whether the bars have a volume: those of indices do not. Default true. */
  readonly hasVolume?: boolean | undefined
}

/** Part of the requested bars. */
export interface BarPart {
  /** The bars, in the order of the request. */
  readonly bars: ReadonlyArray<BaseBar>
  /** Number of base aggregates used. */
  readonly queryCount: number
  /** Change in the request for the next page (epoch milliseconds): `from`, or `to` in descending order. */
  readonly next: { readonly from: number } | { readonly to: number } | undefined
}

/** Page of bars in its wire form. */
export interface BarPage extends Omit<BarPart, "bars"> {
  /** JSON text of the array of bars, under their wire keys. */
  readonly results: string
  /** Number of bars. */
  readonly resultsCount: number
}

/** Start of the first whole window within a request's range and the visible history. */
const firstWindow = (window: Window.Window, from: number, history: number | undefined) => {
  const start = Window.start(window, from)
  // A window that begins with the history itself follows the window of the instant before.
  return history === undefined || start >= history ? start : Window.next(window, history - 1)
}

/** Windows of a request's bars. */
const windowOf = ({ market: { zone }, multiplier, timespan }: BarPageRequest): Window.Window => ({
  multiplier,
  timespan,
  zone,
})

/** Base aggregates of the whole windows of a page, in the order of the request, and the first instant after them. */
const readPage = (request: BarPageRequest) =>
  Effect.gen(function* () {
    const { history, limit, market, sort } = request
    const bars = windowOf(request)
    const asked = instants({ ...request, zone: market.zone })
    if (asked.from > asked.to) return { rows: [], following: undefined }
    const range = { sort, from: firstWindow(bars, asked.from, history), to: Window.next(bars, asked.to) }
    const read = baseBars(request, request.timespan)
    const rows = yield* read({ ...range, limit: limit + 1 })
    const beyond = rows[limit]
    if (beyond === undefined) return { rows, following: undefined }

    const window = { from: Window.start(bars, beyond.t), to: Window.next(bars, beyond.t) }
    let complete = limit
    while (complete > 0 && rows[complete - 1]!.t >= window.from && rows[complete - 1]!.t < window.to) complete--
    if (complete > 0) return { rows: rows.slice(0, complete), following: beyond.t }

    // The first window alone is larger than the limit.
    const whole = yield* read({ ...window, sort, limit: noLimit })
    const rest = sort === "asc" ? { ...range, from: window.to } : { ...range, to: window.from }
    const [following] = yield* read({ ...rest, limit: 1 })
    return { rows: whole, following: following?.t }
  })

/** Number of base aggregates combined in a turn of the event loop. */
const perTurn = 20_000

/** Combines base aggregates to bars: those of a turn end with a window. */
const aggregateInTurns = (window: Window.Window, rows: ReadonlyArray<BaseBar>, decimals: number) =>
  Effect.gen(function* () {
    const all: Array<BaseBar> = []
    for (let [from, to] = [0, 0]; from < rows.length; from = to) {
      to = Math.min(from + perTurn, rows.length)
      const end = Window.next(window, rows[to - 1]!.t)
      // protects: A window is one bar, wherever a turn ends.
      // mutant: "an hour is one bar": rows[to]!.t < end → rows[to]!.t < 0
      while (to < rows.length && rows[to]!.t < end) to++
      all.push(...aggregate(window, rows.slice(from, to), decimals))
      yield* turn
    }
    return all
  })

/** Reads the bars of a page. An unknown ticker has none. */
export const read = (request: BarPageRequest): Effect.Effect<BarPart, StoreError, Store> =>
  Effect.gen(function* () {
    const { market, sort, ticker } = request
    const window = windowOf(request)
    const { following, rows } = yield* readPage(request)
    const splits = (yield* splitsFor(request))(ticker)
    // Sums are always taken in ascending order, so that a bar is the same to the last bit.
    const ascending = sort === "asc" ? rows : [...rows].reverse()
    yield* turn
    const adjusted = adjust(ascending, splits)
    yield* turn
    const bars = yield* aggregateInTurns(window, adjusted, market.decimals)
    const next =
      following === undefined
        ? undefined
        : sort === "asc"
          ? { from: Window.start(window, following) }
          : { to: Window.next(window, following) - 1 }
    return { bars: sort === "asc" ? bars : [...bars].reverse(), queryCount: rows.length, next }
  })

/** Reads a page of custom bars. */
export const page = (request: BarPageRequest): Effect.Effect<BarPage, StoreError, Store> =>
  Effect.gen(function* () {
    const { bars, next, queryCount } = yield* read(request)
    const { isOtc } = yield* reference
    const results = yield* BarJson.write(bars, isOtc(request.ticker), request.hasVolume)
    return { results, resultsCount: bars.length, queryCount, next }
  })
