/**
 * The histories of many tickers as one stream: one ticker after the other, or merged by time.
 *
 * ```ts
 * const tickers = ["AAPL", "MSFT", "NVDA"]
 * const request = { multiplier: 1, timespan: "minute", from: "2024-01-01", to: "2024-12-31" } as const
 * const requests = tickers.map((stocksTicker) => ({ stocksTicker, ...request }))
 * yield* Many.stream(stocks.bars, requests, { order: "time" }).pipe(Stream.runForEach(({ ticker, close }) => trade(ticker, close)))
 * ```
 *
 * @module
 */
import type * as Core from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/Endpoint"
import type { MarketDataError } from "@candela/core/MarketDataError"
import type * as Method from "@candela/core/Method"
import type * as Param from "@candela/core/Param"
import type * as Request from "@candela/core/Request"
import type { Bar } from "@candela/market/Bar"
import type { Stocks } from "@candela/stocks/Stocks"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Forms from "./internal/many/forms.js"
import * as Plan from "./internal/many/plan.js"
import * as Daily from "./internal/many/daily.js"
import * as Previews from "./internal/many/preview.js"
import { run, type OnFailure } from "./internal/many/run.js"
import type { DayFailed, TickerFailed, TooManyTickers } from "./ManyError.js"

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

/** What each method of this module needs of a method of a service. */
const planned = <A>(
  method: object,
  requests: Iterable<object>,
  options: Options,
  form: (plan: Plan.Plan) => Parameters<typeof run<A>>[1],
): Stream.Stream<A, ManyError> =>
  Stream.unwrap(
    Effect.map(Plan.make(method, requests, options), (plan) => run(plan, form(plan), options.onFailure ?? "fail")),
  )

/**
 * The rows of all requests, each with its ticker, in chunks of about 1,000. A request must name its ticker; the method must be a service's, or a mock's by
 * `Mock.layer`. Nothing is sent beyond what the consumer needs and the pages ahead of it; `Stream.take(1)` costs one request, or merged by time one for each.
 */
export const stream = <StreamRequest extends object, A>(
  method: Streaming<StreamRequest, A>,
  requests: Iterable<NoInfer<StreamRequest>>,
  options: Options = {},
): Stream.Stream<Row<A>, ManyError> =>
  planned(method, requests, options, (plan) => Forms.rows<Row<A>>(method, plan, options))

/**
 * {@link stream} as columns: in the order of the requests a chunk for each page, merged by time chunks of 8,192 rows or fewer. The column `ticker` is the last one.
 */
export const columns = <StreamRequest extends object, A>(
  method: History<StreamRequest, A>,
  requests: Iterable<NoInfer<StreamRequest>>,
  options: Options = {},
): Stream.Stream<Columns<A>, ManyError> =>
  planned(method, requests, options, (plan) => Forms.columns<Columns<A>>(method, plan, options))

/**
 * The endpoint whose rows have their ticker, as {@link stream} gives them: for files and tables that follow from an endpoint. It is not asked.
 *
 * ```ts
 * Many.stream(stocks.bars, requests).pipe(Stream.run(Parquet.file("bars.parquet", Many.endpoint(Stocks.endpoints.bars))))
 * ```
 */
export const endpoint: {
  <R, A, P extends Endpoint.Params, Page>(self: Endpoint.History<R, A, P, Page>): Endpoint.History<R, Row<A>, P, Page>
  <R, A, P extends Endpoint.Params, Page>(self: Endpoint.Paged<R, A, P, Page>): Endpoint.Paged<R, Row<A>, P, Page>
} = (self: Endpoint.AnyRows) => Forms.endpoint(self) as never

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

/** What {@link stream} or {@link columns} of histories will cost by the `Clock`, or why the first request that is refused would be. */
export const preview = <StreamRequest extends object, A>(
  method: History<StreamRequest, A>,
  requests: Iterable<NoInfer<StreamRequest>>,
  options: Options = {},
): Effect.Effect<Preview<A>, ManyError> => Previews.make(method, requests, options)

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

/**
 * Daily bars of many stocks, or of all, in the order of time; on each day in the order of the tickers as given, or of their names. It asks by day where that costs
 * fewer requests: 20 years of the whole market are about 5,040 requests. The rows are the same either way, those of `stocks.bars`: their timestamp is the midnight in
 * New York with which the day begins, where the daily summary has its close.
 *
 * Days before the records of `stocks.bars`, days without a session and days to come are not asked for. A stock that changed its ticker stands under the one of the day
 * where days are asked for, and under what the service makes of it where tickers are.
 */
export const daily = (
  stocks: DailyMethods,
  request: DailyRequest,
  options: DailyOptions = {},
): Stream.Stream<Row<Bar>, ManyError | DayFailed> => Daily.stream(stocks, request, options)

/** Which way {@link daily} asks, and what that costs, by the `Clock`. `Preview.duration` of core tells its least duration under a rate limit. */
export const dailyPreview = (
  stocks: DailyMethods,
  request: DailyRequest,
  options: DailyOptions = {},
): Effect.Effect<DailyPreview, ManyError> => Daily.preview(stocks, request, options)
