/** Balance sheets of the companies that file statements. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Filings from "./Filings.js"

const timeframes = ["quarterly", "annual"] as const

const lines = {
  /** Length of the period. */
  timeframe: Field.optional(Field.openEnum(...timeframes)),
  /** Amounts owed to suppliers, dollars. */
  accounts_payable: Field.optional(Unit.Dollars),
  /** Accrued expenses, taxes and other obligations due within a year, dollars. */
  accrued_and_other_current_liabilities: Field.optional(Unit.Dollars),
  /** Gains and losses that bypassed the income statement, such as currency translation, dollars. */
  accumulated_other_comprehensive_income: Field.optional(Unit.Dollars),
  /** Capital paid by shareholders above the par value of their shares, dollars. */
  additional_paid_in_capital: Field.optional(Unit.Dollars),
  /** Cash and highly liquid investments, dollars. */
  cash_and_equivalents: Field.optional(Unit.Dollars),
  /** Disclosed amount of commitments and potential liabilities, dollars. */
  commitments_and_contingencies: Field.optional(Unit.Dollars),
  /** Par or stated value of the common shares, dollars. */
  common_stock: Field.optional(Unit.Dollars),
  /** Debt due within a year, dollars. */
  debt_current: Field.optional(Unit.Dollars),
  /** Payments received for goods and services to be delivered within a year, dollars. */
  deferred_revenue_current: Field.optional(Unit.Dollars),
  /** Price of acquired companies above the fair value of their net assets, dollars. */
  goodwill: Field.optional(Unit.Dollars),
  /** Patents, trademarks and the like, net of amortization, dollars. */
  intangible_assets_net: Field.optional(Unit.Dollars),
  /** Raw materials, work in process and finished goods, dollars. */
  inventories: Field.optional(Unit.Dollars),
  /** Debt and capital leases due after a year, dollars. */
  long_term_debt_and_capital_lease_obligations: Field.optional(Unit.Dollars),
  /** Share of other owners in the equity of subsidiaries, dollars. */
  noncontrolling_interest: Field.optional(Unit.Dollars),
  /** Non-current assets not listed elsewhere, dollars. */
  other_assets: Field.optional(Unit.Dollars),
  /** Current assets not listed elsewhere, dollars. */
  other_current_assets: Field.optional(Unit.Dollars),
  /** Equity not listed elsewhere, dollars. */
  other_equity: Field.optional(Unit.Dollars),
  /** Non-current liabilities not listed elsewhere, dollars. */
  other_noncurrent_liabilities: Field.optional(Unit.Dollars),
  /** Par or stated value of the preferred shares, dollars. */
  preferred_stock: Field.optional(Unit.Dollars),
  /** Tangible fixed assets, net of depreciation, dollars. */
  property_plant_equipment_net: Field.optional(Unit.Dollars),
  /** Amounts owed by customers and others, dollars. */
  receivables: Field.optional(Unit.Dollars),
  /** Accumulated net income less dividends; negative for a deficit, dollars. */
  retained_earnings_deficit: Field.optional(Unit.Dollars),
  /** Investments that mature within a year, dollars. */
  short_term_investments: Field.optional(Unit.Dollars),
  /** All assets, dollars. */
  total_assets: Field.optional(Unit.Dollars),
  /** All current assets, dollars. */
  total_current_assets: Field.optional(Unit.Dollars),
  /** All liabilities due within a year, dollars. */
  total_current_liabilities: Field.optional(Unit.Dollars),
  /** All equity, dollars. */
  total_equity: Field.optional(Unit.Dollars),
  /** Equity without the share of other owners in subsidiaries, dollars. */
  total_equity_attributable_to_parent: Field.optional(Unit.Dollars),
  /** All liabilities, dollars. */
  total_liabilities: Field.optional(Unit.Dollars),
  /** All liabilities and equity: equals `total_assets`, dollars. */
  total_liabilities_and_equity: Field.optional(Unit.Dollars),
  /** Cost of the company's own shares bought back; typically negative, dollars. */
  treasury_stock: Field.optional(Unit.Dollars),
}

const fields = { ...Filings.fields, ...lines }

/** A balance sheet (specification, Balance sheet record). Its `period_end` is the balance sheet date. */
export interface BalanceSheet extends Filings.Filing, Field.Row<typeof lines> {}

/** Schema of {@link BalanceSheet}. */
export const BalanceSheet: Field.SchemaOf<BalanceSheet, typeof fields> = Field.struct(fields, "BalanceSheet")

const own = {
  /** Ranges compare it as text: `annual` comes before `quarterly`. */
  timeframe: Filter.rangeOrAnyOf(Param.literal(...timeframes)),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields, "tickers"), default: ["period_end", "asc"] }),
}

const params = { ...Filings.params, ...own }

/** Request for balance sheets. */
export interface BalanceSheetsRequest extends Filings.FilingsRequest, Endpoint.RequestOn<typeof lines, typeof own> {}

export const balanceSheets: Endpoint.Paged<BalanceSheetsRequest, BalanceSheet, typeof params> = Endpoint.paged({
  path: "/stocks/financials/v1/balance-sheets",
  params,
  row: BalanceSheet,
})
