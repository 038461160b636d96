/** Daily bars of all currency pairs. @module */
import * as Calendar from "@candela/market/Calendar"
import * as Summary from "@candela/market/DailyMarketSummary"

/** Request for one day of the market. Pairs are never split: `adjusted` changes nothing. */
export interface DailyMarketSummaryRequest extends Summary.DailyMarketSummaryRequest {}

export const dailyMarketSummary: Summary.DailyMarketSummary<DailyMarketSummaryRequest> =
  /* @__PURE__ */ Summary.dailyMarketSummary({ calendar: Calendar.forex, place: "global/market/fx" })
