/** What analysts together say about a stock. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Ticker from "@candela/market/Ticker"
import * as Record from "./internal/record.js"

/** Number of analysts with one rating. */
const Analysts = Field.like(Unit.Count, 0, 15)

const fields = {
  /** Ticker of the stock. */
  ticker: Field.optional(Record.Ticker),
  /** Average rating, in a word. */
  consensus_rating: Field.optional(Field.openEnum("strong_buy", "buy", "hold", "sell", "strong_sell")),
  /** Average rating, points from 1 (strong sell) to 5 (strong buy). */
  consensus_rating_value: Field.optional(Field.like(Unit.Points, 1.5, 4.95)),
  /** Number of analysts who rate the stock "strong buy". */
  strong_buy_ratings: Field.optional(Analysts),
  /** Number of analysts who rate the stock "buy". */
  buy_ratings: Field.optional(Analysts),
  /** Number of analysts who rate the stock "hold". */
  hold_ratings: Field.optional(Analysts),
  /** Number of analysts who rate the stock "sell". */
  sell_ratings: Field.optional(Analysts),
  /** Number of analysts who rate the stock "strong sell". */
  strong_sell_ratings: Field.optional(Analysts),
  /** Number of analysts who rate the stock. */
  ratings_contributors: Field.optional(Field.like(Unit.Count, 1, 60)),
  /** Average of the price targets, dollars. */
  consensus_price_target: Field.optional(Field.like(Unit.Dollars, 5.25, 450.75)),
  /** Highest price target, dollars. */
  high_price_target: Field.optional(Field.like(Unit.Dollars, 5.25, 450.75)),
  /** Lowest price target, dollars. */
  low_price_target: Field.optional(Field.like(Unit.Dollars, 5.25, 450.75)),
  /** Number of analysts with a price target. */
  price_target_contributors: Field.optional(Field.like(Unit.Count, 1, 60)),
}

/** What analysts together say about a stock. */
export interface ConsensusRating extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link ConsensusRating}. */
export const ConsensusRating: Field.SchemaOf<ConsensusRating, typeof fields> = Field.struct(fields, "ConsensusRating")

const params = {
  /** Ticker of the stock. */
  ticker: Ticker.Stock,
  /**
   * Days of the ratings that are counted: `"date.gte": "2025-01-01"` with `"date.lt": "2025-04-01"` for those of a
   * quarter. Default all.
   */
  date: Filter.rangeOrAnyOf(Param.Date),
  /** Size of the list. */
  limit: Param.limit({ default: 100, max: 50_000 }),
}

/** Request for the consensus of ratings. */
export interface ConsensusRatingsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const consensusRatings: Endpoint.List<ConsensusRatingsRequest, ConsensusRating, typeof params> = Endpoint.list({
  path: "/benzinga/v1/consensus-ratings/{ticker}",
  params,
  row: ConsensusRating,
})
