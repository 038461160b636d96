/**
 * Origin and layout of the rows of a ticker's folder.
 *
 * @module
 */
import * as Request from "@candela/core/Request"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as BarRange from "@candela/market/BarRange"
import * as Calendar from "@candela/market/Calendar"
import * as Markets from "@candela/market/Market"
import { dayOf, type Zone } from "@candela/market/TimeZone"
import * as TimeZone from "@candela/market/TimeZone"
import * as Window from "@candela/market/Window"
import { Stocks } from "@candela/stocks/Stocks"
import * as Either from "effect/Either"
import type { AnyUniverse, Market, Range, TickRow, Ticks, Universe } from "../../../Universe.js"
import type { Piece } from "./format.js"
import * as Intervals from "./intervals.js"
import * as Names from "./names.js"

/** Time range of one file, `[from, to)` in epoch milliseconds. */
export interface Period {
  readonly name: string
  readonly from: number
  readonly to: number
}

/** Origin and layout of the rows of a ticker's folder. */
export interface Source {
  readonly dataset: string
  readonly market: string
  /** Size of a bar's window, `1minute`; absent for splits and dividends. */
  readonly timespan: string | undefined
  /** Ticker; absent for rows of many tickers. */
  readonly ticker: string | undefined
  /** Path of the folder within the store. */
  readonly folder: ReadonlyArray<string>
  readonly endpoint: Endpoint.AnyRows
  /** Name of the column with the time of a row. */
  readonly timeColumn: string
  /** Whether a period may have several files. */
  readonly isInParts: boolean
  /** Returns the period that contains an instant. */
  readonly period: (instant: number) => Period
  /** Returns the instant of a row, epoch milliseconds. Rows ascend by it; trades and quotes may share one. */
  readonly instants: (piece: Piece) => (index: number) => number
  /**
   * Returns the time to request so that `time` becomes complete, given the known time. `settled` is
   * the end of the time that no longer changes.
   */
  readonly gaps: (time: Intervals.Intervals, known: Intervals.Intervals, settled: number) => Intervals.Intervals
  /**
   * Returns the instant up to which changed rows are reported. For growing histories, rows after
   * the `last` one and rows that had not settled are not.
   */
  readonly comparable: (settled: number, last: number) => number
  /**
   * Returns the instant before which rows no longer change. `before` is the earliest instant that corrections reach.
   */
  readonly settled: (before: number) => number
  /**
   * Returns the trading days, or longer windows with trading, that lie completely in some time.
   * None for rows that are no bars.
   */
  readonly slots: (time: Intervals.Interval) => Intervals.Intervals
  /** Returns the request for some time, `[from, to)`. */
  readonly request: (from: number, to: number) => object
  /** Returns a request for several tickers at once; absent if unsupported. */
  readonly requestOfMany: ((tickers: ReadonlyArray<string>) => object) | undefined
}

/** Returns the dataset and the ticker of a folder. */
export const nameOf = ({ dataset, ticker }: Source): { readonly dataset: string; readonly ticker: string } => ({
  dataset,
  ticker: ticker!,
})

/** Whether the rows are a history, and no list that is requested completely. */
export const isHistory = ({ requestOfMany }: Source): boolean => requestOfMany === undefined

/** Entire time range of `Date`. */
export const always: Intervals.Interval = [-8.64e15, 8.64e15]

const zones: Readonly<Record<string, Zone | undefined>> = {
  stocks: Markets.stocks.zone,
  forex: Markets.forex.zone,
  crypto: Markets.crypto.zone,
  futures: Markets.futures.zone,
  options: Markets.stocks.zone,
}

/** Returns the zone that defines the days of a market; UTC for unknown names. */
export const zoneOf = (market: string): Zone => zones[market] ?? "UTC"

/** Returns the sessions of a market. */
export const calendarOf = (market: string): Calendar.Calendar =>
  market === "options" ? Calendar.regular : Calendar.of(market)

/** Period of a list in a single file. */
const all: Period = { name: "all", from: always[0], to: always[1] }

/** Parses the name of a period in a market, or of a part of it; `undefined` for other text. */
export const periodOf = (market: string, name: string): Period | undefined => {
  if (name === all.name) return all
  const instants = Names.instantsOf(Names.periodOfPart(name), zoneOf(market))
  return instants && { name, ...instants }
}

const isBound = (bound: string | number): boolean =>
  typeof bound === "number"
    ? Number.isSafeInteger(bound)
    : /^\d{4}-\d\d-\d\d$/.test(bound) &&
      Number.isFinite(TimeZone.dayNumber(bound)) &&
      TimeZone.dateOfDay(TimeZone.dayNumber(bound)) === bound

