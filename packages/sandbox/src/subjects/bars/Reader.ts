/**
 * Reader of base aggregates from the tables: seconds for second bars, minutes for minute and hour
 * bars, days for the rest.
 *
 * Data at or after `now` are invisible. A minute becomes visible at its end. A completed day is
 * read from its stored row; before that, its bar is aggregated from its minutes so far.
 *
 * @module
 */
import { type Market, time } from "@candela/market/Market"
import type { Timespan } from "@candela/market/Timespan"
import { dateOf, dayMillis, dayOf, midnight, startOfDay } from "@candela/market/TimeZone"
import { Effect } from "effect"
import { type RowRange, readTable } from "../../store/readTable.js"
import { turn } from "../../store/turns.js"
import type { Store, StoreError } from "../../store/Store.js"
import { type BaseBar, combine } from "./BaseBar.js"
import { Lateness, seenAt } from "./Lateness.js"
import { reference } from "./Reference.js"
import { secondsOf } from "./Seconds.js"
import type { Split } from "./Adjustment.js"

/** Ticker of the bars, and the instant that they are seen from (epoch milliseconds). */
export interface BarSource {
  readonly ticker: string
  /** Market of the ticker, with its days and decimals. */
  readonly market: Market
  readonly now: number
  /** Where its minutes and days come from: the tables, or what is derived from those of another ticker. */
  readonly tables?: BarTables | undefined
}

/** Reads bars in the order of a range. */
export type ReadBars = (range: RowRange) => Effect.Effect<ReadonlyArray<BaseBar>, StoreError, Store>

/** Readers of a ticker's minutes and days. */
export interface BarTables {
  readonly minutes: ReadBars
  readonly days: ReadBars
}

const minute = 60_000

const columnsOfBar = { t: "t::DOUBLE", o: "o", h: "h", l: "l", c: "c", v: "v", vw: "vw", n: "n::DOUBLE" }

/** Columns of a bar as numbers. */
export const columns = "t::DOUBLE AS t, o, h, l, c, v, vw, n::DOUBLE AS n"

/** Columns of a stored day. */
export const dayColumns = `${columns}, exact_vw AS exact`

/** Exclusive end of the completed minutes. */
export const endOfMinutes = (now: number): number => Math.floor(now) - minute + 1

/** Start of the local day of `now`: the exclusive end of the completed days. */
const startOfToday = ({ market: { zone }, now }: BarSource): number => startOfDay(zone, dayOf(zone, now))

const toBar = ({ c, h, l, n, o, t, v, vw }: Store.Columns<Omit<BaseBar, "exact" | "whole">>, row: number): BaseBar => ({
  t: t[row]!,
  o: o[row]!,
  h: h[row]!,
  l: l[row]!,
  c: c[row]!,
  v: v[row]!,
  vw: vw[row]!,
  n: n[row]!,
})

/** Reads the stored minutes of a ticker. */
export const storedMinutes = readTable("minute_bars", columnsOfBar, toBar)
const readDayTable = readTable(
  "day_bars",
  { ...columnsOfBar, exact: "exact_vw" },
  (lists: Store.Columns<Required<Omit<BaseBar, "whole">>>, row) => ({ ...toBar(lists, row), exact: lists.exact[row]! }),
)

/** Approximate time in which a liquid instrument trades in `count` minutes, plus a week for holidays. */
const timeOfMinutes = (market: Market, count: number) => {
  const week = 7 * dayMillis
  return (count * minute * week) / time(market, market.hours, 0, week) + week
}

