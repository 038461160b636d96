/**
 * Minutes of crypto pairs on days of which the tables hold the bar alone: derived from it, as
 * seconds are from minutes, so that trades, bars of every length and the day say the same. Stocks
 * have none: their day has parts that its bar does not tell.
 *
 * @module
 */
import { crypto } from "@candela/market/Market"
import { dayMillis } from "@candela/market/TimeZone"
import { Effect } from "effect"
import type { RowRange } from "../../store/readTable.js"
import * as Remembered from "../../store/remembered.js"
import { Store, type StoreError } from "../../store/Store.js"
import { turn } from "../../store/turns.js"
import type { BaseBar } from "./BaseBar.js"
import { baseBars, type BarSource, type BarTables, type ReadBars, tablesOf } from "./Reader.js"
import { minutesOf } from "./Seconds.js"

const minute = 60_000

type BareDays = ReadonlyArray<BaseBar>

/** Days without minutes, by ticker: more than there are pairs. */
const remembered = Remembered.make<BareDays>(1000)

const sql = `
  SELECT t::DOUBLE AS t, o, h, l, c, v, vw, n::DOUBLE AS n FROM day_bars
  WHERE ticker = $1 AND t NOT IN (SELECT DISTINCT t - t % ${dayMillis} FROM minute_bars WHERE ticker = $1) ORDER BY t`

/** Days of a pair without minutes, in order. */
const bareDays = (ticker: string): Effect.Effect<BareDays, StoreError, Store> =>
  remembered(
    ticker,
    Effect.flatMap(Store, ({ query }) => query<BaseBar & Record<string, never>>(sql, [ticker])),
  )

/** Derives the minutes of a day. */
export const ofDay = (day: BaseBar): ReadonlyArray<BaseBar> => minutesOf(day, dayMillis / minute, crypto.decimals)

/** Reads minutes by `stored`, and those of the days that it lacks. */
const withDerived =
  (source: BarSource, stored: ReadBars): ReadBars =>
  (range) =>
    Effect.gen(function* () {
      const { market, ticker } = source
      if (market !== crypto) return yield* stored(range)
      const days = (yield* bareDays(ticker)).filter(({ t }) => t < range.to && t + dayMillis > range.from)
      return days.length === 0 ? yield* stored(range) : yield* merged(source, stored, days, range)
    })

const merged = (source: BarSource, stored: ReadBars, days: BareDays, { from, limit, sort, to }: RowRange) =>
  Effect.gen(function* () {
    const ascending = sort === "asc"
    const found: Array<BaseBar> = []
    const isVisible = ({ t }: BaseBar) => t >= from && t < to && t + minute <= source.now
    // What is not read yet.
    let rest = { from, to }
    const read = (part: { readonly from: number; readonly to: number }) =>
      part.from >= part.to
        ? Effect.void
        : Effect.map(stored({ ...part, sort, limit: limit - found.length }), (bars) => void found.push(...bars))
    for (const day of ascending ? days : [...days].reverse()) {
      const end = day.t + dayMillis
      yield* read(ascending ? { from: rest.from, to: Math.min(day.t, to) } : { from: Math.max(end, from), to: rest.to })
      if (found.length >= limit) break
      const derived = ofDay(day).filter(isVisible)
      found.push(...(ascending ? derived : [...derived].reverse()))
      rest = ascending ? { from: end, to } : { from, to: day.t }
      if (found.length >= limit) break
      yield* turn
    }
    if (found.length < limit) yield* read(rest)
    return found.length > limit ? found.slice(0, limit) : found
  })

/** Where the bars of a ticker come from, with the minutes of the days of which the tables hold the bar alone. */
export const including = (source: BarSource): BarTables => {
  const { days, minutes } = tablesOf(source)
  return { days, minutes: withDerived(source, minutes) }
}

/** Reads the base aggregates that trades follow from: also those of a day of which the tables hold the bar alone. */
export const tradedBars = (source: BarSource, timespan: "second" | "minute"): ReadBars =>
  baseBars({ ...source, tables: including(source) }, timespan)
