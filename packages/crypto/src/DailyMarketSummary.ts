/** Daily bars of all crypto pairs. @module */
import * as Calendar from "@candela/market/Calendar"
import * as Summary from "@candela/market/DailyMarketSummary"

/** Request for one day of the market. Pairs are never split: `adjusted` changes nothing. */
export interface DailyMarketSummaryRequest extends Summary.DailyMarketSummaryRequest {}

export const dailyMarketSummary: Summary.DailyMarketSummary<DailyMarketSummaryRequest> =
  /* @__PURE__ */ Summary.dailyMarketSummary({ calendar: Calendar.crypto, place: "global/market/crypto" })
