/**
 * Bars of a chart, by market.
 *
 * @module
 */
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import { Crypto } from "@candela/crypto/Crypto"
import { Forex } from "@candela/forex/Forex"
import * as FuturesCandles from "@candela/futures/Candles"
import { Futures } from "@candela/futures/Futures"
import * as Resolution from "@candela/futures/Resolution"
import * as Candles from "@candela/market/Candles"
import * as Market from "@candela/market/Market"
import { dateOfDay, dayNumber, type Zone } from "@candela/market/TimeZone"
import type { Timespan } from "@candela/market/Timespan"
import { Reference } from "@candela/reference/Reference"
import { Stocks } from "@candela/stocks/Stocks"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as DateText from "../dates/DateText.js"
import type { MarketName } from "./MarketName.js"

/** Request for bars. */
export interface BarsRequest {
  readonly ticker: string
  readonly timespan: Timespan
  readonly multiplier: number
  /** First date, `yyyy-mm-dd`, of the market's zone. */
  readonly from: string
  /** Last date. */
  readonly to: string
  /** Whether prices and volumes are adjusted for splits. Contracts of futures have none. */
  readonly adjusted: boolean
}

/** Bars in chunks, the newest first. */
type Chunks = Stream.Stream<ReadonlyArray<Candles.Candle>, MarketDataError, MarketData>

interface Source {
  readonly market: Market.Market
  /** Date of the first bars. */
  readonly first: string | undefined
  /** Loads bars, with times in a zone. */
  readonly bars: (request: BarsRequest, zone: Zone) => Chunks
  /** Whether the service knows a ticker. */
  readonly knows: (ticker: string) => Effect.Effect<boolean, MarketDataError, MarketData>
}

const aggregates = ({ adjusted, from, multiplier, timespan, to }: BarsRequest) =>
  ({ adjusted, multiplier, timespan, from, to, sort: "desc" }) as const

const isListed = (market: "stocks" | "fx" | "crypto") => (ticker: string) =>
  Effect.flatMap(Reference, (reference) =>
    Effect.exists([true, false], (active) =>
      Effect.map(reference.tickers({ market, ticker, active, limit: 1 }), ({ results }) => results.length > 0),
    ),
  ).pipe(Effect.provide(Reference.layer))

const units: Readonly<Record<Timespan, Resolution.Unit>> = {
  ...{ second: "sec", minute: "min", hour: "hour", day: "session" },
  ...{ week: "week", month: "month", quarter: "quarter", year: "year" },
}

const daysFrom = (date: string, count: number) => dateOfDay(dayNumber(date) + count)

/**
 * Maximum number of days between a trading date and the earlier opening of its session: that of a
 * Monday opens on Sunday, after a holiday earlier.
 */
const opensBefore = 5

const sources: Readonly<Record<MarketName, Source>> = {
  stocks: {
    market: Market.stocks,
    first: Stocks.endpoints.bars.recordsFrom,
    bars: (request, zone) =>
      Stream.unwrap(
        Effect.map(Stocks, ({ bars }) => bars.columns({ stocksTicker: request.ticker, ...aggregates(request) })),
      ).pipe(Stream.map(Candles.ofColumns(zone)), Stream.provideLayer(Stocks.layer)),
    knows: isListed("stocks"),
  },
  forex: {
    market: Market.forex,
    first: Forex.endpoints.bars.recordsFrom,
    bars: (request, zone) =>
      Stream.unwrap(
        Effect.map(Forex, ({ bars }) => bars.columns({ forexTicker: request.ticker, ...aggregates(request) })),
      ).pipe(Stream.map(Candles.ofColumns(zone)), Stream.provideLayer(Forex.layer)),
    knows: isListed("fx"),
  },
  crypto: {
    market: Market.crypto,
    first: Crypto.endpoints.bars.recordsFrom,
    bars: (request, zone) =>
      Stream.unwrap(
        Effect.map(Crypto, ({ bars }) => bars.columns({ cryptoTicker: request.ticker, ...aggregates(request) })),
      ).pipe(Stream.map(Candles.ofColumns(zone)), Stream.provideLayer(Crypto.layer)),
    knows: isListed("crypto"),
  },
  futures: {
    market: Market.futures,
    first: Futures.endpoints.bars.recordsFrom,
    bars: ({ from, multiplier, ticker, timespan, to }, zone) => {
      const areSessions = timespan === "day"
      const request = {
        ticker,
        resolution: Resolution.format({ multiplier, unit: units[timespan] }),
        // A date means the bars that begin on it; the session of a trading date begins before it.
        "window_start.gte": areSessions ? daysFrom(from, -opensBefore) : from,
        "window_start.lte": to,
        sort: "window_start.desc",
      } as const
      const isAsked = ({ time }: Candles.Candle) => time >= Date.parse(from) && time <= Date.parse(to)
      return Stream.unwrap(Effect.map(Futures, ({ bars }) => bars.columns(request))).pipe(
        Stream.map(FuturesCandles.ofColumns(zone, areSessions)),
        Stream.map((candles) => (areSessions ? candles.filter(isAsked) : candles)),
        Stream.provideLayer(Futures.layer),
      )
    },
    knows: (ticker) =>
      Effect.flatMap(Futures, ({ contracts }) =>
        Effect.map(contracts({ ticker, limit: 1 }), ({ results }) => results.length > 0),
      ).pipe(Effect.provide(Futures.layer)),
  },
}

