/** Short interest of stocks: what is sold short and not bought back. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const fields = {
  /** The stock's ticker. */
  ticker: Field.optional(Schema.String),
  /** Day as of whose end the positions are counted, twice a month, `yyyy-mm-dd`. */
  settlement_date: Field.optional(Unit.Date),
  /** Shares that are sold short and not bought back. */
  short_interest: Field.optional(Unit.Shares),
  /** Mean volume of a day since the settlement date before, shares. */
  avg_daily_volume: Field.optional(Unit.Volume),
  /** Days of average volume that it takes to buy the shares back: `short_interest / avg_daily_volume`, at least 1. */
  days_to_cover: Field.optional(Unit.Count),
}

/** Short interest of a stock on a settlement date. */
export interface ShortInterest extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link ShortInterest}. */
export const ShortInterest: Field.SchemaOf<ShortInterest, typeof fields> = Field.struct(fields, "ShortInterest")

const params = {
  /** Case-sensitive. */
  ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  days_to_cover: Filter.rangeOrAnyOf(Param.Number),
  settlement_date: Filter.rangeOrAnyOf(Param.Date),
  avg_daily_volume: Filter.rangeOrAnyOf(Param.integer()),
  /** Size of a page. */
  limit: Param.limit({ default: 10, max: 50_000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["ticker", "asc"] }),
}

/** Request for short interest. */
export interface ShortInterestRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const shortInterest: Endpoint.Paged<ShortInterestRequest, ShortInterest, typeof params> = Endpoint.paged({
  path: "/stocks/v1/short-interest",
  params,
  row: ShortInterest,
})
