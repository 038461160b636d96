/**
 * Where the rows of a ticker's folder come from, and how they are laid out in it.
 *
 * @module
 */
import * as Request from "@candela/core/Request"
import type * as Endpoint from "@candela/core/Endpoint"
import * as BarRange from "@candela/market/BarRange"
import * as Markets from "@candela/market/Market"
import { dayOf, type Zone } from "@candela/market/TimeZone"
import * as TimeZone from "@candela/market/TimeZone"
import * as Window from "@candela/market/Window"
import { Stocks } from "@candela/stocks/Stocks"
import * as Either from "effect/Either"
import type { Market, Range, Universe } from "../../Universe.js"
import type { Piece } from "./format.js"
import * as Intervals from "./intervals.js"
import * as Names from "./names.js"

/** The time that one file holds, `[from, to)` in epoch milliseconds. */
export interface Period {
  readonly name: string
  readonly from: number
  readonly to: number
}

/** Where the rows of a ticker's folder come from, and how they are laid out in it. */
export interface Source {
  readonly dataset: string
  readonly market: string
  /** Size of a bar's window, `1minute`; absent for splits and dividends. */
  readonly timespan: string | undefined
  /** The ticker; absent for rows that belong to many. */
  readonly ticker: string | undefined
  /** The folder, from the store's own. */
  readonly folder: ReadonlyArray<string>
  readonly endpoint: Endpoint.AnyRows
  /** The period that holds an instant. */
  readonly period: (instant: number) => Period
  /** The instant of a row, epoch milliseconds. Rows ascend by it. */
  readonly instants: (piece: Piece) => (index: number) => number
  /** What is to be asked for, so that some time is complete, where some is known. `settled` is the end of what changes no more. */
  readonly gaps: (time: Intervals.Intervals, known: Intervals.Intervals, settled: number) => Intervals.Intervals
  /** Up to which instant rows that are different from those before are news. Where rows grow by themselves, those after the `last` one are not, and those that had not settled. */
  readonly comparable: (settled: number, last: number) => number
  /** The instant before which rows change no more. `before` is an instant that lies as far back as corrections come. */
  readonly settled: (before: number) => number
  /** The request of some time, `[from, to)`. */
  readonly request: (from: number, to: number) => object
  /** The request of several tickers at once; absent where there is none. */
  readonly requestOfMany: ((tickers: ReadonlyArray<string>) => object) | undefined
}

/** All time, as far as `Date` counts. */
export const always: Intervals.Interval = [-8.64e15, 8.64e15]

const zones: Readonly<Record<string, Zone | undefined>> = {
  stocks: Markets.stocks.zone,
  forex: Markets.forex.zone,
  crypto: Markets.crypto.zone,
  futures: Markets.futures.zone,
}

/** The zone whose days a market has; UTC where the name is not that of a market. */
export const zoneOf = (market: string): Zone => zones[market] ?? "UTC"

/** The period of a list that is one file. */
const all: Period = { name: "all", from: always[0], to: always[1] }

/** The period that a name means in a market; `undefined` for another text. */
export const periodOf = (market: string, name: string): Period | undefined => {
  if (name === all.name) return all
  const instants = Names.instantsOf(name, zoneOf(market))
  return instants && { name, ...instants }
}

const isBound = (bound: string | number): boolean =>
  typeof bound === "number"
    ? Number.isSafeInteger(bound)
    : /^\d{4}-\d\d-\d\d$/.test(bound) &&
      Number.isFinite(TimeZone.dayNumber(bound)) &&
      TimeZone.dateOfDay(TimeZone.dayNumber(bound)) === bound

/** The time of a range, up to the end of the day on which `now` falls: rows of the future are not asked for. `undefined` where a bound names no day, or the last comes before the first. */
export const timeOf = (market: Market, range: Range, now: number): Intervals.Intervals | undefined => {
  if (!isBound(range.from) || !isBound(range.to)) return undefined
  const zone = zoneOf(market)
  const { from, to } = BarRange.instants({ ...range, zone })
  if (from > to) return undefined
  return Intervals.of(from, Math.min(to + 1, TimeZone.startOfDay(zone, dayOf(zone, now) + 1)))
}

const columnOf = (piece: Piece, name: string) => (piece.columns as Readonly<Record<string, ArrayLike<unknown>>>)[name]!

const bars = (universe: Universe, ticker: string): Either.Either<Source, Names.NameError> => {
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
    period: (instant) => periodOf(market, Names.period(kind, zone, instant))!,
    instants: (piece) => {
      const timestamps = columnOf(piece, "timestamp") as Float64Array
      return (index) => timestamps[index]!
    },
    gaps: Intervals.difference,
    comparable: (settled, last) => Math.min(settled, last + 1),
    // A bar is complete when its window has ended.
    settled: (before) => Window.start(window, TimeZone.startOfDay(zone, dayOf(zone, before))),
    request: (from, to) => ({ [key]: ticker, multiplier, timespan, from, to: to - 1, adjusted: false, sort: "asc" }),
    requestOfMany: undefined,
  }))
}

/**
 * A list that is asked for whole: a later split changes the factors of all the rows before it. It is known for the time that had settled when it was asked for, so it is
 * asked for once a day at most, and not again for a range that had settled by then.
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
      request: () => ({ ticker, sort: `${date}.asc` }),
      requestOfMany: (tickers) => ({ "ticker.any_of": tickers, sort: `${date}.asc` }),
    }))

const splits = list("splits", "execution_date")
const dividends = list("dividends", "ex_dividend_date")

/** The folders of a universe: bars, and for stocks the splits and dividends beside them. Fails for a ticker that cannot be a folder's name. */
export const of = (universe: Universe): Either.Either<ReadonlyArray<Source>, Names.NameError> =>
  Either.all(
    universe.tickers.flatMap((ticker) => [
      ...(universe.market === "stocks" ? [splits(universe.market, ticker), dividends(universe.market, ticker)] : []),
      bars(universe, ticker),
    ]),
  )
