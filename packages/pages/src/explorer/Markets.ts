/**
 * Requests of charts, by market.
 *
 * @module
 */
import type { MarketDataError } from "@candela/core/MarketDataError"
import type * as Topic from "@candela/core/declare/Topic"
import { Crypto } from "@candela/crypto/Crypto"
import { CryptoLive } from "@candela/crypto/Live"
import { Forex } from "@candela/forex/Forex"
import { ForexLive } from "@candela/forex/Live"
import * as FuturesCandles from "@candela/futures/Candles"
import { Futures } from "@candela/futures/Futures"
import { FuturesLive } from "@candela/futures/Live"
import type { ResolutionText } from "@candela/futures/Resolution"
import * as Candles from "@candela/market/Candles"
import type { IndicatorValue, MacdValue } from "@candela/market/Indicator"
import * as Market from "@candela/market/Market"
import { StocksLive } from "@candela/stocks/Live"
import { Stocks } from "@candela/stocks/Stocks"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Call from "./Call.js"
import * as Range from "./Range.js"
import { windows } from "./Studies.js"
import * as View from "./View.js"

/** Request of a chart, and its values. */
export interface Asked<A, R> {
  readonly call: Call.Call
  readonly values: Stream.Stream<A, MarketDataError, R>
}

/** Services of all charts. */
export type ChartServices = Stocks | Forex | Crypto | Futures

/** Value of a study. A moving average convergence/divergence also has its signal and their difference. */
export type StudyValue = IndicatorValue & Partial<MacdValue>

/** Market with charts. */
export interface Charted {
  readonly label: string
  readonly market: Market.Market
  /** Bars, latest first. */
  readonly bars: (view: View.Chart, dates: Range.Dates) => Asked<ReadonlyArray<Candles.Candle>, ChartServices>
  /** Values of a study, latest first; absent for markets without indicators of the service. */
  readonly study?: (name: View.StudyName, view: View.Chart, dates: Range.Dates) => Asked<StudyValue, ChartServices>
  /** First date with bars of the service. */
  readonly first: string
}

const aggregates = ({ timespan }: View.Chart, { from, to }: Range.Dates) =>
  ({ ...View.sizes[timespan], from, to, sort: "desc" }) as const

const indicator = ({ timespan }: View.Chart, { from, to }: Range.Dates) =>
  ({ timespan: View.sizes[timespan].timespan, "timestamp.gte": from, "timestamp.lte": to }) as const

const resolutions: Readonly<Record<View.Timespan, ResolutionText>> = {
  minute: "1min",
  "5minute": "5min",
  "15minute": "15min",
  "30minute": "30min",
  hour: "1hour",
  "4hour": "4hour",
  day: "1session",
  week: "1week",
  month: "1month",
  quarter: "1quarter",
  year: "1year",
}

/** Single shard, so that the requests shown are the ones sent. */
const inOrder = { shards: 1 } as const

const earliest = "2000-01-01"

