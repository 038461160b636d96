/**
 * Checks histories while they stream: which days of each ticker are complete, which are damaged and
 * why, and which are missing.
 *
 * ```ts
 * const range = { from: "2025-06-02", to: "2025-06-27" } as const
 * const request = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", ...range } as const
 * const report = yield* stocks.bars.columns(request).pipe(
 *   Stream.run(Integrity.report(Stocks.endpoints.bars, request, { splits, listings })),
 * )
 * yield* Console.log(Integrity.table(report))
 * ```
 *
 * ```text
 * stocks.bars, 1 minute, 2025-06-02 to 2025-06-09, New York time
 *
 * ticker  status     days                      count   rows
 * AAPL    available  2025-06-02 to 2025-06-03      2  1,400
 *         degraded   2025-06-04                    1    701  1 duplicate at 09:31
 *         missing    2025-06-05 to 2025-06-06      2      0
 *         available  2025-06-09                    1    700
 * BRK.A   available  2025-06-02                    1    350
 *         degraded   2025-06-03 to 2025-06-04      2    680  up to 52 minutes missing, first from 09:31
 *         available  2025-06-05                    1      0  1 day without rows, as usual for it
 *
 * 2 tickers, 10 days: 5 available, 3 degraded, 2 missing
 * ```
 *
 * The checked fields depend on the endpoint: open, high, low and close of bars, bid and ask of quotes,
 * the price of trades; the instants and their order as the endpoint declares them, in milliseconds or
 * nanoseconds. {@link Reason} lists all findings. Missing days follow from the market's calendar
 * (holidays and early closes of stocks; the weeks of forex and futures, where holidays of stocks may
 * be empty; all days of crypto) and from the ticker's own activity on the 20 days before and after: a
 * ticker that trades only in some minutes of a day, or only on some days, is not damaged.
 *
 * Rows of several tickers need a field `ticker`. Memory holds only numbers by day and ticker,
 * regardless of the number of rows.
 *
 * @module
 */
import type * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import { InvalidRequest } from "@candela/core/MarketDataError"
import type * as Request from "@candela/core/Request"
import { dateOf } from "@candela/market/TimeZone"
import type * as Chunk from "effect/Chunk"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { dual } from "effect/Function"
import * as Schema from "effect/Schema"
import * as Sink from "effect/Sink"
import * as Stream from "effect/Stream"
import { Checker } from "./internal/integrity/checker.js"
import * as Fields from "./internal/integrity/fields.js"
import * as knowledge from "./internal/integrity/knowledge.js"
import { Report } from "./internal/integrity/model.js"
import type { Options } from "./internal/integrity/options.js"
import * as Scope from "./internal/integrity/scope.js"
import { markets } from "./internal/integrity/slots.js"
import * as internalTable from "./internal/integrity/table.js"
import { judge } from "./internal/integrity/verdict.js"

export type { Listing, Options } from "./internal/integrity/options.js"
export { Day, Finding, Reason, Report, Status, TickerReport } from "./internal/integrity/model.js"

type Row<E extends Endpoint.AnyRows> = E[Endpoint.TypeId]["row"]

/** Requests of the rows: one, or several for more tickers or ranges. */
type Requests<E extends Endpoint.AnyRows> = Endpoint.Request<E> | ReadonlyArray<Endpoint.Request<E>>

/** Running check. */
interface Running {
  readonly add: (chunk: Chunk.Chunk<object>) => void
  readonly report: () => Report
}

const labelOf = ({ size }: Scope.CheckScope) =>
  size === undefined ? {} : { window: `${size.multiplier} ${size.unit}` }

