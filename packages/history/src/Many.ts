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
import type * as Endpoint from "@candela/core/Endpoint"
import type { Bar } from "@candela/market/Bar"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Forms from "./internal/many/forms.js"
import * as Plan from "./internal/many/plan.js"
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

/** What {@link stream} or {@link columns} of histories will cost by the `Clock`, or why the first request that is refused would be. */
export const preview = <StreamRequest extends object, A>(
  method: History<StreamRequest, A>,
  requests: Iterable<NoInfer<StreamRequest>>,
  options: Options = {},
): Effect.Effect<Preview<A>, ManyError> => Previews.make(method, requests, options)

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
