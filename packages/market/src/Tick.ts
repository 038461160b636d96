/**
 * Endpoints of ticks, the trades and quotes of an instrument: the same in every market but for the time of a row.
 *
 * @module
 */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import type * as Schema from "effect/Schema"
import type { Calendar } from "./Calendar.js"
import * as NoRows from "./NoRows.js"
import * as Ticker from "./Ticker.js"
import * as TimestampRange from "./TimestampRange.js"

/** Parameters of ticks, without the ticker. */
export const params = {
  /**
   * Time of the tick, the one by which rows are ordered: epoch nanoseconds, or a date, which means the whole day in
   * the market's zone. A `Date` is an instant: as an upper bound, `new Date("2024-03-08")` leaves March 8 out.
   */
  timestamp: /* @__PURE__ */ Filter.range(Param.DateOrNanos),
  /** Order by timestamp. Default `desc`: the latest first. */
  order: /* @__PURE__ */ Param.order("desc"),
  /** Size of a page. The maximum is the size of a stream's pages. */
  limit: /* @__PURE__ */ Param.limit({ default: 1000, max: 50_000 }),
  /** Column to order by: `timestamp`. */
  sort: /* @__PURE__ */ Param.sortColumn({ columns: ["timestamp"], default: "timestamp" }),
}

/** Parameters of ticks, without the ticker, as written by a caller. */
export interface TicksRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

/** Endpoint of ticks. `T` has the ticker parameter. */
export type Ticks<Request, Row, T extends Endpoint.Params> = Endpoint.History<Request, Row, T & typeof params>

/** What differs between markets. */
export interface TickOptions {
  /** Sessions of the market. */
  readonly calendar: Calendar
  /** Field of a row with its time. */
  readonly rowField: string
  /** Number of rows in a second of the market's hours, of a busy instrument and of a usual one. */
  readonly perSecond: Endpoint.Estimate
  /** Date of the first records. */
  readonly recordsFrom: string
  /** Whether a session without a row is doubtful: every instrument of the market is quoted, or traded, on each day. */
  readonly always?: boolean
}

type Filters = TimestampRange.Filters<"timestamp", bigint>

/** Returns what it means that a time range has no ticks. */
export const noRows =
  (calendar: Calendar): Endpoint.NoRows<Filters> =>
  (values, records) => {
    const { bounds } = TimestampRange.nanoseconds
    const zone = calendar.market.zone
    const { first, last } = TimestampRange.interval(values, "timestamp", TimestampRange.nanoseconds, zone)
    const from = first === bounds.first ? -Infinity : Number(first / 1_000_000n)
    const to = last === bounds.last ? Infinity : Number(last / 1_000_000n)
    return NoRows.inTime(calendar, { from, to }, records)
  }

/** Returns the time range of ticks, whose direction a request names by `order`, or in another way. */
export const timeRange = <Ordered>(
  { calendar, perSecond, rowField }: TickOptions,
  direction: (values: Ordered) => Param.Direction,
): Endpoint.TimeRange<Filters & Ordered> =>
  TimestampRange.timeRange({
    field: "timestamp",
    rowField,
    unit: TimestampRange.nanoseconds,
    market: calendar.market,
    perSecond,
    direction,
  })

/** Declares the trades or quotes of a market. */
export const ticks = <Request extends TicksRequest & Endpoint.RequestOf<T>, Row, RowI, T extends Endpoint.Params>(
  kind: "trades" | "quotes",
  { row, ticker, ...options }: TickOptions & { readonly row: Schema.Schema<Row, RowI>; readonly ticker: T },
): Ticks<Request, Row, T> =>
  Endpoint.history({
    path: `/v3/${kind}/${Ticker.inPath(ticker)}`,
    params: { ...ticker, ...params } as typeof params,
    row,
    timeRange: timeRange(options, ({ order }: { readonly order: Param.Direction }) => order),
    ...(options.always === false ? {} : { noRows: noRows(options.calendar) }),
    recordsFrom: options.recordsFrom,
  }) as unknown as Ticks<Request, Row, T>