/** Reads the near part of a range first, which is usually enough: ordering a whole history for each page is slow. */
const readStoredMinutes =
  ({ market, now, ticker }: BarSource): ReadBars =>
  (range) =>
    Effect.gen(function* () {
      const { from, limit, sort } = range
      const to = Math.min(range.to, endOfMinutes(now))
      const time = Math.ceil(timeOfMinutes(market, limit))
      const cut = sort === "asc" ? Math.min(to, from + time) : Math.max(from, to - time)
      const [near, far] =
        sort === "asc"
          ? [
              { from, to: cut },
              { from: cut, to },
            ]
          : [
              { from: cut, to },
              { from, to: cut },
            ]
      const seen = seenAt.bind(undefined, yield* Lateness, { market, ticker, now })
      const bars = yield* storedMinutes(ticker, { ...near, sort, limit })
      if (bars.length === limit) return seen(bars)
      const rest = yield* storedMinutes(ticker, { ...far, sort, limit: limit - bars.length })
      return seen(rest.length === 0 ? bars : [...bars, ...rest])
    })

const readStoredDays =
  (source: BarSource): ReadBars =>
  (range) =>
    Effect.gen(function* () {
      const today = startOfToday(source)
      const past = readDayTable(source.ticker, { ...range, to: Math.min(range.to, today) })
      if (range.from > today || today >= range.to) return yield* past
      const minutes = yield* readStoredMinutes(source)({ from: today, to: range.to, sort: "asc", limit: noLimit })
      const current = minutes.length > 0 ? [combine(minutes, today, source.market.decimals)] : []
      const days = range.sort === "asc" ? [...(yield* past), ...current] : [...current, ...(yield* past)]
      return days.slice(0, range.limit)
    })

/** Where the bars of a ticker come from. */
export const tablesOf = (source: BarSource): BarTables =>
  source.tables ?? { minutes: readStoredMinutes(source), days: readStoredDays(source) }

/** Number of minutes whose seconds are derived in a turn of the event loop. */
const minutesPerTurn = 250

/** Reads minutes until their seconds suffice: first the minimum, then as many as the seconds so far suggest. */
const readSeconds =
  (source: BarSource): ReadBars =>
  (range) =>
    Effect.gen(function* () {
      const ascending = range.sort === "asc"
      const seconds: Array<BaseBar> = []
      let from = range.from - minute + 1
      let { to } = range
      let read = 0
      while (seconds.length < range.limit) {
        const perMinute = read === 0 ? 60 : Math.max(1, seconds.length / read)
        const limit = Math.ceil((range.limit - seconds.length) / perMinute) + 2
        const minutes = yield* tablesOf(source).minutes({ from, to, sort: range.sort, limit })
        for (const [index, bar] of minutes.entries()) {
          if (index > 0 && index % minutesPerTurn === 0) yield* turn
          const derived = secondsOf(bar, source.market.decimals)
          for (const second of ascending ? derived : [...derived].reverse()) {
            if (second.t >= range.from && second.t < range.to) seconds.push(second)
          }
        }
        if (minutes.length < limit) break
        read += minutes.length
        if (ascending) from = minutes.at(-1)!.t + 1
        else to = minutes.at(-1)!.t
      }
      return seconds.length > range.limit ? seconds.slice(0, range.limit) : seconds
    })

/** Limit without effect. */
export const noLimit = 1e9

/** Reads the base aggregates of a timespan. */
export const baseBars = (source: BarSource, timespan: Timespan): ReadBars => {
  switch (timespan) {
    case "second":
      return readSeconds(source)
    case "minute":
    case "hour":
      return tablesOf(source).minutes
    default:
      return tablesOf(source).days
  }
}

/** Splits for the adjustment of a request's bars: those in force at `now`; none for a request without adjustment. */
export const splitsFor = (request: {
  readonly adjusted: boolean
  readonly now: number
  readonly market: Market
}): Effect.Effect<(ticker: string) => ReadonlyArray<Split>, StoreError, Store> =>
  Effect.map(reference, ({ splits }) => {
    const { adjusted, market, now } = request
    const { zone } = market
    if (!adjusted) return () => []
    const today = dateOf(zone, now)
    // protects: The sandbox adjusts for a split from its day on, not from its announcement.
    // mutant: "and apply from their own day on": date <= → date !==
    return (ticker) =>
      splits(ticker).flatMap(({ date, from, to }) => (date <= today ? [{ start: midnight(zone, date), from, to }] : []))
  })
