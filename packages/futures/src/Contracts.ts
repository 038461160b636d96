/** Futures contracts: a product in a month of expiry, or a combination of several. @module */
import * as Endpoint from "@candela/core/Endpoint"
import * as Field from "@candela/core/Field"
import * as Unit from "@candela/core/Unit"
import * as Filter from "@candela/core/Filter"
import * as Param from "@candela/core/Param"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"
import { types } from "./internal/types.js"

const fields = {
  /** The contract's ticker, the product's code and the expiry: `ESU5`; of a combination those of its parts: `ESU5-ESZ5`. */
  ticker: Field.optional(Schema.String),
  /** Full name. */
  name: Field.optional(Schema.String),
  /** Code of its product: `ES`. */
  product_code: Field.optional(Schema.String),
  /** Group of products on the electronic platform CME Globex. Contracts of other platforms have none. */
  group_code: Field.optional(Schema.String),
  /** Market identifier code (ISO 10383) of the venue: `XCME`. */
  trading_venue: Field.optional(Schema.String),
  /** Whether it is a single contract or a combination. Absent where `date` is before 2025-03-12. */
  type: Field.optional(Field.openEnum(...types)),
  /** The day whose state the record tells, `yyyy-mm-dd`. */
  date: Field.optional(Unit.Date),
  /** Whether it can be traded on `date`: from its first to its last trade date. */
  active: Field.optional(Schema.Boolean),
  /** First day on which it can be traded, `yyyy-mm-dd`. */
  first_trade_date: Field.optional(Unit.Date),
  /** Last day on which it can be traded, `yyyy-mm-dd`. */
  last_trade_date: Field.optional(Unit.Date),
  /** Day of the final settlement, `yyyy-mm-dd`. */
  settlement_date: Field.optional(Unit.Date),
  /** Calendar days from `date` to the final settlement. */
  days_to_maturity: Field.optional(Unit.Count),
  /** The smallest order, in contracts. */
  min_order_quantity: Field.optional(Unit.Count),
  /** The largest order, in contracts. */
  max_order_quantity: Field.optional(Unit.Count),
  /** Step of traded prices, in the product's price quotation. */
  trade_tick_size: Field.optional(Unit.Currency),
  /** Step of settlement prices, in the product's price quotation. */
  settlement_tick_size: Field.optional(Unit.Currency),
  /** Step of the prices of spreads, in the product's price quotation. */
  spread_tick_size: Field.optional(Unit.Currency),
}

/** A futures contract as it was on a day (specification, Futures contract). */
export interface FuturesContract extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link FuturesContract}. */
export const FuturesContract: Field.SchemaOf<FuturesContract, typeof fields> = Schema.Struct(fields)

const params = {
  /** A range gives one row a day and contract. Default the latest day. */
  date: Filter.range(Param.Date),
  product_code: Filter.rangeOrAnyOf(Param.String),
  /** Case-sensitive. */
  ticker: Filter.rangeOrAnyOf(Ticker.Contract),
  /** Default both. */
  active: Filter.equals(Param.Boolean),
  /** Empty is as if left out: both, and the contracts before 2025-03-12, which have no type. */
  type: Filter.orBlank(Filter.anyOf(Param.literal(...types))),
  first_trade_date: Filter.range(Param.Date),
  last_trade_date: Filter.range(Param.Date),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 1000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["product_code", "asc"] }),
}

/** Which contracts to request. */
export interface ContractsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const contracts: Endpoint.Paged<ContractsRequest, FuturesContract, typeof params> = Endpoint.paged({
  path: "/futures/v1/contracts",
  params,
  row: FuturesContract,
})
