/** Splits of stocks in the service's older shape. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const fields = {
  /** Unique identifier of the record. */
  id: Field.optional(Field.Id),
  /** The stock's ticker. */
  ticker: Field.required(Schema.String),
  /** First day on which the shares trade after the split, `yyyy-mm-dd`. */
  execution_date: Field.required(Unit.Date),
  /** Shares before the split, which become `split_to` shares. */
  split_from: Field.required(Unit.Shares),
  /** Shares after the split. */
  split_to: Field.required(Unit.Shares),
}

/** A split in the older shape. */
export interface SplitV3 extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link SplitV3}. */
export const SplitV3: Field.SchemaOf<SplitV3, typeof fields> = Field.struct(fields, "SplitV3")

const params = {
  /** Case-sensitive. */
  ticker: Filter.range(Ticker.Stock),
  execution_date: Filter.range(Param.Date),
  /** Whether only splits that reduce the number of shares are listed (true), or only others (false). Default: all. */
  reverse_split: Param.optional(Param.Boolean),
  /** Direction of `sort`. */
  order: Param.order("desc"),
  /** Size of a page. */
  limit: Param.limit({ default: 10, max: 1000 }),
  /** Column to sort by. */
  sort: Param.sortColumn({ columns: ["execution_date", "ticker"], default: "execution_date" }),
}

/** Request for splits. */
export interface SplitsV3Request extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const splitsV3: Endpoint.Paged<SplitsV3Request, SplitV3, typeof params> = Endpoint.paged({
  path: "/v3/reference/splits",
  params,
  row: SplitV3,
  key: "id",
})