/**
 * Returns the time of a range, up to the end of the day of `now`, if it is given: future rows are not requested. What
 * is stored is read whatever the clock says. `undefined` if a bound is invalid, or the last comes before the first.
 */
export const timeOf = (market: string, range: Range, now?: number): Intervals.Intervals | undefined => {
  if (!isBound(range.from) || !isBound(range.to)) return undefined
  const zone = zoneOf(market)
  const { from, to } = BarRange.instants({ ...range, zone })
  if (from > to) return undefined
  const end = now === undefined ? Infinity : TimeZone.startOfDay(zone, dayOf(zone, now) + 1)
  return Intervals.of(from, Math.min(to + 1, end))
}

/** Makes the slots of a market's windows. The tickers of a universe have mostly the same gaps, so results are kept. */
const slotsOf = ({
  endpoint,
  market,
  multiplier,
  timespan,
}: Pick<Source, "endpoint" | "market"> & Names.Span): Source["slots"] => {
  const zone = zoneOf(market)
  const window: Window.Window = { multiplier, timespan, zone }
  const calendar = calendarOf(market)
  const records =
    endpoint.recordsFrom === undefined ? -Infinity : TimeZone.startOfDay(zone, TimeZone.dayNumber(endpoint.recordsFrom))
  const isOfDays = Window.isClock(timespan) || (timespan === "day" && multiplier === 1)
  const sessions = (from: number, to: number) =>
    Calendar.sessions(TimeZone.dateOf(zone, from), TimeZone.dateOf(zone, to - 1), calendar)
  const dayAt = (instant: number): Intervals.Interval => {
    const day = dayOf(zone, instant)
    return [TimeZone.startOfDay(zone, day), TimeZone.startOfDay(zone, day + 1)]
  }
  const make = (from: number, to: number): Intervals.Intervals => {
    const slots = isOfDays
      ? sessions(from, to).map(({ midnight }) => dayAt(midnight))
      : [
          ...new Map(
            sessions(from, to).map(({ midnight }) => [Window.start(window, midnight), Window.next(window, midnight)]),
          ),
        ].map(([start, end]): Intervals.Interval => [start!, end!])
    return slots.filter(([start, end]) => start >= from && end <= to)
  }
  const known = new Map<string, Intervals.Intervals>()
  return ([first, to]) => {
    const from = Math.max(first, records)
    if (from >= to) return Intervals.empty
    const name = `${from} ${to}`
    const slots = known.get(name) ?? make(from, to)
    if (known.size >= mostSlots) known.clear()
    known.set(name, slots)
    return slots
  }
}

/** Slots of a ticker: those of its market in which it is listed. */
const listedIn = (slots: Source["slots"], { listings = [], market }: AnyUniverse, ticker: string): Source["slots"] => {
  const own = listings.filter((listing) => listing.ticker === undefined || listing.ticker === ticker)
  // protects: A ticker that a company has given up is not missed.
  // mutant: "is not missed after its rename": === 0 → >= 0
  if (own.length === 0) return slots
  const zone = zoneOf(market)
  return (time) =>
    slots(time).filter(([from, to]) => {
      const [first, last] = [TimeZone.dateOf(zone, from), TimeZone.dateOf(zone, to - 1)]
      return own.some(
        ({ delisted_utc: end, list_date: start }) =>
          (start === undefined || last >= start) && (end === undefined || first <= end.slice(0, 10)),
      )
    })
}

/**
 * Number of results that are kept: a universe has few different gaps, but a sync by ticker of instants may have many.
 */
const mostSlots = 16

const columnOf = (piece: Piece, name: string) => (piece.columns as Readonly<Record<string, ArrayLike<unknown>>>)[name]!

const bars = (universe: Universe, slots: Source["slots"], ticker: string): Either.Either<Source, Names.NameError> => {
  const { endpoint, market, multiplier, timespan } = universe
  const zone = zoneOf(market)
  const window: Window.Window = { multiplier, timespan, zone }
  const kind = Names.periodOfBars(timespan)
  const key = Request.nameOf(endpoint, "Ticker") ?? "ticker"
  return Either.map(Names.partition("ticker", ticker), (folder) => ({
    dataset: "bars",
    market,
    timespan: Names.timespan(universe),
    ticker,
    folder: ["bars", `market=${market}`, `timespan=${Names.timespan(universe)}`, folder],
    endpoint,
    timeColumn: "timestamp",
    isInParts: false,
    period: (instant) => periodOf(market, Names.period(kind, zone, instant))!,
    instants: (piece) => {
      const timestamps = columnOf(piece, "timestamp") as Float64Array
      return (index) => timestamps[index]!
    },
    gaps: Intervals.difference,
    comparable: (settled, last) => Math.min(settled, last + 1),
    // A bar is complete at the end of its window.
    settled: (before) => Window.start(window, TimeZone.startOfDay(zone, dayOf(zone, before))),
    slots,
    request: (from, to) => ({ [key]: ticker, multiplier, timespan, from, to: to - 1, adjusted: false, sort: "asc" }),
    requestOfMany: undefined,
  }))
}

