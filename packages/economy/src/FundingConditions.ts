/** Overnight funding conditions in the United States, day by day. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"

const fields = {
  /** Calendar day, `yyyy-mm-dd`. */
  date: Field.required(Unit.Date),
  /** Effective federal funds rate, percent; every calendar day. */
  effective_fed_funds_rate: Field.optional(Unit.Percent),
  /** Volume behind the effective federal funds rate, billions of dollars; business days. */
  effective_fed_funds_volume: Field.optional(Unit.BillionDollars),
  /** Lower bound of the federal funds target range, percent; every calendar day. */
  fed_funds_target_lower: Field.optional(Unit.Percent),
  /** Upper bound of the federal funds target range, percent; every calendar day. */
  fed_funds_target_upper: Field.optional(Unit.Percent),
  /** Interest rate on reserve balances, percent; every calendar day. */
  interest_on_reserve_balances: Field.optional(Unit.Percent),
  /** Secured overnight financing rate (SOFR), percent; business days. */
  secured_overnight_financing_rate: Field.optional(Unit.Percent),
  /** 25th percentile of the rates behind SOFR, percent; business days. */
  sofr_25th_percentile: Field.optional(Unit.Percent),
  /** 75th percentile of the rates behind SOFR, percent; business days. */
  sofr_75th_percentile: Field.optional(Unit.Percent),
  /** Volume behind SOFR, billions of dollars; business days. */
  sofr_volume: Field.optional(Unit.BillionDollars),
  /** Overnight bank funding rate (OBFR), unsecured, percent; business days. */
  overnight_bank_funding_rate: Field.optional(Unit.Percent),
  /** 25th percentile of the rates behind OBFR, percent; business days. */
  obfr_25th_percentile: Field.optional(Unit.Percent),
  /** 75th percentile of the rates behind OBFR, percent; business days. */
  obfr_75th_percentile: Field.optional(Unit.Percent),
  /** Volume behind OBFR, billions of dollars; business days. */
  obfr_volume: Field.optional(Unit.BillionDollars),
  /** Tri-party general collateral rate (TGCR), percent; business days. */
  tri_party_general_collateral_rate: Field.optional(Unit.Percent),
  /** 25th percentile of the rates behind TGCR, percent; business days. */
  tgcr_25th_percentile: Field.optional(Unit.Percent),
  /** 75th percentile of the rates behind TGCR, percent; business days. */
  tgcr_75th_percentile: Field.optional(Unit.Percent),
  /** Volume behind TGCR, billions of dollars; business days. */
  tri_party_general_collateral_volume: Field.optional(Unit.BillionDollars),
  /** Overnight repurchase operations against Treasury securities, billions of dollars; business days. */
  fed_overnight_repo_treasury_amount: Field.optional(Unit.BillionDollars),
  /** Overnight reverse repurchase operations against Treasury securities, billions of dollars; business days. */
  fed_overnight_reverse_repo_treasury_amount: Field.optional(Unit.BillionDollars),
  /** 90-day commercial paper of financial companies, discount basis, percent; business days, with gaps. */
  financial_commercial_paper_90d_rate: Field.optional(Unit.Percent),
  /** 90-day commercial paper of nonfinancial companies, discount basis, percent; business days, with gaps. */
  nonfinancial_commercial_paper_90d_rate: Field.optional(Unit.Percent),
}

/** Funding conditions on a day (specification, Funding conditions record). A series is absent before its first day. */
export interface FundingConditions extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link FundingConditions}. */
export const FundingConditions: Field.SchemaOf<FundingConditions, typeof fields> = Field.struct(
  fields,
  "FundingConditions",
)

const params = {
  date: Filter.range(Param.Date),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 50_000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["date", "asc"] }),
}

/** Request for funding conditions. */
export interface FundingConditionsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const fundingConditions: Endpoint.Paged<FundingConditionsRequest, FundingConditions, typeof params> =
  Endpoint.paged({
    path: "/fed/v1/funding-conditions",
    params,
    row: FundingConditions,
    key: "date",
    recordsFrom: "1954-07-01",
  })
