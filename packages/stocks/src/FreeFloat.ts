/** Free float of stocks: the shares that the public can trade. @module */
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
  /** Day from which the number holds, `yyyy-mm-dd`. */
  effective_date: Field.optional(Unit.Date),
  /** Shares outstanding without those of insiders, founders, states and other holders of large or locked parts. */
  free_float: Field.optional(Unit.Shares),
  /** Free float in percent of the shares outstanding, with two decimals. */
  free_float_percent: Field.optional(Unit.Percent),
}

/** Free float of a stock, the most recent one. */
export interface FreeFloat extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link FreeFloat}. */
export const FreeFloat: Field.SchemaOf<FreeFloat, typeof fields> = Field.struct(fields, "FreeFloat")

const params = {
  /** Case-sensitive. */
  ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  free_float_percent: Filter.range(Param.Number),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 5000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["ticker", "asc"] }),
}

/** Request for the free float. */
export interface FloatRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const float: Endpoint.Paged<FloatRequest, FreeFloat, typeof params> = Endpoint.paged({
  path: "/stocks/vX/float",
  params,
  row: FreeFloat,
  key: "ticker",
})