const start = (
  endpoint: Endpoint.AnyRows,
  requests: object | ReadonlyArray<object>,
  options: Options,
): Effect.Effect<Running, Request.Refusal> =>
  Effect.gen(function* () {
    const scope = yield* Scope.make(endpoint, Array.isArray(requests) ? requests : [requests])
    const roles = Fields.rolesOf(endpoint, scope.order?.field)
    if (roles === undefined)
      return yield* new InvalidRequest({
        endpoint: endpoint.name,
        parameter: "endpoint",
        value: "",
        expected: "one whose rows hold an instant (epoch milliseconds or nanoseconds): a history is checked by it",
      })
    const asOf = options.asOf ?? (yield* Clock.currentTimeMillis)
    const today = dateOf(markets[scope.market].zone, asOf)
    const given = { ...options, splits: options.splits && [...options.splits] }
    for (const { message } of knowledge.invalid(given, today)) yield* Effect.logWarning(`Integrity: ${message}`)
    const checker = new Checker(scope, roles, knowledge.make(scope.market, given))
    return {
      add: (chunk) => Fields.blocks(roles, chunk).forEach((block) => checker.add(block)),
      report: () => ({
        endpoint: scope.endpoint,
        market: scope.market,
        ...labelOf(scope),
        asOf,
        tickers: [...checker.states.values()].map((state) => judge(checker, state, asOf)),
      }),
    }
  })

/**
 * Sink that checks the rows or the columns of an endpoint and returns the report at the end.
 * `requests` are the requests of the rows: they determine the range, the window size, the order and
 * the tickers. Fails for a request that would be refused, and for rows without an instant.
 */
export const report = <E extends Endpoint.AnyRows>(
  endpoint: E,
  requests: Requests<E>,
  options: Options = {},
): Sink.Sink<Report, Row<E> | Columns.Columns<Row<E>>, never, Request.Refusal> =>
  Sink.unwrap(
    Effect.map(start(endpoint, requests, options), (running) =>
      Sink.map(
        Sink.forEachChunk((chunk: Chunk.Chunk<object>) => Effect.sync(() => running.add(chunk))),
        running.report,
      ),
    ),
  )

/** {@link Options} of {@link check}. */
export interface CheckOptions<E, R> extends Options {
  /** Receives the report after the last row, before the stream ends. The stream fails with its failure. */
  readonly onReport: (report: Report) => Effect.Effect<unknown, E, R>
}

/**
 * Passes rows or columns on unchanged, chunk by chunk, and checks them: {@link report} for a stream
 * that continues, such as to a file. A stream that fails or is stopped before its end has no report.
 *
 * ```ts
 * stocks.bars.columns(request).pipe(
 *   Integrity.check(Stocks.endpoints.bars, request, {
 *     splits,
 *     onReport: (report) => Console.log(Integrity.table(report)),
 *   }),
 *   Stream.run(Parquet.file("aapl.parquet", Stocks.endpoints.bars)),
 * )
 * ```
 */
export const check: {
  <E extends Endpoint.AnyRows, E2, R2>(
    endpoint: E,
    requests: Requests<E>,
    options: CheckOptions<E2, R2>,
  ): <A extends Row<E> | Columns.Columns<Row<E>>, Err, R>(
    self: Stream.Stream<A, Err, R>,
  ) => Stream.Stream<A, Err | E2 | Request.Refusal, R | R2>
  <A extends Row<E> | Columns.Columns<Row<E>>, Err, R, E extends Endpoint.AnyRows, E2, R2>(
    self: Stream.Stream<A, Err, R>,
    endpoint: E,
    requests: Requests<E>,
    options: CheckOptions<E2, R2>,
  ): Stream.Stream<A, Err | E2 | Request.Refusal, R | R2>
} = dual(
  4,
  <A extends object, Err, R, E2, R2>(
    self: Stream.Stream<A, Err, R>,
    endpoint: Endpoint.AnyRows,
    requests: object | ReadonlyArray<object>,
    options: CheckOptions<E2, R2>,
  ): Stream.Stream<A, Err | E2 | Request.Refusal, R | R2> =>
    Stream.unwrap(
      Effect.map(start(endpoint, requests, options), (running) => {
        const passing = Stream.mapChunks(self, (chunk) => {
          running.add(chunk)
          return chunk
        })
        return Stream.concat(passing, Stream.execute(Effect.suspend(() => options.onReport(running.report()))))
      }),
    ),
)

/**
 * Formats the report as a table for people: a line for each run of days with the same status and
 * reasons, with times in the market's zone, and a line of totals.
 */
export const table: (report: Report) => string = internalTable.table

/**
 * Converts the report to JSON text and back: `Schema.encodeSync(Integrity.Json)(report)`,
 * `Schema.decode(Integrity.Json)(text)`.
 */
export const Json: Schema.Schema<Report, string> = /* @__PURE__ */ Schema.parseJson(Report, { space: 2 })
