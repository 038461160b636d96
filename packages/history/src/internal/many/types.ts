/** Input and output types of `Many`. */
import type * as Core from "@candela/core/Columns"
import type { MarketDataError } from "@candela/core/MarketDataError"
import type * as Method from "@candela/core/Method"
import type * as Param from "@candela/core/declare/Param"
import type * as Request from "@candela/core/Request"
import type { Bar } from "@candela/market/Bar"
import type { Stocks } from "@candela/stocks/Stocks"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { DayFailed, TickerFailed, TooManyTickers } from "../../ManyError.js"
import type { OnFailure } from "./run.js"

/** Row with the ticker of its request, as the service writes it: `C:EURUSD` for `C:EUR-USD`. */
export type Row<A> = Omit<A, "ticker"> & {
  /** The ticker. */
  readonly ticker: string
}

/** A chunk of rows as columns, with a column of their tickers. */
export interface Columns<A> extends Core.Columns<Row<A>> {
  /** Ticker of all rows, if they come in the order of the requests; absent if they are merged by time. */
  readonly ticker?: string
}

/** Method that streams rows: every paged method of a service, and every history. */
export interface Streaming<StreamRequest, A> {
  /** Streams the rows. */
  readonly stream: (request: StreamRequest, options?: Method.StreamOptions) => Stream.Stream<A, MarketDataError>
}

/** Method of a history. */
export interface History<StreamRequest, A> extends Streaming<StreamRequest, A> {
  /** Streams the rows as columns. */
  readonly columns: (
    request: StreamRequest,
    options?: Method.HistoryOptions,
  ) => Stream.Stream<Core.Columns<A>, MarketDataError>
}

/** Options of many histories. */
export interface Options extends Pick<Method.CallOptions, "onInvalidRow"> {
  /**
   * Order of the rows. `"requests"`: all rows of the first request, then those of the second one.
   * `"time"`: merged by timestamp, rows of the same time in the order of the requests; all requests
   * must be sorted in the same direction. Default `"requests"`.
   */
  readonly order?: "requests" | "time" | undefined
  /** Maximum number of concurrent requests, and of pages ahead of the consumer. Default 4. */
  readonly concurrency?: number | undefined
  /**
   * Page size, in the units of the endpoint's limit. Default the largest that the endpoint allows
   * and that fits in `memory`.
   */
  readonly pageSize?: number | undefined
  /**
   * Memory limit of the pages, bytes. Merged by time, a page of every ticker is held: the more tickers, the
   * smaller the pages, and the more requests. If pages of 100 rows are too large, the stream fails with
   * `TooManyTickers`. Default 75,000,000: with it 500 tickers of minute bars run in a process of 300 MB.
   */
  readonly memory?: number | undefined
  /**
   * Handling of failed tickers. `"fail"`: the stream fails with `TickerFailed` when the ticker's
   * rows are due. A function: the rows received before the failure are emitted, the other tickers
   * continue, and the function is called once with all failures, in the order of the requests, at
   * the end of the stream. Without a failure it is not called. Default `"fail"`.
   */
  readonly onFailure?: OnFailure | undefined
}

/** Errors of many histories. */
export type ManyError = TickerFailed | TooManyTickers | Request.Refusal

/**
 * Cost of many histories, computed without requests. `Preview.duration` of core gives the minimum
 * duration under a rate limit.
 */
export interface Preview<A> {
  /** Maximum number of requests of the stream: histories have gaps. */
  readonly requests: number
  /** Maximum number of rows. */
  readonly rows: number
  /** Usual number of rows. */
  readonly expectedRows: number
  /** Page size, in the units of `limit`. */
  readonly pageSize: number | undefined
  /** Maximum memory of the pages, bytes. */
  readonly bytes: number
  /** Progress of the stream at this row, from 0 to 1: the covered share of the ranges' trading time. */
  readonly progress: (row: Row<A>) => number
}

/** Request for daily bars of stocks. */
export interface DailyRequest {
  /** Tickers. Default the whole market. */
  readonly tickers?: Iterable<string> | undefined
  /** First day, in New York. A `Date` means its UTC date. */
  readonly from: Param.DateInput
  /** Last day, in New York. */
  readonly to: Param.DateInput
  /** Whether prices and volumes are adjusted for splits, as the service knows them today. Default true. */
  readonly adjusted?: boolean | undefined
  /** Whether the whole market includes over-the-counter stocks. Default false. Named tickers are always included. */
  readonly include_otc?: boolean | undefined
}

/** Options of daily bars. */
export interface DailyOptions extends Omit<Options, "order" | "pageSize" | "onFailure"> {
  /**
   * Requests by day of the market, or by ticker. Default the one with fewer requests; the whole
   * market is always requested by day.
   */
  readonly by?: "day" | "ticker" | undefined
  /** As in {@link Options}; in requests by day with the failures of days. */
  readonly onFailure?: "fail" | ((failures: ReadonlyArray<TickerFailed | DayFailed>) => Effect.Effect<void>) | undefined
}

/** Cost of daily bars, computed without requests. */
export interface DailyPreview {
  /** Unit of the requests: each day of the market (`stocks.dailyMarketSummary`), or each ticker (`stocks.bars`). */
  readonly by: "day" | "ticker"
  /** Maximum number of requests of the stream. */
  readonly requests: number
  /** Maximum number of requests by day and by ticker; `Infinity` where impossible. */
  readonly requestsBy: { readonly day: number; readonly ticker: number }
  /** Progress of the stream at this row, from 0 to 1: the share of the trading days. */
  readonly progress: (row: Row<Bar>) => number
}

/** Methods of the stocks service that return daily bars. */
export type DailyMethods = Pick<Stocks.Service, "bars" | "dailyMarketSummary">
