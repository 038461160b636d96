/**
 * Balance sheets of the companies that file statements.
 *
 * @module
 */
import * as Endpoint from "@candela/core/Endpoint"
import * as Field from "@candela/core/Field"
import * as Filter from "@candela/core/Filter"
import * as Param from "@candela/core/Param"
import * as Company from "@candela/market/Company"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const timeframes = ["quarterly", "annual"] as const

const fields = {
  /** Central Index Key of the company at the securities regulator: `0000320193`. */
  cik: Field.optional(Schema.String),
  /** Tickers of the company's shares, one for each class. */
  tickers: Field.optional(Schema.Array(Schema.String)),
  /** Last day of the period: the day of the balance, `yyyy-mm-dd`. */
  period_end: Field.optional(Schema.String),
  /** Day on which the statement was filed, `yyyy-mm-dd`. */
  filing_date: Field.optional(Schema.String),
  /** Fiscal year of the period. */
  fiscal_year: Field.optional(Schema.Number),
  /** Fiscal quarter of the period, 1 to 4. */
  fiscal_quarter: Field.optional(Schema.Number),
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

/** A balance sheet (specification, Balance sheet record). */
export interface BalanceSheet extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link BalanceSheet}. */
export const BalanceSheet: Schema.Schema<BalanceSheet, Schema.Struct.Encoded<typeof fields>> = Schema.Struct(fields)

const params = {
  /** Central Index Key of the company: `0000320193`. Ranges compare it as text. */
  cik: Filter.rangeOrAnyOf(Company.Cik),
  /** A ticker among the company's: `BRK.B` finds the sheets that list `["BRK.A", "BRK.B"]`. */
  tickers: Filter.contains(Ticker.Stock),
  /** Last day of the period. */
  period_end: Filter.range(Param.Date),
  /** Day on which the statement was filed. */
  filing_date: Filter.range(Param.Date),
  /** Fiscal year of the period. */
  fiscal_year: Filter.range(Param.Number),
  /** Fiscal quarter of the period, 1 to 4. */
  fiscal_quarter: Filter.range(Param.Number),
  /** Length of the period. Ranges compare it as text: `annual` comes before `quarterly`. */
  timeframe: Filter.rangeOrAnyOf(Param.literal(...timeframes)),
  /** The last of the company's tickers in the order of the alphabet. */
  max_ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  /** The first of the company's tickers in the order of the alphabet. */
  min_ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  /** Size of a page. Default 100, at most 50000. */
  limit: Param.limit({ default: 100, max: 50_000 }),
  /** Columns to sort by, each with `.asc` or `.desc`. Default `period_end.asc`. */
  sort: Param.sort({ columns: Field.names(fields, "tickers"), default: ["period_end", "asc"] }),
}

/** Which balance sheets to request. */
export interface BalanceSheetsRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

/** `GET /stocks/financials/v1/balance-sheets` (specification, endpoint 7). */
export const balanceSheets: Endpoint.Paged<BalanceSheetsRequest, BalanceSheet, typeof params> = Endpoint.paged(
  "stocks.balanceSheets",
  {
    path: "/stocks/financials/v1/balance-sheets",
    params,
    row: BalanceSheet,
  },
)
