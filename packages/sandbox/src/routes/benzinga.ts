/** The routes of Benzinga's data. @module */
import { Benzinga as Service } from "@candela/benzinga/Benzinga"
import { stocks } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import { Effect } from "effect"
import * as Benzinga from "../subjects/partners/Benzinga.js"
import * as Route from "./Route.js"

/** The routes of Benzinga's data. */
export const routes = Route.all(Service, {
  ratings: Route.synthetic({ rows: Benzinga.counts.ratings, adjust: Benzinga.rating }),
  consensusRatings: Route.made(({ date, ticker, ...range }, { seed, visible }) => {
    const isCounted = (day: string) =>
      (date === undefined || day === date) &&
      (range["date.any_of"]?.includes(day) ?? true) &&
      day > (range["date.gt"] ?? "") &&
      day >= (range["date.gte"] ?? "") &&
      day < (range["date.lt"] ?? "9") &&
      day <= (range["date.lte"] ?? "9")
    const found = Benzinga.consensusOf(ticker, isCounted, { seed, today: dateOf(stocks.zone, visible) })
    return Effect.succeed({ rows: found === undefined ? [] : [found], envelope: {} })
  }),
  analystInsights: Route.synthetic({ rows: Benzinga.counts.ratings, adjust: Benzinga.insight }),
  analysts: Route.synthetic({ rows: Benzinga.counts.analysts, adjust: Benzinga.analyst }),
  firms: Route.synthetic({ rows: Benzinga.counts.firms, adjust: Benzinga.firm }),
  earnings: Route.synthetic({ adjust: Benzinga.earnings }),
  guidance: Route.synthetic({ adjust: Benzinga.guidance }),
  bullsBearsSay: Route.synthetic({ rows: Benzinga.counts.cases, adjust: Benzinga.cases }),
  news: Route.synthetic({ columns: { stocks: { sql: '"tickers"', type: "VARCHAR[]" } }, adjust: Benzinga.article }),
})
