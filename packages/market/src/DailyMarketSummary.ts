/**
 * Endpoint of a market's day: the daily bars of all its instruments.
 *
 * @module
 */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Param from "@candela/core/declare/Param"
import * as Schema from "effect/Schema"
import * as Bar from "./Bar.js"
import * as BarPage from "./BarPage.js"
import * as BarRange from "./BarRange.js"
import type { Calendar } from "./Calendar.js"
import * as Instant from "./Instant.js"
import * as NoRows from "./NoRows.js"

/** Parameters of the daily market summary. */
export const params = {
  /** Trading day in the market's zone: New York for stocks, UTC for forex and crypto. A `Date` means its UTC date. */
  date: Param.Date,
  /** Whether prices and volumes are adjusted for splits. */
  adjusted: /* @__PURE__ */ Param.withDefault(Param.Boolean, true),
}

/** Parameters of the daily market summary, as written by a caller. */
export interface DailyMarketSummaryRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

const ticker = {
  /** Ticker of the bar, with the prefix of its market. */
  ticker: /* @__PURE__ */ Field.required(Schema.String, "T"),
}

/**
 * Daily bar of an instrument. Its `timestamp` is the end of the window: 16:00 in New York for stocks, the last
 * millisecond of the UTC day for pairs. `Bar.tradingDay(bar, "stocks")` returns its day.
 */
export interface DailyBar extends Bar.Bar, Field.Row<typeof ticker> {}

/** Schema of {@link DailyBar}. */
export const DailyBar: Schema.Schema<DailyBar, Bar.BarWire & Field.Wire<typeof ticker>> &
  Instant.Reader<DailyBar, "timestamp"> = /* @__PURE__ */ Instant.readable(
  /* @__PURE__ */ Field.struct({ ...ticker, ...Bar.fields }, "DailyBar"),
  "timestamp",
)

/** Endpoint of the daily market summary. `P` are the market's own parameters. */
export type DailyMarketSummary<Request, P extends Endpoint.Params = {}> = Endpoint.List<
  Request,
  DailyBar,
  typeof params & P,
  BarPage.SummaryPage<DailyBar>
>

/** Declares the daily summary of a market, by its calendar and its place in the path: `us/market/stocks`. */
export const dailyMarketSummary = <
  Request extends DailyMarketSummaryRequest & Endpoint.RequestOf<P>,
  P extends Endpoint.Params = {},
>({
  calendar,
  own,
  place,
}: {
  readonly calendar: Calendar
  /** Parameters of this market alone. */
  readonly own?: P
  readonly place: string
}): DailyMarketSummary<Request, P> => {
  const { zone } = calendar.market
  return Endpoint.list({
    path: `/v2/aggs/grouped/locale/${place}/{date}`,
    params: { ...params, ...own } as typeof params,
    envelope: BarPage.summaryEnvelope,
    repeats: { adjusted: "adjusted" },
    row: DailyBar,
    noRows: ({ date }, records) => {
      const { first, last } = BarRange.ofDay(zone, date)
      return NoRows.inTime(calendar, { from: first, to: last }, records)
    },
    key: "ticker",
    // In any order, with timestamps from the start to the end of the day.
    order: ({ date }) => {
      const { first, last } = BarRange.ofDay(zone, date)
      return { field: "timestamp", unique: false, first, last: last + 1 }
    },
  }) as unknown as DailyMarketSummary<Request, P>
}
