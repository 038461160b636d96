/**
 * Answers about one day: of all tickers of a market (daily market summary), and of a stock or an index (open/close).
 *
 * A completed day is read from its stored row. The day of `now` is aggregated from its minutes so far.
 *
 * @module
 */
import type { Bar } from "@candela/market/Bar"
import { crypto, forex, type Market, stocks } from "@candela/market/Market"
import { dayNumber, dayOf, midnight, startOfDay } from "@candela/market/TimeZone"
import { Effect } from "effect"
import { session } from "@candela/market/Calendar"
import { Store, type StoreError } from "../../store/Store.js"
import { type BaseBar, combine, toBar } from "./BaseBar.js"
import { columns, dayColumns, endOfMinutes, splitsFor } from "./Reader.js"
import { reference } from "./Reference.js"
import { adjust, adjustPrice, adjustVolume, ratioAt } from "./Adjustment.js"

const { decimals, zone } = stocks

/** Market of the summaries: how the table of tickers names it, and the end of a day that its bars are stamped with. */
export interface SummaryMarket {
  readonly market: Market
  readonly kinds: ReadonlyArray<string>
  readonly endOfDay: (day: number) => number
}

const endOfUtcDay = (day: number) => startOfDay("UTC", day + 1) - 1

const hour = 3_600_000

/** The markets that have summaries: stocks are stamped with 16:00 New York, pairs with the last millisecond. */
export const markets = {
  stocks: {
    market: stocks,
    kinds: ["stocks", "otc"],
    endOfDay: (day) => startOfDay(zone, day + 1) - 8 * hour,
  },
  forex: { market: forex, kinds: ["fx"], endOfDay: endOfUtcDay },
  crypto: { market: crypto, kinds: ["crypto"], endOfDay: endOfUtcDay },
} as const satisfies Readonly<Record<string, SummaryMarket>>

/** A stored bar with its ticker. */
export interface StoredBar extends BaseBar {
  readonly ticker: string
  readonly otc: boolean
}

/** Bar of one day. */
export interface DailyBar extends Bar {
  readonly ticker: string
}

/** Bar of a day in the form of rows. */
export const dailyBar = (
  { otc, ticker }: Pick<StoredBar, "otc" | "ticker">,
  bar: BaseBar,
  timestamp: number,
): DailyBar => ({ ticker, ...toBar(bar), timestamp, ...(otc ? { otc } : {}) })

/** Tickers, each once: also those that another company had before. */
const listed = "(SELECT ticker, market, otc FROM tickers WHERE held_until IS NULL)"

/** Bars of all tickers of a market on a completed day, or so far on the day of `now`, in order of the tickers. */
const barsOfDay = (
  { kinds, market: { decimals, zone } }: SummaryMarket,
  date: string,
  now: number,
  includeOtc: boolean,
) =>
  Effect.gen(function* () {
    const store = yield* Store
    const wanted = `market IN (${kinds.map((kind) => `'${kind}'`).join(", ")}) AND ($1 OR NOT coalesce(otc, false))`
    const day = dayNumber(date)
    const today = dayOf(zone, now)
    if (day > today) return []
    if (day < today) {
      return yield* store.query<StoredBar>(
        `SELECT ticker, coalesce(otc, false) AS otc, ${dayColumns} FROM day_bars JOIN ${listed} USING (ticker)
         WHERE ${wanted} AND date = $2 ORDER BY ticker`,
        [includeOtc, date],
      )
    }
    const minutes = yield* store.query<StoredBar>(
      `SELECT ticker, coalesce(otc, false) AS otc, ${columns} FROM minute_bars JOIN ${listed} USING (ticker)
       WHERE ${wanted} AND t >= $2 AND t < $3 ORDER BY ticker, t`,
      [includeOtc, BigInt(midnight(zone, date)), BigInt(endOfMinutes(now))],
    )
    return byTicker(minutes).map((bars): StoredBar => {
      const { otc, ticker } = bars[0]!
      return { ...combine(bars, midnight(zone, date), decimals), ticker, otc }
    })
  })

/** Groups bars, which are ordered by ticker, by their ticker. */
const byTicker = (bars: ReadonlyArray<StoredBar>): ReadonlyArray<ReadonlyArray<StoredBar>> => {
  const groups: Array<Array<StoredBar>> = []
  for (const bar of bars) {
    const last = groups.at(-1)
    if (last !== undefined && last[0]!.ticker === bar.ticker) last.push(bar)
    else groups.push([bar])
  }
  return groups
}

/** Request for the daily market summary. */
export interface SummaryRequest {
  readonly of: SummaryMarket
  /** Date in the market's zone, `yyyy-mm-dd`. */
  readonly date: string
  readonly adjusted: boolean
  readonly includeOtc?: boolean
  readonly now: number
}

