/**
 * Custom bars: windows of any size over a ticker's history, in pages.
 *
 * Where the specification leaves a choice, this is the sandbox's reading:
 *
 * - Bars are always whole. A range that begins or ends inside a window is stretched to the whole window, so the values of a bar depend
 *   neither on `from` and `to` nor on where a page ends. A window that begins before the history of the key's plan has no bar.
 * - `limit` counts base aggregates: seconds for second bars, minutes for minute and hour bars, days for the rest. A page holds the bars
 *   that are complete within `limit` of them, but at least one bar, however small `limit` is; the bar that is cut goes to the next page.
 * - There is a next page only when a further bar exists.
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
import { baseBars, type Source, splitsFor, noLimit } from "./Reader.js"
import { reference } from "./Reference.js"
import { adjust } from "./Adjustment.js"

/** A request for custom bars, as seen from `now`. */
export interface PageRequest extends Source, Omit<BarRange, "zone"> {
  /** Whether bars are adjusted for splits. */
  readonly adjusted: boolean
  readonly sort: "asc" | "desc"
  /** How many base aggregates a page may hold, 1 or more. */
  readonly limit: number
  /** The first instant of the history that may be seen, in epoch milliseconds; absent: all of it. */
  readonly history?: number | undefined
}

/** A part of the bars that a request asks for. */
export interface BarPart {
  /** The bars, in the order of the request. */
  readonly bars: ReadonlyArray<BaseBar>
  /** How many base aggregates they were made of. */
  readonly queryCount: number
  /** What changes in the request for the next page (epoch milliseconds): `from`, or `to` in descending order. */
  readonly next: { readonly from: number } | { readonly to: number } | undefined
}

/** A page of bars as it is sent. */
export interface BarPage extends Omit<BarPart, "bars"> {
  /** The bars as the JSON text of an array, under their wire keys. */
  readonly results: string
  /** How many bars there are. */
  readonly resultsCount: number
}

/** The start of the first whole window of a request's range and of the history that may be seen. */
const firstWindow = (window: Window.Window, from: number, history: number | undefined) => {
  const start = Window.start(window, from)
  // A window that begins with the history itself is the one after the window of the instant before.
  return history === undefined || start >= history ? start : Window.next(window, history - 1)
}

/** The windows that a request's bars are of. */
const windowOf = ({ market: { zone }, multiplier, timespan }: PageRequest): Window.Window => ({
  multiplier,
  timespan,
  zone,
})

/** The base aggregates of whole windows that a page is made of, in the order of the request, and the first instant after them. */
const readPage = (request: PageRequest) =>
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

/** The bars of a page. A ticker that is not known has none. */
export const read = (request: PageRequest): Effect.Effect<BarPart, StoreError, Store> =>
  Effect.gen(function* () {
    const { market, sort, ticker } = request
    const window = windowOf(request)
    const { following, rows } = yield* readPage(request)
    const splits = (yield* splitsFor(request))(ticker)
    // Sums are taken in ascending order in both orders, so that a bar is the same to the last bit.
    const ascending = sort === "asc" ? rows : [...rows].reverse()
    yield* turn
    const adjusted = adjust(ascending, splits)
    yield* turn
    const bars = aggregate(window, adjusted, market.decimals)
    yield* turn
    const next =
      following === undefined
        ? undefined
        : sort === "asc"
          ? { from: Window.start(window, following) }
          : { to: Window.next(window, following) - 1 }
    return { bars: sort === "asc" ? bars : [...bars].reverse(), queryCount: rows.length, next }
  })

/** A page of custom bars. */
export const page = (request: PageRequest): Effect.Effect<BarPage, StoreError, Store> =>
  Effect.gen(function* () {
    const { bars, next, queryCount } = yield* read(request)
    const { isOtc } = yield* reference
    const results = yield* BarJson.write(bars, isOtc(request.ticker))
    return { results, resultsCount: bars.length, queryCount, next }
  })
