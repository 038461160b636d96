/**
 * The histories of many tickers as one stream: one ticker after the other, or merged by time.
 *
 * ```ts
 * const tickers = ["AAPL", "MSFT", "NVDA"]
 * const request = { multiplier: 1, timespan: "minute", from: "2024-01-01", to: "2024-12-31" } as const
 * const requests = tickers.map((stocksTicker) => ({ stocksTicker, ...request }))
 * yield* Many.stream(stocks.bars, requests, { order: "time" }).pipe(
 *   Stream.runForEach(({ ticker, close }) => trade(ticker, close)),
 * )
 * ```
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type { Bar } from "@candela/market/Bar"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Forms from "./internal/many/forms.js"
import * as Requests from "./internal/many/requests.js"
import * as Daily from "./internal/many/daily.js"
import * as Previews from "./internal/many/preview.js"
import { run } from "./internal/many/run.js"
import type {
  Columns,
  DailyMethods,
  DailyOptions,
  DailyPreview,
  DailyRequest,
  History,
  ManyError,
  Options,
  Preview,
  Row,
  Streaming,
} from "./internal/many/types.js"
import type { DayFailed } from "./ManyError.js"

export type * from "./internal/many/types.js"

/** Prepares the requests of a service's method and runs them as a stream. */
const prepared = <A>(
  method: object,
  requests: Iterable<object>,
  options: Options,
  form: (requests: Requests.ManyRequests) => Parameters<typeof run<A>>[1],
): Stream.Stream<A, ManyError> =>
  Stream.unwrap(
    Effect.map(Requests.make(method, requests, options), (requests) =>
      run(requests, form(requests), options.onFailure ?? "fail"),
    ),
  )

/**
 * Streams the rows of all requests, each with its ticker, in chunks of about 1,000. A request must name its ticker;
 * the method must belong to a service, or to a mock from `Mock.layer`. Only the pages that the consumer needs and
 * those ahead of it are requested; `Stream.take(1)` costs one request, or merged by time one per request.
 */
export const stream = <StreamRequest extends object, A>(
  method: Streaming<StreamRequest, A>,
  requests: Iterable<NoInfer<StreamRequest>>,
  options: Options = {},
): Stream.Stream<Row<A>, ManyError> =>
  prepared(method, requests, options, (requests) => Forms.rows<Row<A>>(method, requests, options))

/**
 * {@link stream} as columns: one chunk per page in the order of the requests, chunks of at most
 * 8,192 rows when merged by time. The column `ticker` comes last.
 */
export const columns = <StreamRequest extends object, A>(
  method: History<StreamRequest, A>,
  requests: Iterable<NoInfer<StreamRequest>>,
  options: Options = {},
): Stream.Stream<Columns<A>, ManyError> =>
  prepared(method, requests, options, (requests) => Forms.columns<Columns<A>>(method, requests, options))

/**
 * Endpoint with a ticker in its rows, as in those of {@link stream}: for files and tables that are
 * derived from an endpoint. It sends no requests.
 *
 * ```ts
 * const bars = Many.endpoint(Stocks.endpoints.bars)
 * Many.stream(stocks.bars, requests).pipe(Stream.run(Parquet.file("bars.parquet", bars)))
 * ```
 */
export const endpoint: {
  <R, A, P extends Endpoint.Params, Page>(self: Endpoint.History<R, A, P, Page>): Endpoint.History<R, Row<A>, P, Page>
  <R, A, P extends Endpoint.Params, Page>(self: Endpoint.Paged<R, A, P, Page>): Endpoint.Paged<R, Row<A>, P, Page>
} = (self: Endpoint.AnyRows) => Forms.endpoint(self) as never

/**
 * Cost of {@link stream} or {@link columns} of histories by the `Clock`, or the error of the first
 * request that would be refused.
 */
export const preview = <StreamRequest extends object, A>(
  method: History<StreamRequest, A>,
  requests: Iterable<NoInfer<StreamRequest>>,
  options: Options = {},
): Effect.Effect<Preview<A>, ManyError> => Previews.make(method, requests, options)

/**
 * Daily bars of many stocks, or of all, in ascending time; within a day in the order of the given
 * tickers, or of their names. Requests go by day where that takes fewer of them: 20 years of the
 * whole market are about 5,040 requests. Both ways return the rows of `stocks.bars`: their timestamp
 * is the midnight in New York at which the day begins, where the daily summary has its close.
 *
 * A day on which the market was open and that comes without any row is requested again at once;
 * what stays so is logged as a warning at the end.
 *
 * Days before the records of `stocks.bars`, days without a session and future days are not
 * requested. A stock that changed its ticker appears under that day's ticker in requests by day,
 * and under the service's own mapping in requests by ticker.
 */
export const daily = (
  stocks: DailyMethods,
  request: DailyRequest,
  options: DailyOptions = {},
): Stream.Stream<Row<Bar>, ManyError | DayFailed> => Daily.stream(stocks, request, options)

/**
 * Requests of {@link daily}, by day or by ticker, and their cost, by the `Clock`.
 * `Preview.duration` of core gives the minimum duration under a rate limit.
 */
export const dailyPreview = (
  stocks: DailyMethods,
  request: DailyRequest,
  options: DailyOptions = {},
): Effect.Effect<DailyPreview, ManyError> => Daily.preview(stocks, request, options)
