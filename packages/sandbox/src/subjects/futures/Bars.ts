/**
 * Pages of futures bars: windows of any size over a contract's history.
 *
 * The sandbox's interpretation where the specification leaves a choice:
 *
 * - Bars are complete: their values depend neither on the filters nor on page boundaries. The bar
 *   of the window in progress is made of its trades so far.
 * - `limit` counts bars. A next page exists only when a further bar does.
 * - A request without filters gives the newest bars; in descending order, further pages go back in time.
 * - A bar with parts of two sessions (of several hours, or longer ones) has the trading date of the
 *   last session with trades in it, and its settlement price, once it has settled. Bars of a week
 *   or longer always have the settlement price of the contract's last settled session.
 * - A window that begins before the history of the key's plan has no bar.
 *
 * @module
 */
import type { FuturesBar } from "@candela/futures/Bars"
import * as Resolution from "@candela/futures/Resolution"
import * as WindowStart from "@candela/futures/WindowStart"
import { futures } from "@candela/market/Market"
import * as Session from "@candela/market/Session"
import { dateOfDay, dayMillis } from "@candela/market/TimeZone"
import { Effect } from "effect"
import { combine } from "./trades.js"
import type { RowRange } from "../../store/readTable.js"
import { turn } from "../../store/turns.js"
import type { Store, StoreError } from "../../store/Store.js"
import { type Base, type FuturesRows, read, type FuturesSource } from "./Reader.js"

/** Request for bars. */
export interface FuturesPageRequest extends FuturesSource, WindowStart.Values {
  /** Start of the visible history, epoch milliseconds; absent when unlimited. */
  readonly history?: number | undefined
  /** `window_start` of the last bar of the previous page; absent on a first page. */
  readonly after?: bigint | undefined
}

/** A page of bars. */
export interface FuturesBarPage {
  readonly bars: ReadonlyArray<FuturesBar>
  /** Whether a further bar exists. */
  readonly more: boolean
}

const nanosOfMilli = 1_000_000n

/** Number of rows read at once. */
const rowsAtOnce = 20_000

/** Maximum number of base rows in a window of one unit. */
const rowsOfUnit = { sec: 1, min: 1, hour: 60, session: 1, week: 5, month: 23, quarter: 66, year: 262 } as const

/** Range of the starts of a page's bars (`to` is exclusive). */
const rangeOf = ({
  after,
  history,
  resolution,
  visible,
  ...values
}: FuturesPageRequest): Pick<RowRange, "from" | "to"> => {
  const { next, start } = Resolution.windows(resolution)
  const asked = WindowStart.span(values, resolution)
  const last = after === undefined ? undefined : Number(after / nanosOfMilli)
  const ascending = WindowStart.direction(values) === "asc"
  const from = Math.max(
    asked.from,
    // Start of the first window within the history.
    history === undefined ? Number.MIN_SAFE_INTEGER : next(history - 1),
    last !== undefined && ascending ? next(last) : Number.NEGATIVE_INFINITY,
  )
  // An open session belongs to the month of its trading date, which may begin at the next midnight.
  const to = Math.min(
    asked.to + 1,
    next(visible + dayMillis),
    last !== undefined && !ascending ? start(last) : Number.POSITIVE_INFINITY,
  )
  return { from, to }
}

/** Combines the parts of a window, in ascending order, into a bar. */
const barOf = (ticker: string, windowStart: number, parts: ReadonlyArray<Base>): FuturesBar => {
  const { c, dv, h, l, n, o, v } = combine(parts)
  const { settlement, t } = parts.at(-1)!
  return {
    ticker,
    open: o,
    high: h,
    low: l,
    close: c,
    volume: v,
    transactions: n,
    dollar_volume: dv,
    window_start: BigInt(windowStart) * nanosOfMilli,
    session_end_date: dateOfDay(Session.dayOf(futures, t)),
    ...(settlement === undefined ? {} : { settlement_price: settlement }),
  }
}

/** Reads a page of bars. An unknown contract has none. */
export const page = (request: FuturesPageRequest): Effect.Effect<FuturesBarPage, StoreError, Store> =>
  Effect.gen(function* () {
    const { limit, resolution, ticker } = request
    const { next, start } = Resolution.windows(resolution)
    // The newest bars in ascending order: the last ones, reversed.
    const onePage = WindowStart.isOnePage(request)
    const sort = onePage ? "desc" : WindowStart.direction(request)
    const bars: Array<FuturesBar> = []
    let parts: Array<Base> = []
    const finish = () => {
      if (parts.length > 0) bars.push(barOf(ticker, start(parts[0]!.t), sort === "asc" ? parts : parts.reverse()))
      parts = []
    }
    const most = (limit + 1) * resolution.multiplier * rowsOfUnit[resolution.unit]
    const readBatch = read(request, resolution.unit)
    let rest: RowRange | undefined = { ...rangeOf(request), sort, limit: Math.min(rowsAtOnce, most) }
    // The current window covers the instants from `begin` up to, not including, `end`.
    let [begin, end] = [0, 0]
    // Rows after the last window of the page only tell that a further bar exists.
    while (rest !== undefined && bars.length + Math.sign(parts.length) <= limit) {
      const batch: FuturesRows = yield* readBatch(rest)
      yield* turn
      for (const row of batch.rows) {
        if (row.t < begin || row.t >= end) {
          finish()
          ;[begin, end] = [start(row.t), next(row.t)]
        }
        parts.push(row)
      }
      rest = batch.rest
    }
    finish()
    const found = bars.slice(0, limit)
    return onePage ? { bars: found.reverse(), more: false } : { bars: found, more: bars.length > limit }
  })
