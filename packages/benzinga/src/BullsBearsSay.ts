/** The cases for and against a stock, in short. @module */
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
  /** Benzinga's identifier of the record. */
  benzinga_id: Field.optional(Record.Id),
  /** Ticker of the stock. */
  ticker: Field.optional(Record.Ticker),
  /** Why the price may rise. */
  bull_case: Field.optional(
    Field.like(
      Schema.String,
      "Loyal customers and rising sales of services make earnings steady, and the company buys back its shares.",
      "New products reach further markets, while lower costs widen the margin.",
    ),
  ),
  /** Why the price may fall. */
  bear_case: Field.optional(
    Field.like(
      Schema.String,
      "Competition presses prices, and the most important market grows no more.",
      "Regulation may become stricter, and the company depends on few suppliers.",
    ),
  ),
  /** When the record was last changed, RFC 3339 date-time. */
  last_updated: Field.optional(Unit.DateTime),
}

/** The cases for and against a stock. */
export interface BullsBears extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link BullsBears}. */
export const BullsBears: Field.SchemaOf<BullsBears, typeof fields> & Instant.Reader<BullsBears, "last_updated"> =
  Instant.readable(Field.struct(fields, "BullsBears"), "last_updated")

const params = {
  ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  benzinga_id: Filter.rangeOrAnyOf(Param.String),
  last_updated: Filter.range(Param.DateTime),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 5000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["ticker", "desc"] }),
}

/** Request for the cases for and against stocks. */
export interface BullsBearsSayRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const bullsBearsSay: Endpoint.Paged<BullsBearsSayRequest, BullsBears, typeof params> = Endpoint.paged({
  path: "/benzinga/v1/bulls-bears-say",
  params,
  row: BullsBears,
})
