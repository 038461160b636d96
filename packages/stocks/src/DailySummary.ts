/** One day of the stock market: all stocks, or one stock with its pre-market and after-hours prices. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Envelope from "@candela/core/declare/Envelope"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Param from "@candela/core/declare/Param"
import * as Bar from "@candela/market/Bar"
import * as BarPage from "@candela/market/BarPage"
import * as BarRange from "@candela/market/BarRange"
import * as Calendar from "@candela/market/Calendar"
import * as Instant from "@candela/market/Instant"
import * as Market from "@candela/market/Market"
import * as NoRows from "@candela/market/NoRows"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const dailyMarketSummaryParams = {
  /** Trading day, in New York. A `Date` means its UTC date. */
  date: Param.Date,
  /** Whether prices and volumes are adjusted for splits. */
  adjusted: Param.withDefault(Param.Boolean, true),
  /** Whether to include over-the-counter stocks. */
  include_otc: Param.withDefault(Param.Boolean, false),
}

/** Request for one day of the market. */
export interface DailyMarketSummaryRequest
  extends Endpoint.RequestOf<typeof dailyMarketSummaryParams>, Endpoint.Named {}

const ticker = {
  /** The stock's ticker. */
  ticker: Field.required(Schema.String, "T"),
}

/**
 * Daily bar of a stock. Its `timestamp` is the end of the window, 16:00 in New York; `Bar.tradingDay(bar, "stocks")`
 * returns its day.
 */
export interface DailyBar extends Bar.Bar, Field.Row<typeof ticker> {}

/** Schema of {@link DailyBar}. */
export const DailyBar: Schema.Schema<DailyBar, Bar.BarWire & Field.Wire<typeof ticker>> &
  Instant.Reader<DailyBar, "timestamp"> = Instant.readable(
  Field.struct({ ...ticker, ...Bar.fields }, "DailyBar"),
  "timestamp",
)

export const dailyMarketSummary: Endpoint.List<
  DailyMarketSummaryRequest,
  DailyBar,
  typeof dailyMarketSummaryParams,
  BarPage.SummaryPage<DailyBar>
> = Endpoint.list({
  path: "/v2/aggs/grouped/locale/us/market/stocks/{date}",
  params: dailyMarketSummaryParams,
  envelope: BarPage.summaryEnvelope,
  repeats: { adjusted: "adjusted" },
  row: DailyBar,
  noRows: ({ date }, records) => {
    const { first, last } = BarRange.ofDay(Market.stocks.zone, date)
    return NoRows.inTime(Calendar.stocks, { from: first, to: last }, records)
  },
  key: "ticker",
  // In any order, with timestamps from the start to the end of the day.
  order: ({ date }) => {
    const { first, last } = BarRange.ofDay(Market.stocks.zone, date)
    return { field: "timestamp", unique: false, first, last: last + 1 }
  },
})

const openCloseParams = {
  /** The stock's ticker, case-sensitive. */
  stocksTicker: Ticker.Stock,
  /** Trading day, in New York. A `Date` means its UTC date. */
  date: Param.Date,
  /** Whether prices and volumes are adjusted for splits. */
  adjusted: Param.withDefault(Param.Boolean, true),
}

/** Request for a stock's day. */
export interface OpenCloseRequest extends Endpoint.RequestOf<typeof openCloseParams>, Endpoint.Named {}

const openCloseFields = {
  /** `OK`. */
  status: Envelope.fields.status,
  /** The requested day, `yyyy-mm-dd`. */
  from: Field.required(Unit.Date),
  /** The stock's ticker. */
  symbol: Field.required(Schema.String),
  /** Opening price of the regular session, dollars. */
  open: Field.required(Unit.Dollars),
  /** Highest price of the regular session, dollars. */
  high: Field.required(Unit.Dollars),
  /** Lowest price of the regular session, dollars. */
  low: Field.required(Unit.Dollars),
  /** Closing price of the regular session, dollars. */
  close: Field.required(Unit.Dollars),
  /** Volume of the whole day, shares. */
  volume: Field.optional(Unit.Shares),
  /** First price before the regular session, dollars. */
  preMarket: Field.optional(Unit.Dollars),
  /** Last price after the regular session, dollars. */
  afterHours: Field.optional(Unit.Dollars),
  /** True for an over-the-counter ticker; absent otherwise. */
  otc: Field.optional(Schema.Boolean),
}

/** A stock's day: regular session, pre-market and after-hours (specification, Daily ticker summary). */
export interface OpenClose extends Field.Row<typeof openCloseFields>, Endpoint.Named {}

/** Schema of {@link OpenClose}. */
export const OpenClose: Field.SchemaOf<OpenClose, typeof openCloseFields> = Field.struct(openCloseFields, "OpenClose")

export const openClose: Endpoint.Single<OpenCloseRequest, OpenClose, typeof openCloseParams> = Endpoint.single({
  path: "/v1/open-close/{stocksTicker}/{date}",
  params: openCloseParams,
  value: OpenClose,
  repeats: { symbol: "stocksTicker", from: "date" },
})
