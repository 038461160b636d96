/** Futures contracts: a product in a month of expiry, or a combination of several. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"
import { types } from "./internal/types.js"

const fields = {
  /**
   * Ticker of the contract, the product's code and the expiry: `ESU5`; for a combination the
   * tickers of its parts: `ESU5-ESZ5`.
   */
  ticker: Field.optional(Schema.String),
  /** Full name of the contract. */
  name: Field.optional(Schema.String),
  /** Code of the product: `ES`. */
  product_code: Field.optional(Schema.String),
  /** Group of products on the electronic platform CME Globex. Absent on other platforms. */
  group_code: Field.optional(Schema.String),
  /** Market identifier code (ISO 10383) of the venue: `XCME`. */
  trading_venue: Field.optional(Schema.String),
  /** Single contract or combination. Absent when `date` is before 2025-03-12. */
  type: Field.optional(Field.openEnum(...types)),
  /** Date of the record's state, `yyyy-mm-dd`. */
  date: Field.optional(Unit.Date),
  /** Whether the contract can be traded on `date`: from its first to its last trade date. */
  active: Field.optional(Schema.Boolean),
  /** First trading day, `yyyy-mm-dd`. */
  first_trade_date: Field.optional(Unit.Date),
  /** Last trading day, `yyyy-mm-dd`. */
  last_trade_date: Field.optional(Unit.Date),
  /** Day of the final settlement, `yyyy-mm-dd`. */
  settlement_date: Field.optional(Unit.Date),
  /** Calendar days from `date` to the final settlement. */
  days_to_maturity: Field.optional(Unit.Count),
  /** Smallest order, in contracts. */
  min_order_quantity: Field.optional(Unit.Count),
  /** Largest order, in contracts. */
  max_order_quantity: Field.optional(Unit.Count),
  /** Tick size of traded prices, in the product's price quotation. */
  trade_tick_size: Field.optional(Unit.Currency),
  /** Tick size of settlement prices, in the product's price quotation. */
  settlement_tick_size: Field.optional(Unit.Currency),
  /** Tick size of spread prices, in the product's price quotation. */
  spread_tick_size: Field.optional(Unit.Currency),
}

/** A futures contract as it was on a day (specification, Futures contract). */
export interface FuturesContract extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link FuturesContract}. */
export const FuturesContract: Field.SchemaOf<FuturesContract, typeof fields> = Field.struct(fields, "FuturesContract")

const params = {
  /** A range returns one row per day and contract. Default: the latest day. */
  date: Filter.range(Param.Date),
  product_code: Filter.rangeOrAnyOf(Param.String),
  /** Case-sensitive. */
  ticker: Filter.rangeOrAnyOf(Ticker.Contract),
  /** Default: both. */
  active: Filter.equals(Param.Boolean),
  /** An empty value counts as absent: both types, and the contracts before 2025-03-12, which have no type. */
  type: Filter.orBlank(Filter.anyOf(Param.literal(...types))),
  first_trade_date: Filter.range(Param.Date),
  last_trade_date: Filter.range(Param.Date),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 1000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["product_code", "asc"] }),
}

/** Request for contracts. */
export interface ContractsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const contracts: Endpoint.Paged<ContractsRequest, FuturesContract, typeof params> = Endpoint.paged({
  path: "/futures/v1/contracts",
  params,
  row: FuturesContract,
})
