/** Balance sheets of the companies that file statements. @module */
import * as Endpoint from "@candela/core/Endpoint"
import * as Field from "@candela/core/Field"
import * as Filter from "@candela/core/Filter"
import * as Param from "@candela/core/Param"
import * as Schema from "effect/Schema"
import * as Filings from "./Filings.js"

const timeframes = ["quarterly", "annual"] as const

const lines = {
  /** Length of the period. */
  timeframe: Field.optional(Field.openEnum(...timeframes)),
  /** Owed to suppliers, dollars. */
  accounts_payable: Field.optional(Schema.Number),
  /** Accrued expenses, taxes and other obligations due within a year, dollars. */
  accrued_and_other_current_liabilities: Field.optional(Schema.Number),
  /** Gains and losses that bypassed the income statement, such as currency translation, dollars. */
  accumulated_other_comprehensive_income: Field.optional(Schema.Number),
  /** Paid by shareholders above the par value of their shares, dollars. */
  additional_paid_in_capital: Field.optional(Schema.Number),
  /** Cash and highly liquid investments, dollars. */
  cash_and_equivalents: Field.optional(Schema.Number),
  /** Disclosed amount of commitments and potential liabilities, dollars. */
  commitments_and_contingencies: Field.optional(Schema.Number),
  /** Par or stated value of the common shares, dollars. */
  common_stock: Field.optional(Schema.Number),
  /** Debt due within a year, dollars. */
  debt_current: Field.optional(Schema.Number),
  /** Received for goods and services that are to be delivered within a year, dollars. */
  deferred_revenue_current: Field.optional(Schema.Number),
  /** Paid for acquired companies above the fair value of their net assets, dollars. */
  goodwill: Field.optional(Schema.Number),
  /** Patents, trademarks and the like, net of amortization, dollars. */
  intangible_assets_net: Field.optional(Schema.Number),
  /** Raw materials, work in process and finished goods, dollars. */
  inventories: Field.optional(Schema.Number),
  /** Debt and capital leases due after a year, dollars. */
  long_term_debt_and_capital_lease_obligations: Field.optional(Schema.Number),
  /** Equity in subsidiaries that others own, dollars. */
  noncontrolling_interest: Field.optional(Schema.Number),
  /** Non-current assets not listed elsewhere, dollars. */
  other_assets: Field.optional(Schema.Number),
  /** Current assets not listed elsewhere, dollars. */
  other_current_assets: Field.optional(Schema.Number),
  /** Equity not listed elsewhere, dollars. */
  other_equity: Field.optional(Schema.Number),
  /** Non-current liabilities not listed elsewhere, dollars. */
  other_noncurrent_liabilities: Field.optional(Schema.Number),
  /** Par or stated value of the preferred shares, dollars. */
  preferred_stock: Field.optional(Schema.Number),
  /** Tangible fixed assets, net of depreciation, dollars. */
  property_plant_equipment_net: Field.optional(Schema.Number),
  /** Owed by customers and others, dollars. */
  receivables: Field.optional(Schema.Number),
  /** Net income since the beginning, less dividends; negative for a deficit, dollars. */
  retained_earnings_deficit: Field.optional(Schema.Number),
  /** Investments that mature within a year, dollars. */
  short_term_investments: Field.optional(Schema.Number),
  /** All assets, dollars. */
  total_assets: Field.optional(Schema.Number),
  /** All current assets, dollars. */
  total_current_assets: Field.optional(Schema.Number),
  /** All liabilities due within a year, dollars. */
  total_current_liabilities: Field.optional(Schema.Number),
  /** All equity, dollars. */
  total_equity: Field.optional(Schema.Number),
  /** Equity without what others own of subsidiaries, dollars. */
  total_equity_attributable_to_parent: Field.optional(Schema.Number),
  /** All liabilities, dollars. */
  total_liabilities: Field.optional(Schema.Number),
  /** All liabilities and equity: equals `total_assets`, dollars. */
  total_liabilities_and_equity: Field.optional(Schema.Number),
  /** Cost of the company's own shares that it bought back; typically negative, dollars. */
  treasury_stock: Field.optional(Schema.Number),
}

const fields = { ...Filings.fields, ...lines }

/** A balance sheet (specification, Balance sheet record). Its `period_end` is the day of the balance. */
export interface BalanceSheet extends Filings.Filing, Field.Row<typeof lines> {}

/** Schema of {@link BalanceSheet}. */
export const BalanceSheet: Field.SchemaOf<BalanceSheet, typeof fields> = Schema.Struct(fields)

const own = {
  /** Length of the period. Ranges compare it as text: `annual` comes before `quarterly`. */
  timeframe: Filter.rangeOrAnyOf(Param.literal(...timeframes)),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields, "tickers"), default: ["period_end", "asc"] }),
}

const params = { ...Filings.params, ...own }

/** Which balance sheets to request. */
export interface BalanceSheetsRequest extends Filings.FilingsRequest, Endpoint.RequestOf<typeof own> {}

export const balanceSheets: Endpoint.Paged<BalanceSheetsRequest, BalanceSheet, typeof params> = Endpoint.paged(
  "stocks.balanceSheets",
  {
    path: "/stocks/financials/v1/balance-sheets",
    params,
    row: BalanceSheet,
  },
)
