/** Splits of stocks. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const adjustmentTypes = ["forward_split", "reverse_split", "stock_dividend"] as const

const fields = {
  /** Unique identifier of the record. */
  id: Field.optional(Field.Id),
  /** The stock's ticker. */
  ticker: Field.optional(Schema.String),
  /** First day on which the shares trade after the split, `yyyy-mm-dd`. */
  execution_date: Field.optional(Unit.Date),
  /** Kind of the split. */
  adjustment_type: Field.optional(Field.openEnum(...adjustmentTypes)),
  /** Shares before the split, which become `split_to` shares. */
  split_from: Field.optional(Unit.Shares),
  /** Shares after the split. */
  split_to: Field.optional(Unit.Shares),
  /**
   * Offsets the effect of splits on historical prices: multiply a price of date D by the factor of
   * the first split whose `execution_date` is after D.
   */
  historical_adjustment_factor: Field.optional(Unit.Ratio),
}

/** A split of a stock. */
export interface Split extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link Split}. */
export const Split: Field.SchemaOf<Split, typeof fields> = Field.struct(fields, "Split")

const params = {
  /** Case-sensitive. */
  ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  execution_date: Filter.range(Param.Date),
  adjustment_type: Filter.anyOf(Param.literal(...adjustmentTypes)),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 5000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["execution_date", "desc"] }),
}

/** Request for splits. */
export interface SplitsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const splits: Endpoint.Paged<SplitsRequest, Split, typeof params> = Endpoint.paged({
  path: "/stocks/v1/splits",
  params,
  row: Split,
  key: "id",
})
