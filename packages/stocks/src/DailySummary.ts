/** One day of the stock market: all stocks, or one stock with its pre-market and after-hours prices. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Param from "@candela/core/declare/Param"
import * as Calendar from "@candela/market/Calendar"
import * as DailyMarketSummary from "@candela/market/DailyMarketSummary"
import * as OpenClose from "@candela/market/OpenClose"
import * as Ticker from "@candela/market/Ticker"

const own = {
  /** Whether to include over-the-counter stocks. */
  include_otc: /* @__PURE__ */ Param.withDefault(Param.Boolean, false),
}

/** Request for one day of the market. */
export interface DailyMarketSummaryRequest
  extends DailyMarketSummary.DailyMarketSummaryRequest, Endpoint.RequestOf<typeof own> {}

export const dailyMarketSummary: DailyMarketSummary.DailyMarketSummary<DailyMarketSummaryRequest, typeof own> =
  /* @__PURE__ */ DailyMarketSummary.dailyMarketSummary({ calendar: Calendar.stocks, place: "us/market/stocks", own })

const ofStock = {
  /** The stock's ticker, case-sensitive. */
  stocksTicker: Ticker.Stock,
}

/** Request for a stock's day. */
export interface OpenCloseRequest extends OpenClose.OpenCloseRequest, Endpoint.RequestOf<typeof ofStock> {}

export const openClose: OpenClose.Day<OpenCloseRequest, typeof ofStock & typeof OpenClose.params> =
  /* @__PURE__ */ OpenClose.openClose(ofStock)