/**
 * Source of a list that is always requested completely: a later split changes the factors of all rows before it. It
 * is requested once a day, whatever the range: a split of today changes the adjusted prices of all settled time.
 */
const list =
  (dataset: "splits" | "dividends", date: string) =>
  (market: Market, ticker: string): Either.Either<Source, Names.NameError> =>
    Either.map(Names.partition("ticker", ticker), (folder) => ({
      dataset,
      market,
      timespan: undefined,
      ticker,
      folder: [dataset, folder],
      endpoint: Stocks.endpoints[dataset],
      timeColumn: date,
      isInParts: false,
      period: () => all,
      instants: (piece) => {
        const dates = columnOf(piece, date) as ArrayLike<string | undefined>
        return (index) => TimeZone.dayNumber(dates[index] ?? "1970-01-01") * TimeZone.dayMillis
      },
      gaps: (time, known, settled) => {
        const end = Math.min(time.at(-1)?.[1] ?? always[0], settled)
        return Intervals.difference(Intervals.of(always[0], end), known).length === 0 ? [] : [always]
      },
      comparable: () => always[1],
      settled: (before) => TimeZone.startOfDay(zoneOf(market), dayOf(zoneOf(market), before)),
      slots: () => Intervals.empty,
      request: () => ({ ticker, sort: `${date}.asc` }),
      requestOfMany: (tickers) => ({ "ticker.any_of": tickers, sort: `${date}.asc` }),
    }))

const nanosOfMilli = 1_000_000n

/** Trades or quotes. They are requested by whole days, in ascending order. */
const ticks = ({ endpoint, market }: Ticks<TickRow>, slots: Source["slots"], ticker: string) => {
  const rows: Endpoint.AnyRows = endpoint
  const zone = zoneOf(market)
  const day = (instant: number) => TimeZone.startOfDay(zone, dayOf(zone, instant))
  const next = (instant: number) => TimeZone.startOfDay(zone, dayOf(zone, instant) + 1)
  const key = Request.nameOf(endpoint, "Ticker") ?? "ticker"
  const order = Request.nameOf(endpoint, "Order")
  const ascending = order === undefined ? { sort: "timestamp.asc" } : { [order]: "asc" }
  const { field } = endpoint.timeRange!.order!(ascending as never)
  return Either.map(Names.partition("ticker", ticker), (folder): Source => ({
    dataset: endpoint.name,
    market,
    timespan: undefined,
    ticker,
    folder: [endpoint.name, folder],
    endpoint: rows,
    timeColumn: field,
    isInParts: true,
    period: (instant) => periodOf(market, Names.period("day", zone, instant))!,
    instants: (piece) => {
      const timestamps = columnOf(piece, field) as BigInt64Array
      return (index) => Number(timestamps[index]! / nanosOfMilli)
    },
    gaps: (time, known) =>
      Intervals.union(
        [],
        Intervals.difference(time, known).map(([from, to]) => [day(from), next(to - 1)]),
      ),
    comparable: (settled, last) => Math.min(settled, last + 1),
    settled: day,
    slots,
    // A text, since it is written into the files.
    request: (from, to) => ({
      [key]: ticker,
      "timestamp.gte": new Date(from).toISOString(),
      "timestamp.lt": new Date(to).toISOString(),
      ...ascending,
    }),
    requestOfMany: undefined,
  }))
}

const splits = list("splits", "execution_date")
const dividends = list("dividends", "ex_dividend_date")

/** Whether a universe is one of bars. */
export const isBars = (universe: AnyUniverse): universe is Universe => "timespan" in universe

/**
 * Returns the folders of a universe: bars, and for stocks also splits and dividends; or trades or quotes. Fails for a
 * ticker that cannot be a folder's name.
 */
export const of = (universe: AnyUniverse): Either.Either<ReadonlyArray<Source>, Names.NameError> => {
  if (!isBars(universe)) {
    const slots = slotsOf({ endpoint: universe.endpoint, market: universe.market, multiplier: 1, timespan: "day" })
    return Either.all(universe.tickers.map((ticker) => ticks(universe, listedIn(slots, universe, ticker), ticker)))
  }
  const slots = slotsOf(universe)
  return Either.all(
    universe.tickers.flatMap((ticker) => [
      ...(universe.market === "stocks" ? [splits(universe.market, ticker), dividends(universe.market, ticker)] : []),
      bars(universe, listedIn(slots, universe, ticker), ticker),
    ]),
  )
}