/**
 * One bar for each ticker of a market that traded on a date, in order of the tickers; none on a date without trading.
 * Their `timestamp` is the end of the market's day.
 */
export const summary = ({
  adjusted,
  date,
  includeOtc = false,
  now,
  of,
}: SummaryRequest): Effect.Effect<ReadonlyArray<DailyBar>, StoreError, Store> =>
  Effect.gen(function* () {
    const bars = yield* barsOfDay(of, date, now, includeOtc)
    const splits = yield* splitsFor({ adjusted, now, market: of.market })
    const windowEnd = of.endOfDay(dayNumber(date))
    return bars.map((bar) => {
      const [adjustedBar = bar] = adjust([bar], splits(bar.ticker))
      return dailyBar(bar, adjustedBar, windowEnd)
    })
  })

/** Request about one stock. */
export interface TickerRequest {
  readonly ticker: string
  readonly adjusted: boolean
  readonly now: number
}

/** Prices of a day: those of the regular session, the first trade before it and the last one after it. */
interface Summary {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  readonly preMarket: number | null
  readonly afterHours: number | null
}

/** Prices of a past day. A day without a stored session (imported day bars) counts as one session. */
const summaryOfPast = (ticker: string, date: string) =>
  Effect.flatMap(Store, (store) =>
    store.query<Summary>(
      `SELECT coalesce(session_open, o) AS open, coalesce(session_high, h) AS high, coalesce(session_low, l) AS low,
              coalesce(session_close, c) AS close, v AS volume, pre_market AS "preMarket", after_hours AS "afterHours"
       FROM day_bars WHERE ticker = $1 AND date = $2`,
      [ticker, date],
    ),
  )

/** Prices of the current day. It has none before the first trade of its regular session. */
const summaryOfToday = (ticker: string, date: string, now: number) =>
  Effect.gen(function* () {
    const store = yield* Store
    const start = midnight(zone, date)
    const minutes = yield* store.query<StoredBar>(
      `SELECT ticker, coalesce(otc, false) AS otc, ${columns} FROM minute_bars LEFT JOIN ${listed} USING (ticker)
       WHERE ticker = $1 AND t >= $2 AND t < $3 ORDER BY t`,
      [ticker, BigInt(start), BigInt(endOfMinutes(now))],
    )
    const { close, open } = session(date) ?? { open: start + 9.5 * hour, close: start + 16 * hour }
    const before = minutes.filter(({ t }) => t < open)
    const during = minutes.filter(({ t }) => t >= open && t < close)
    const after = minutes.filter(({ t }) => t >= close)
    if (during.length === 0) return []
    const regular = combine(during, open, decimals)
    const summary: Summary = {
      open: regular.o,
      high: regular.h,
      low: regular.l,
      close: regular.c,
      volume: combine(minutes, start, decimals).v,
      preMarket: before[0]?.o ?? null,
      afterHours: after.at(-1)?.c ?? null,
    }
    return [summary]
  })

/** Open and close of a stock on a day. */
export interface OpenClose {
  /** Requested date, `yyyy-mm-dd`. */
  readonly from: string
  readonly symbol: string
  /** Prices of the regular session, 09:30 to 16:00 (13:00 on an early close). */
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** Price of the first trade before the regular session. */
  readonly preMarket?: number
  /** Price of the last trade after the regular session. */
  readonly afterHours?: number
  /** Shares traded in the whole day. */
  readonly volume: number
  readonly otc?: true
}

/**
 * Open and close of a stock on a date (`yyyy-mm-dd`), or `undefined` when it did not trade: an
 * unknown ticker, a date without trading, or a day without a trade in its regular session so far.
 */
export const openClose = ({
  adjusted,
  date,
  now,
  ticker,
}: TickerRequest & { readonly date: string }): Effect.Effect<OpenClose | undefined, StoreError, Store> =>
  Effect.gen(function* () {
    const day = dayNumber(date)
    const today = dayOf(zone, now)
    if (day > today) return undefined
    const [found] = yield* day < today ? summaryOfPast(ticker, date) : summaryOfToday(ticker, date, now)
    if (found === undefined) return undefined
    const splits = (yield* splitsFor({ adjusted, now, market: stocks }))(ticker)
    const ratio = ratioAt(splits, midnight(zone, date))
    const price = (value: number) => adjustPrice(value, ratio)
    return {
      from: date,
      symbol: ticker,
      open: price(found.open),
      high: price(found.high),
      low: price(found.low),
      close: price(found.close),
      ...(found.preMarket === null ? {} : { preMarket: price(found.preMarket) }),
      ...(found.afterHours === null ? {} : { afterHours: price(found.afterHours) }),
      volume: adjustVolume(found.volume, ratio),
      ...((yield* reference).isOtc(ticker) ? { otc: true as const } : {}),
    }
  })
