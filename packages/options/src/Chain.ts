/** Latest state of the contracts on an underlying: its chain, or one contract of it. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Unit from "@candela/core/declare/Unit"
import * as Instant from "@candela/market/Instant"
import {
  Greeks,
  LastQuote,
  LastTrade,
  type OptionDetails,
  optionDetailsFields,
  UnderlyingAsset,
} from "@candela/market/InstrumentState"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const dayFields = {
  /** Change since the previous close, dollars. */
  change: /* @__PURE__ */ Field.optional(Unit.Dollars),
  /** Change since the previous close, in percent. */
  change_percent: /* @__PURE__ */ Field.optional(Unit.Percent),
  /** Last price of the day, dollars. */
  close: /* @__PURE__ */ Field.optional(Unit.Dollars),
  /** Highest price of the day, dollars. */
  high: /* @__PURE__ */ Field.optional(Unit.Dollars),
  /** Time of the last change, epoch nanoseconds. */
  last_updated: /* @__PURE__ */ Field.optional(Unit.EpochNanos),
  /** Lowest price of the day, dollars. */
  low: /* @__PURE__ */ Field.optional(Unit.Dollars),
  /** First price of the day, dollars. */
  open: /* @__PURE__ */ Field.optional(Unit.Dollars),
  /** Last price of the previous trading day, dollars. */
  previous_close: /* @__PURE__ */ Field.optional(Unit.Dollars),
  /** Contracts traded on the day. */
  volume: /* @__PURE__ */ Field.optional(Unit.Volume),
  /** Volume-weighted average price of the day, dollars. */
  vwap: /* @__PURE__ */ Field.optional(Unit.Dollars),
}

/** Day of a contract so far, or its last one; empty before its first trade. */
export interface OptionDay extends Field.Row<typeof dayFields>, Endpoint.Named {}

/** Schema of {@link OptionDay}, and `OptionDay.dateTime(day)`. */
export const OptionDay: Field.SchemaOf<OptionDay, typeof dayFields> & Instant.Reader<OptionDay, "last_updated"> =
  /* @__PURE__ */ Instant.readable(/* @__PURE__ */ Field.struct(dayFields, "OptionDay"), "last_updated")

const detailsFields = {
  /** The contract's ticker. */
  ticker: /* @__PURE__ */ Field.required(Schema.String),
}

/** Terms of a contract of a chain. */
export interface ContractDetails extends OptionDetails, Field.Row<typeof detailsFields> {}

/** Schema of {@link ContractDetails}. */
export const ContractDetails: Field.SchemaOf<ContractDetails, typeof optionDetailsFields & typeof detailsFields> =
  /* @__PURE__ */ Field.struct({ ...optionDetailsFields, ...detailsFields }, "ContractDetails")

const fields = {
  /** Terms of the contract. */
  details: /* @__PURE__ */ Field.required(ContractDetails),
  /** Price of the underlying at which the option breaks even, dollars: the strike, more or less the option's price. */
  break_even_price: /* @__PURE__ */ Field.optional(Unit.Dollars),
  /** Day so far, or the last one. */
  day: /* @__PURE__ */ Field.optional(OptionDay),
  /** Sensitivities of the price; absent for some contracts far in or out of the money. */
  greeks: /* @__PURE__ */ Field.optional(Greeks),
  /** Implied volatility, annual, as a fraction; absent where there are no greeks. */
  implied_volatility: /* @__PURE__ */ Field.optional(Unit.Ratio),
  /** The last quote; only on plans that include quotes. */
  last_quote: /* @__PURE__ */ Field.optional(LastQuote),
  /** The last trade; absent before the first one, and on plans without trades. */
  last_trade: /* @__PURE__ */ Field.optional(LastTrade),
  /** Open interest at the end of the last trading day: number of open contracts. */
  open_interest: /* @__PURE__ */ Field.optional(Unit.Count),
  /** Underlying of the option. */
  underlying_asset: /* @__PURE__ */ Field.optional(UnderlyingAsset),
  /** Fair market value, dollars; on business plans only. */
  fmv: /* @__PURE__ */ Field.optional(Unit.Dollars),
  /** Time of computing the fair market value, epoch nanoseconds. */
  fmv_last_updated: /* @__PURE__ */ Field.optional(Unit.EpochNanos),
}

/** State of a contract of a chain. Prices in dollars per share: a contract costs 100 times as much. */
export interface ChainContract extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link ChainContract}. */
export const ChainContract: Field.SchemaOf<ChainContract, typeof fields> &
  Instant.Reader<ChainContract, "fmv_last_updated"> = /* @__PURE__ */ Instant.readable(
  /* @__PURE__ */ Field.struct(fields, "ChainContract"),
  "fmv_last_updated",
)

const ofUnderlying = {
  /** Ticker of the underlying, case-sensitive: `AAPL`, `I:SPX`. */
  underlyingAsset: Ticker.Any,
}

const params = {
  ...ofUnderlying,
  /** Strike price, dollars. */
  strike_price: /* @__PURE__ */ Filter.range(Param.Number),
  /** Last day of the contract. */
  expiration_date: /* @__PURE__ */ Filter.range(Param.Date),
  /** Type of the contract. */
  contract_type: /* @__PURE__ */ Filter.equals(/* @__PURE__ */ Param.literal("call", "put")),
  /** Direction of sorting. */
  order: /* @__PURE__ */ Param.order("asc"),
  /** Column of the terms to sort by. */
  sort: /* @__PURE__ */ Param.sortColumn({ columns: ["ticker", "expiration_date", "strike_price"], default: "ticker" }),
  /** Size of a page. The maximum is the size of a stream's pages. */
  limit: /* @__PURE__ */ Param.limit({ default: 10, max: 250 }),
}

/** Request for the chain of an underlying. */
export interface ChainRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

export const chain: Endpoint.Paged<ChainRequest, ChainContract, typeof params> = /* @__PURE__ */ Endpoint.paged({
  path: "/v3/snapshot/options/{underlyingAsset}",
  params,
  row: ChainContract,
})

const snapshotParams = {
  ...ofUnderlying,
  /** The contract's ticker, case-sensitive: `O:AAPL250718C00200000`. */
  optionContract: Ticker.Option,
}

/** Request for one contract of a chain. */
export interface SnapshotRequest extends Endpoint.RequestOf<typeof snapshotParams>, Endpoint.Named {}

export const snapshot: Endpoint.Single<SnapshotRequest, ChainContract, typeof snapshotParams> =
  /* @__PURE__ */ Endpoint.single({
    path: "/v3/snapshot/options/{underlyingAsset}/{optionContract}",
    params: snapshotParams,
    value: ChainContract,
    at: "results",
  })