/** Futures contract: product code, month letter, and one or two digits of the year. */
const contract = /^[A-Z0-9]{1,5}[FGHJKMNQUVXZ]\d{1,2}$/

/** Market of a ticker by its form: `X:` crypto, `C:` forex, `ESU5` futures, all others stocks. */
export const marketOf = (ticker: string): MarketName => {
  if (ticker.startsWith("X:")) return "crypto"
  if (ticker.startsWith("C:")) return "forex"
  return contract.test(ticker) ? "futures" : "stocks"
}

/** Days, hours and precision of a market. */
export const detailsOf = (name: MarketName): Market.Market => sources[name].market

/** Default range of a chart by bar size, in days or years. */
const spans: Readonly<Record<Timespan, { readonly days: number } | { readonly years: number }>> = {
  second: { days: 3 },
  minute: { days: 5 },
  hour: { days: 30 },
  day: { years: 1 },
  week: { years: 4 },
  month: { years: 20 },
  quarter: { years: 40 },
  year: { years: 100 },
}

/** Default first date of a chart: a year of days, less for shorter bars, more for longer ones. */
export const firstDate = (name: MarketName, timespan: Timespan, to: string): string => {
  const span = spans[timespan]
  const [year = "", rest = ""] = [to.slice(0, 4), to.slice(4)]
  const begin =
    "days" in span
      ? daysFrom(to, -span.days)
      : // The year before a leap year has no 29th of February.
        `${String(Number(year) - span.years).padStart(4, "0")}${rest === "-02-29" ? "-02-28" : rest}`
  const first = sources[name].first ?? begin
  return begin < first && first <= to ? first : begin
}

const today: DateText.Day = { _tag: "Ago", count: 0, unit: "d" }

/** First and last date of a chart, by the `Clock`: until today, from {@link firstDate} on. */
export const rangeOf = (
  name: MarketName,
  timespan: Timespan,
  { from, to = today }: { readonly from: DateText.Day | undefined; readonly to: DateText.Day | undefined },
): Effect.Effect<{ readonly first: string; readonly last: string }> =>
  Effect.gen(function* () {
    const { zone } = sources[name].market
    const last = yield* DateText.dateOf(to, "last", zone)
    const first = from === undefined ? firstDate(name, timespan, last) : yield* DateText.dateOf(from, "first", zone)
    return { first, last }
  })

/** Loads the newest bars of a range, at most `most`, in ascending order. `told` receives the number loaded so far. */
export const newest = (
  name: MarketName,
  request: BarsRequest,
  zone: Zone,
  most: number,
  told: (count: number) => Effect.Effect<void>,
): Effect.Effect<ReadonlyArray<Candles.Candle>, MarketDataError, MarketData> =>
  Effect.suspend(() => {
    let count = 0
    return sources[name].bars(request, zone).pipe(
      Stream.tap((candles) => told((count += candles.length))),
      Stream.flattenIterables,
      Stream.take(most),
      Stream.runCollect,
      Effect.map((chunk) => Chunk.toReadonlyArray(chunk).toReversed()),
    )
  })

/** Number of days before a range that are searched for the last close. */
const closedDays = 21

/** Last close before a range; `undefined` when there is none, or when the plan does not include it. */
export const closeBefore = (
  name: MarketName,
  request: BarsRequest,
): Effect.Effect<number | undefined, never, MarketData> => {
  const { from } = request
  const before = { from: daysFrom(from, -closedDays), to: daysFrom(from, -1), timespan: "day", multiplier: 1 } as const
  return Effect.match(
    newest(name, { ...request, ...before }, "UTC", 1, () => Effect.void),
    {
      onFailure: () => undefined,
      onSuccess: ([candle]) => candle?.close,
    },
  )
}

/** Whether a market has a ticker; true when the service does not answer. */
export const isKnown = (name: MarketName, ticker: string): Effect.Effect<boolean, never, MarketData> =>
  Effect.orElseSucceed(sources[name].knows(ticker), () => true)
