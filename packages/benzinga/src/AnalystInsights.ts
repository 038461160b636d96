/** What analysts say about their ratings. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Instant from "@candela/market/Instant"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"
import * as Record from "./internal/record.js"

const fields = {
  /** Benzinga's identifier of the insight. */
  benzinga_id: Field.optional(Record.Id),
  /** Benzinga's identifier of the firm. */
  benzinga_firm_id: Field.optional(Record.Id),
  /** Benzinga's identifier of the rating: `benzinga_id` of `ratings`. */
  benzinga_rating_id: Field.optional(Record.Id),
  /** Day of the rating, `yyyy-mm-dd`. */
  date: Field.optional(Unit.Date),
  /** Ticker of the rated stock. */
  ticker: Field.optional(Record.Ticker),
  /** Name of the rated company. */
  company_name: Field.optional(Record.Company),
  /** Name of the firm that rates. */
  firm: Field.optional(Record.Firm),
  /** Rating, in the firm's words. */
  rating: Field.optional(Field.openEnum(...Record.ratings)),
  /** What changed since the firm's last rating. */
  rating_action: Field.optional(Field.openEnum(...Record.ratingActions)),
  /** Price that the firm expects of the stock, dollars. */
  price_target: Field.optional(Field.like(Unit.Dollars, 5, 450)),
  /** The reasons for rating and price target, as text in Markdown. */
  insight: Field.optional(
    Field.like(
      Schema.String,
      "**Margins**: The firm expects them to widen as costs of transport fall.\n\n**Risks**: Demand may slow.",
      "**Growth**: Subscriptions make revenue steadier.\n\n**Valuation**: The price already reflects most of it.",
      "**Cash flow**: Lower investments leave more for dividends and buybacks.",
    ),
  ),
  /** When the record was last changed, RFC 3339 date-time. */
  last_updated: Field.optional(Unit.DateTime),
}

/** What an analyst says about a rating. */
export interface AnalystInsight extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link AnalystInsight}. */
export const AnalystInsight: Field.SchemaOf<AnalystInsight, typeof fields> &
  Instant.Reader<AnalystInsight, "last_updated"> = Instant.readable(
  Field.struct(fields, "AnalystInsight"),
  "last_updated",
)

const params = {
  date: Filter.rangeOrAnyOf(Param.Date),
  ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  last_updated: Filter.range(Param.DateTime),
  firm: Filter.rangeOrAnyOf(Param.String),
  rating_action: Filter.rangeOrAnyOf(Param.String),
  benzinga_firm_id: Filter.rangeOrAnyOf(Param.String),
  benzinga_rating_id: Filter.rangeOrAnyOf(Param.String),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 50_000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["last_updated", "desc"] }),
}

/** Request for insights of analysts. */
export interface AnalystInsightsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const analystInsights: Endpoint.Paged<AnalystInsightsRequest, AnalystInsight, typeof params> = Endpoint.paged({
  path: "/benzinga/v1/analyst-insights",
  params,
  row: AnalystInsight,
})
