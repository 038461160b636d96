/** Cash flow statements of the companies that file statements. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Filings from "./Filings.js"

const timeframes = ["quarterly", "annual", "trailing_twelve_months"] as const

const lines = {
  /** Length of the period; `trailing_twelve_months` sums up the last four quarters. */
  timeframe: Field.optional(Field.openEnum(...timeframes)),
  /** Cash from operating activities of continuing operations, dollars. */
  cash_from_operating_activities_continuing_operations: Field.optional(Unit.Dollars),
  /** Cash at the end of the period less cash at its beginning: the sum of all activities and adjustments, dollars. */
  change_in_cash_and_equivalents: Field.optional(Unit.Dollars),
  /** Cash from changes of receivables, inventories, payables and other working capital, dollars. */
  change_in_other_operating_assets_and_liabilities_net: Field.optional(Unit.Dollars),
  /** Depreciation, depletion and amortization of assets: lowers income, not cash, dollars. */
  depreciation_depletion_and_amortization: Field.optional(Unit.Dollars),
  /** Dividends paid to shareholders; typically negative, dollars. */
  dividends: Field.optional(Unit.Dollars),
  /** Effect of exchange rates on cash in other currencies, dollars. */
  effect_of_currency_exchange_rate: Field.optional(Unit.Dollars),
  /** Net income from discontinued operations, after taxes, dollars. */
  income_loss_from_discontinued_operations: Field.optional(Unit.Dollars),
  /** Long-term debt issued, less repayments, dollars. */
  long_term_debt_issuances_repayments: Field.optional(Unit.Dollars),
  /** All cash from debt, dividends, and shares issued and bought back, dollars. */
  net_cash_from_financing_activities: Field.optional(Unit.Dollars),
  /** Cash from financing activities of continuing operations, dollars. */
  net_cash_from_financing_activities_continuing_operations: Field.optional(Unit.Dollars),
  /** Cash from financing activities of discontinued operations, dollars. */
  net_cash_from_financing_activities_discontinued_operations: Field.optional(Unit.Dollars),
  /** All cash from purchases and sales of assets and investments; typically negative, dollars. */
  net_cash_from_investing_activities: Field.optional(Unit.Dollars),
  /** Cash from investing activities of continuing operations, dollars. */
  net_cash_from_investing_activities_continuing_operations: Field.optional(Unit.Dollars),
  /** Cash from investing activities of discontinued operations, dollars. */
  net_cash_from_investing_activities_discontinued_operations: Field.optional(Unit.Dollars),
  /** All cash from the business itself, dollars. */
  net_cash_from_operating_activities: Field.optional(Unit.Dollars),
  /** Cash from operating activities of discontinued operations, dollars. */
  net_cash_from_operating_activities_discontinued_operations: Field.optional(Unit.Dollars),
  /** Net income, the starting point of the cash from operations, dollars. */
  net_income: Field.optional(Unit.Dollars),
  /** Cash from other owners of subsidiaries, less payments to them, dollars. */
  noncontrolling_interests: Field.optional(Unit.Dollars),
  /** Adjustments of cash not listed elsewhere, dollars. */
  other_cash_adjustments: Field.optional(Unit.Dollars),
  /** Shares issued less shares bought back, and other financing, dollars. */
  other_financing_activities: Field.optional(Unit.Dollars),
  /** Investments sold less investments bought, and other investing, dollars. */
  other_investing_activities: Field.optional(Unit.Dollars),
  /** Items that lower income but not cash and are not listed elsewhere, such as pay in shares, dollars. */
  other_operating_activities: Field.optional(Unit.Dollars),
  /** Payments for fixed assets; typically negative, dollars. */
  purchase_of_property_plant_and_equipment: Field.optional(Unit.Dollars),
  /** Proceeds from sales of fixed assets, dollars. */
  sale_of_property_plant_and_equipment: Field.optional(Unit.Dollars),
  /** Short-term debt (due within a year) issued, less repayments, dollars. */
  short_term_debt_issuances_repayments: Field.optional(Unit.Dollars),
}

const fields = { ...Filings.fields, ...lines }

/** A cash flow statement (specification, Cash flow statement record). */
export interface CashFlowStatement extends Filings.Filing, Field.Row<typeof lines> {}

/** Schema of {@link CashFlowStatement}. */
export const CashFlowStatement: Field.SchemaOf<CashFlowStatement, typeof fields> = Field.struct(
  fields,
  "CashFlowStatement",
)

const own = {
  /** Ranges compare it as text: `annual`, `quarterly`, `trailing_twelve_months`. */
  timeframe: Filter.rangeOrAnyOf(Param.literal(...timeframes)),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields, "tickers"), default: ["period_end", "asc"] }),
}

const params = { ...Filings.params, ...own }

/** Request for cash flow statements. */
export interface CashFlowStatementsRequest
  extends Filings.FilingsRequest, Endpoint.RequestOn<typeof lines, typeof own> {}

export const cashFlowStatements: Endpoint.Paged<CashFlowStatementsRequest, CashFlowStatement, typeof params> =
  Endpoint.paged({
    path: "/stocks/financials/v1/cash-flow-statements",
    params,
    row: CashFlowStatement,
  })
