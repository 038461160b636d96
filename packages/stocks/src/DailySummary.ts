/**
 * One day of the stock market: of all stocks, and of one stock with its pre-market and after-hours prices.
 *
 * @module
 */
import * as Endpoint from "@candela/core/Endpoint"
import * as Field from "@candela/core/Field"
import * as Param from "@candela/core/Param"
import * as Bar from "@candela/market/Bar"
import * as BarPage from "@candela/market/BarPage"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

/** Which day of the market to request. */
export interface DailyMarketSummaryRequest {
  /** The trading day, in New York. A `Date` means its UTC date. */
  readonly date: Param.DateInput
  /** Whether prices and volumes are adjusted for splits. Default true. */
  readonly adjusted?: boolean | undefined
  /** Whether to include over-the-counter stocks. Default false. */
  readonly include_otc?: boolean | undefined
}

/** A stock's bar of one day. Its `timestamp` is the window's end, 16:00 in New York. */
export interface DailyBar extends Bar.Bar {
  /** The stock's ticker. Wire key `T`. */
  readonly ticker: string
}

/** Schema of {@link DailyBar}. */
export const DailyBar = Schema.Struct({ ticker: Field.required(Schema.String, "T"), ...Bar.fields })

/** `GET /v2/aggs/grouped/locale/us/market/stocks/{date}` (specification, endpoint 2). */
export const dailyMarketSummary = Endpoint.list("stocks.dailyMarketSummary", {
  path: "/v2/aggs/grouped/locale/us/market/stocks/{date}",
  params: {
    date: Param.Date,
    adjusted: Param.withDefault(Param.Boolean, true),
    include_otc: Param.withDefault(Param.Boolean, false),
  },
  envelope: BarPage.BarEnvelope,
  row: DailyBar,
})

/** Which stock and day to request. */
export interface OpenCloseRequest {
  /** The stock's ticker, case-sensitive. */
  readonly stocksTicker: string
  /** The trading day, in New York. A `Date` means its UTC date. */
  readonly date: Param.DateInput
  /** Whether prices and volumes are adjusted for splits. Default true. */
  readonly adjusted?: boolean | undefined
}

/** A stock's day: regular session, pre-market and after-hours (specification, Daily ticker summary). */
export interface OpenClose {
  /** `OK`. */
  readonly status: string
  /** The requested day, `yyyy-mm-dd`. */
  readonly from: string
  /** The stock's ticker. */
  readonly symbol: string
  /** Opening price of the regular session, dollars. */
  readonly open: number
  /** Highest price of the regular session, dollars. */
  readonly high: number
  /** Lowest price of the regular session, dollars. */
  readonly low: number
  /** Closing price of the regular session, dollars. */
  readonly close: number
  /** The whole day's volume, shares. */
  readonly volume: number
  /** First price before the regular session, dollars. */
  readonly preMarket?: number
  /** Last price after the regular session, dollars. */
  readonly afterHours?: number
  /** True for an over-the-counter ticker; absent otherwise. */
  readonly otc?: boolean
}

/** Schema of {@link OpenClose}. */
export const OpenClose = Schema.Struct({
  status: Field.required(Schema.String),
  from: Field.required(Schema.String),
  symbol: Field.required(Schema.String),
  open: Field.required(Schema.Number),
  high: Field.required(Schema.Number),
  low: Field.required(Schema.Number),
  close: Field.required(Schema.Number),
  volume: Field.required(Schema.Number),
  preMarket: Field.optional(Schema.Number),
  afterHours: Field.optional(Schema.Number),
  otc: Field.optional(Schema.Boolean),
})

/** `GET /v1/open-close/{stocksTicker}/{date}` (specification, endpoint 3). */
export const openClose = Endpoint.single("stocks.openClose", {
  path: "/v1/open-close/{stocksTicker}/{date}",
  params: {
    stocksTicker: Ticker.Stock,
    date: Param.Date,
    adjusted: Param.withDefault(Param.Boolean, true),
  },
  value: OpenClose,
})
