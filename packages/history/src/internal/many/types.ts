/** What `Many` takes and gives. */
import type * as Core from "@candela/core/Columns"
import type { MarketDataError } from "@candela/core/MarketDataError"
import type * as Method from "@candela/core/Method"
import type * as Param from "@candela/core/Param"
import type * as Request from "@candela/core/Request"
import type { Bar } from "@candela/market/Bar"
import type { Stocks } from "@candela/stocks/Stocks"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { DayFailed, TickerFailed, TooManyTickers } from "../../ManyError.js"
import type { OnFailure } from "./run.js"

/** A row with the ticker that its request names, as the service writes it: `C:EURUSD` for `C:EUR-USD`. */
export type Row<A> = Omit<A, "ticker"> & {
  /** The ticker. */
  readonly ticker: string
}

/** A chunk of rows as columns, with a column of their tickers. */
export interface Columns<A> extends Core.Columns<Row<A>> {
  /** The ticker of all rows, where they come in the order of the requests; absent where they are merged by time. */
  readonly ticker?: string
}

/** A method that streams rows: every paged method of a service, and every history. */
export interface Streaming<StreamRequest, A> {
  /** Its rows. */
  readonly stream: (request: StreamRequest, options?: Method.StreamOptions) => Stream.Stream<A, MarketDataError>
}

/** A method of a history. */
export interface History<StreamRequest, A> extends Streaming<StreamRequest, A> {
  /** Its rows as columns. */
  readonly columns: (
    request: StreamRequest,
    options?: Method.HistoryOptions,
  ) => Stream.Stream<Core.Columns<A>, MarketDataError>
}

/** Options of many histories. */
export interface Options extends Pick<Method.CallOptions, "onInvalidRow"> {
  /**
   * The order of the rows. `"requests"`: all rows of the first request, then those of the second one. `"time"`: merged by their timestamps, those at the same
   * time in the order of the requests; all requests must be sorted in the same direction. Default `"requests"`.
   */
  readonly order?: "requests" | "time" | undefined
  /** How many requests are in flight at a time, and how many pages may be ahead of the consumer. Default 4. */
  readonly concurrency?: number | undefined
  /** The size of a page, in what the endpoint's limit counts. Default the largest that the endpoint gives and that fits in `memory`. */
  readonly pageSize?: number | undefined
  /**
   * Bytes that the pages may take. Merged by time, a page of every ticker is held: the more tickers, the smaller the pages, and the more requests. Where pages of
   * 100 rows are too large, the stream is refused with `TooManyTickers`. Default 75,000,000: with it 500 tickers of minute bars run in a process of 300 MB.
   */
  readonly memory?: number | undefined
  /**
   * What becomes of a ticker that fails. `"fail"`: when its rows are due, the stream fails with `TickerFailed`. A function: the rows that came before its failure
   * are given, the other tickers go on, and the function is called once with all failures, in the order of the requests, when the stream has come to its end.
   * Without a failure it is not called. Default `"fail"`.
   */
  readonly onFailure?: OnFailure | undefined
}

/** The errors of many histories. */
export type ManyError = TickerFailed | TooManyTickers | Request.Refusal

/** Cost of many histories, without sending anything. `Preview.duration` of core tells its least duration under a rate limit. */
export interface Preview<A> {
  /** Requests that the stream will make, at most: histories have gaps. */
  readonly requests: number
  /** Largest number of what `limit` counts (base aggregates for bars, rows elsewhere). */
  readonly rows: number
  /** Usual number of what `limit` counts. */
  readonly expectedRows: number
  /** The size of the pages, in what `limit` counts. */
  readonly pageSize: number | undefined
  /** Bytes that the pages will take, at most. */
  readonly bytes: number
  /** How far the stream has come when this row is here, from 0 to 1: the share of the ranges' trading time that is covered. */
  readonly progress: (row: Row<A>) => number
}

/** Which daily bars of stocks. */
export interface DailyRequest {
  /** The tickers. Default all of the market. */
  readonly tickers?: Iterable<string> | undefined
  /** First day, in New York. A `Date` means its UTC date. */
  readonly from: Param.DateInput
  /** Last day, in New York. */
  readonly to: Param.DateInput
  /** Whether prices and volumes are adjusted for splits, as the service knows them today. Default true. */
  readonly adjusted?: boolean | undefined
  /** Whether the whole market includes over-the-counter stocks. Default false. Named tickers are given in any case. */
  readonly include_otc?: boolean | undefined
}

/** Options of daily bars. */
export interface DailyOptions extends Omit<Options, "order" | "pageSize" | "onFailure"> {
  /** Whether to ask for each day of the market, or for each ticker. Default what costs fewer requests; the whole market is always asked by day. */
  readonly by?: "day" | "ticker" | undefined
  /** As in {@link Options}: the failures of days where the days are asked for. */
  readonly onFailure?: "fail" | ((failures: ReadonlyArray<TickerFailed | DayFailed>) => Effect.Effect<void>) | undefined
}

/** Cost of daily bars, without sending anything. */
export interface DailyPreview {
  /** What is asked for: each day of the market (`stocks.dailyMarketSummary`), or each ticker (`stocks.bars`). */
  readonly by: "day" | "ticker"
  /** Requests that the stream will make, at most. */
  readonly requests: number
  /** Requests of each way, at most; a way that is not possible has `Infinity`. */
  readonly requestsBy: { readonly day: number; readonly ticker: number }
  /** How far the stream has come when this row is here, from 0 to 1: the share of the trading days. */
  readonly progress: (row: Row<Bar>) => number
}

/** The methods of the service of stocks that give daily bars. */
export type DailyMethods = Pick<Stocks.Service, "bars" | "dailyMarketSummary">
