/** Money that flows into funds and out of them, day by day. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Ticker from "@candela/market/Ticker"
import * as Fund from "./Fund.js"

const own = {
  /** Money for shares created less money for shares redeemed on the day, dollars; negative if more flowed out. */
  fund_flow: Field.optional(Field.like(Unit.Dollars, -900_000_000, 900_000_000)),
  /** Net asset value, dollars a share. */
  nav: Field.optional(Field.like(Unit.Dollars, 20.25, 620.75)),
  /** Shares of the fund that exist. */
  shares_outstanding: Field.optional(Field.like(Unit.Shares, 1_000_000, 1_000_000_000)),
}

const fields = { ...Fund.fields, ...own }

/** Money that flowed into a fund on a day. */
export interface FundFlow extends Fund.Fund, Field.Row<typeof own> {}

/** Schema of {@link FundFlow}. */
export const FundFlow: Field.SchemaOf<FundFlow, typeof fields> = Field.struct(fields, "FundFlow")

const params = {
  processed_date: Filter.range(Param.Date),
  effective_date: Filter.range(Param.Date),
  composite_ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 5000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["composite_ticker", "asc"] }),
}

/** Request for flows of funds. */
export interface FundFlowsRequest
  extends Endpoint.RequestOn<typeof Fund.fields & typeof own, typeof params>, Endpoint.Named {}

export const fundFlows: Endpoint.Paged<FundFlowsRequest, FundFlow, typeof params> = Endpoint.paged({
  path: "/etf-global/v1/fund-flows",
  params,
  row: FundFlow,
})
