/** Ratings and price targets of analysts. @module */
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
  /** Benzinga's identifier of the rating. */
  benzinga_id: Field.optional(Record.Id),
  /** Benzinga's identifier of the analyst. */
  benzinga_analyst_id: Field.optional(Record.Id),
  /** Benzinga's identifier of the firm. */
  benzinga_firm_id: Field.optional(Record.Id),
  /** Day of the rating, `yyyy-mm-dd`. */
  date: Field.optional(Unit.Date),
  /** Time of the rating in UTC, `hh:mm:ss`. */
  time: Field.optional(Record.Time),
  /** Ticker of the rated stock. */
  ticker: Field.optional(Record.Ticker),
  /** Name of the rated company. */
  company_name: Field.optional(Record.Company),
  /** Name of the firm that rates. */
  firm: Field.optional(Record.Firm),
  /** Name of the analyst. */
  analyst: Field.optional(Field.like(Schema.String, "Analyst 1", "Analyst 2", "Analyst 3")),
  /** Rating, in the firm's words. */
  rating: Field.optional(Field.openEnum(...Record.ratings)),
  /** The firm's last rating of the stock. */
  previous_rating: Field.optional(Field.openEnum(...Record.ratings)),
  /** What changed since the firm's last rating. */
  rating_action: Field.optional(Field.openEnum(...Record.ratingActions)),
  /** Price that the analyst expects, in the currency of the row. */
  price_target: Field.optional(Record.PriceTarget),
  /** The analyst's last price target, in the currency of the row. */
  previous_price_target: Field.optional(Record.PriceTarget),
  /** Price target, adjusted for later splits and dividends, in the currency of the row. */
  adjusted_price_target: Field.optional(Record.PriceTarget),
  /** The last price target, adjusted for later splits and dividends, in the currency of the row. */
  previous_adjusted_price_target: Field.optional(Record.PriceTarget),
  /** What changed in the price target. */
  price_target_action: Field.optional(Field.openEnum("raises", "lowers", "maintains", "announces", "sets")),
  /** Change of the price target, percent; absent without a previous one. */
  price_percent_change: Field.optional(Field.like(Unit.Percent, -30.25, 30.25)),
  /** Code of the currency of the price targets, by ISO 4217. */
  currency: Field.optional(Record.Currency),
  /** Importance of the rating, from 0 (lowest) to 5. */
  importance: Field.optional(Record.Importance),
  /** Notes on the rating. */
  notes: Field.optional(Field.like(Schema.String, "The analyst changed after the company's report of earnings.")),
  /** Address of Benzinga's calendar of ratings of the stock. */
  benzinga_calendar_url: Field.optional(
    Field.like(Schema.String, "https://benzinga.example/quote/AAPL/analyst-ratings"),
  ),
  /** Address of Benzinga's articles about ratings of the stock. */
  benzinga_news_url: Field.optional(
    Field.like(Schema.String, "https://benzinga.example/stock-articles/AAPL/analyst-ratings"),
  ),
  /** When the record was last changed, RFC 3339 date-time. */
  last_updated: Field.optional(Unit.DateTime),
}

/** A rating of a stock by an analyst. */
export interface Rating extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link Rating}. */
export const Rating: Field.SchemaOf<Rating, typeof fields> & Instant.Reader<Rating, "last_updated"> = Instant.readable(
  Field.struct(fields, "Rating"),
  "last_updated",
)

const params = {
  date: Filter.rangeOrAnyOf(Param.Date),
  ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  importance: Filter.range(Param.integer({ min: 0, max: 5 })),
  last_updated: Filter.range(Param.DateTime),
  rating_action: Filter.rangeOrAnyOf(Param.String),
  price_target_action: Filter.rangeOrAnyOf(Param.String),
  benzinga_id: Filter.rangeOrAnyOf(Param.String),
  benzinga_analyst_id: Filter.rangeOrAnyOf(Param.String),
  benzinga_firm_id: Filter.rangeOrAnyOf(Param.String),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 50_000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["last_updated", "desc"] }),
}

/** Request for ratings. */
export interface RatingsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const ratings: Endpoint.Paged<RatingsRequest, Rating, typeof params> = Endpoint.paged({
  path: "/benzinga/v1/ratings",
  params,
  row: Rating,
})