/** Markets in display order. */
export const all: Readonly<Record<View.MarketName, Charted>> = {
  stocks: {
    label: "Stocks",
    market: Market.stocks,
    first: Stocks.endpoints.bars.recordsFrom ?? earliest,
    bars: (view, dates) => {
      const request = { stocksTicker: view.ticker, ...aggregates(view, dates) }
      const columns = Stream.unwrap(Effect.map(Stocks, ({ bars }) => bars.columns(request, inOrder)))
      return {
        call: Call.make(Stocks.endpoints.bars, request, "columns"),
        values: Stream.map(columns, Candles.ofColumns(Market.stocks.zone)),
      }
    },
    study: (name, view, dates) => {
      const stock = { stockTicker: view.ticker, ...indicator(view, dates) }
      const request = name === "macd" ? stock : { ...stock, window: windows[name] }
      const values = Effect.map(Stocks, (stocks): Stream.Stream<StudyValue, MarketDataError> =>
        stocks[name].stream(request),
      )
      return { call: Call.make(Stocks.endpoints[name], request, "rows"), values: Stream.unwrap(values) }
    },
  },
  forex: {
    label: "Forex",
    market: Market.forex,
    first: Forex.endpoints.bars.recordsFrom ?? earliest,
    bars: (view, dates) => {
      const request = { forexTicker: view.ticker, ...aggregates(view, dates) }
      const columns = Stream.unwrap(Effect.map(Forex, ({ bars }) => bars.columns(request, inOrder)))
      return {
        call: Call.make(Forex.endpoints.bars, request, "columns"),
        values: Stream.map(columns, Candles.ofColumns(Market.forex.zone)),
      }
    },
    study: (name, view, dates) => {
      const pair = { fxTicker: view.ticker, ...indicator(view, dates) }
      const request = name === "macd" ? pair : { ...pair, window: windows[name] }
      const values = Effect.map(Forex, (forex): Stream.Stream<StudyValue, MarketDataError> =>
        forex[name].stream(request),
      )
      return { call: Call.make(Forex.endpoints[name], request, "rows"), values: Stream.unwrap(values) }
    },
  },
  crypto: {
    label: "Crypto",
    market: Market.crypto,
    first: Crypto.endpoints.bars.recordsFrom ?? earliest,
    bars: (view, dates) => {
      const request = { cryptoTicker: view.ticker, ...aggregates(view, dates) }
      const columns = Stream.unwrap(Effect.map(Crypto, ({ bars }) => bars.columns(request, inOrder)))
      return {
        call: Call.make(Crypto.endpoints.bars, request, "columns"),
        values: Stream.map(columns, Candles.ofColumns(Market.crypto.zone)),
      }
    },
    study: (name, view, dates) => {
      const pair = { cryptoTicker: view.ticker, ...indicator(view, dates) }
      const request = name === "macd" ? pair : { ...pair, window: windows[name] }
      const values = Effect.map(Crypto, (crypto): Stream.Stream<StudyValue, MarketDataError> =>
        crypto[name].stream(request),
      )
      return { call: Call.make(Crypto.endpoints[name], request, "rows"), values: Stream.unwrap(values) }
    },
  },
  futures: {
    label: "Futures",
    market: Market.futures,
    first: Futures.endpoints.bars.recordsFrom ?? earliest,
    bars: (view, { from, to }) => {
      const request = {
        ticker: view.ticker,
        resolution: resolutions[view.timespan],
        "window_start.gte": from,
        "window_start.lte": to,
        sort: "window_start.desc",
      } as const
      const columns = Stream.unwrap(Effect.map(Futures, ({ bars }) => bars.columns(request, inOrder)))
      return {
        call: Call.make(Futures.endpoints.bars, request, "columns"),
        values: Stream.map(columns, FuturesCandles.ofColumns(Market.futures.zone, view.timespan === "day")),
      }
    },
  },
}

/** Topics of the bars of which the last candles of a chart are made while it follows the live channel. */
export const secondBars: Readonly<Record<View.MarketName, Topic.Any>> = {
  stocks: StocksLive.topics.secondBars,
  forex: ForexLive.topics.secondBars,
  crypto: CryptoLive.topics.secondBars,
  futures: FuturesLive.topics.secondBars,
}

/**
 * Whether the service has the studies of a chart: it computes them for bars of one minute, one hour and so on, and not
 * of candles that grow.
 */
export const hasStudies = ({ live, market, timespan }: View.Chart): boolean =>
  all[market].study !== undefined && View.sizes[timespan].multiplier === 1 && !live

/** Display names of the markets. */
export const labels: Readonly<Record<View.MarketName, string>> = {
  stocks: all.stocks.label,
  forex: all.forex.label,
  crypto: all.crypto.label,
  futures: all.futures.label,
}

/** Maximum number of days between the last close before a range and the range. */
const closedDays = 21

/** Requests daily bars of a range and of the days before it, latest first, for computing its change. */
export const days = (view: View.Chart, { from, to }: Range.Dates): ReturnType<Charted["bars"]> => {
  const begin = Range.daysBefore(from, closedDays)
  const { call, values } = all[view.market].bars({ ...view, timespan: "day" }, { from: begin, to })
  return { call: { ...call, purpose: "change of the range" }, values }
}

/** Returns the dates of a chart. */
export const dates = ({ market: name, range }: View.Chart, now: number): Range.Dates => {
  const { first, market } = all[name]
  return Range.dates(range, market, now, first)
}
