/**
 * Pages of futures bars: windows of any size over a contract's history.
 *
 * Where the specification leaves a choice, this is the sandbox's reading:
 *
 * - Bars are whole: their values depend neither on the filters nor on where a page ends. The bar of the window in progress is made of its trades so far.
 * - `limit` counts bars. There is a next page only when a further bar exists.
 * - A request without filters gives the newest bars; in descending order, further pages go back in time.
 * - A bar that holds parts of two sessions (of several hours, or longer ones) has the trading date of the last one that has trades in it, and its
 *   settlement price, once it has settled. Bars of a week or longer always have the settlement price of the contract's last settled session.
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
import type { Range } from "../../store/readTable.js"
import { turn } from "../../store/turns.js"
import type { Store, StoreError } from "../../store/Store.js"
import { type Base, type Batch, read, type Source } from "./Reader.js"

/** A request for bars. */
export interface PageRequest extends Source, WindowStart.Values {
  /** The first instant of the history that may be seen, in epoch milliseconds; absent: all of it. */
  readonly history?: number | undefined
  /** The `window_start` of the last bar of the page before; absent on a first page. */
  readonly after?: bigint | undefined
}

/** A page of bars. */
export interface BarPage {
  readonly bars: ReadonlyArray<FuturesBar>
  /** Whether a further bar exists. */
  readonly more: boolean
}

const nanosOfMilli = 1_000_000n

/** So many rows are read at once. */
const rowsAtOnce = 20_000

/** The most rows of its base that a window of one unit is made of. */
const rowsOfUnit = { sec: 1, min: 1, hour: 60, session: 1, week: 5, month: 23, quarter: 66, year: 262 } as const

/** When the bars of a page begin (`to` is exclusive). */
const rangeOf = ({ after, history, resolution, visible, ...values }: PageRequest): Pick<Range, "from" | "to"> => {
  const { next, start } = Resolution.windows(resolution)
  const asked = WindowStart.span(values, resolution)
  const last = after === undefined ? undefined : Number(after / nanosOfMilli)
  const ascending = WindowStart.direction(values) === "asc"
  const from = Math.max(
    asked.from,
    // The first window that begins within the history.
    history === undefined ? Number.MIN_SAFE_INTEGER : next(history - 1),
    last !== undefined && ascending ? next(last) : Number.NEGATIVE_INFINITY,
  )
  // A session that is open belongs to the month of its trading date, which may begin at the midnight to come.
  const to = Math.min(
    asked.to + 1,
    next(visible + dayMillis),
    last !== undefined && !ascending ? start(last) : Number.POSITIVE_INFINITY,
  )
  return { from, to }
}

/** A bar of what lies in its window, in ascending order. */
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

/** A page of bars. A contract that is not known has none. */
export const page = (request: PageRequest): Effect.Effect<BarPage, StoreError, Store> =>
  Effect.gen(function* () {
    const { limit, resolution, ticker } = request
    const { next, start } = Resolution.windows(resolution)
    // The newest bars in ascending order: the last ones, turned around.
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
    let rest: Range | undefined = { ...rangeOf(request), sort, limit: Math.min(rowsAtOnce, most) }
    // The window in hand holds the instants from `begin` up to, not including, `end`.
    let [begin, end] = [0, 0]
    // What lies in the window after the last one of the page only tells that there is one.
    while (rest !== undefined && bars.length + Math.sign(parts.length) <= limit) {
      const batch: Batch = yield* readBatch(rest)
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
