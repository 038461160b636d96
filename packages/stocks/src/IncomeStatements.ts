/** Income statements of the companies that file statements. @module */
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
  /** Net income per basic share, dollars. */
  basic_earnings_per_share: Field.optional(Unit.Dollars),
  /** Common shares outstanding, weighted by time; over twelve months the mean of the quarters. */
  basic_shares_outstanding: Field.optional(Unit.Shares),
  /** Net income of the company and its subsidiaries, dollars; negative for a loss. */
  consolidated_net_income_loss: Field.optional(Unit.Dollars),
  /** Direct cost of what was sold, dollars. Banks and insurers report none. */
  cost_of_revenue: Field.optional(Unit.Dollars),
  /** Depreciation, depletion and amortization among the operating expenses, dollars. */
  depreciation_depletion_amortization: Field.optional(Unit.Dollars),
  /** Net income per diluted share, dollars. */
  diluted_earnings_per_share: Field.optional(Unit.Dollars),
  /** Shares as if options, warrants and convertibles were shares, weighted by time. */
  diluted_shares_outstanding: Field.optional(Unit.Shares),
  /** Income from discontinued operations, after taxes, dollars. */
  discontinued_operations: Field.optional(Unit.Dollars),
  /** Earnings before interest, taxes, depreciation and amortization, dollars. */
  ebitda: Field.optional(Unit.Dollars),
  /** Share of the income of affiliates that are not consolidated, dollars. */
  equity_in_affiliates: Field.optional(Unit.Dollars),
  /** Unusual and infrequent gains less losses, dollars. */
  extraordinary_items: Field.optional(Unit.Dollars),
  /** Revenue less its direct cost, dollars. */
  gross_profit: Field.optional(Unit.Dollars),
  /** Operating income plus all other income, less other expenses, dollars. */
  income_before_income_taxes: Field.optional(Unit.Dollars),
  /** Income taxes, dollars; negative for a benefit. */
  income_taxes: Field.optional(Unit.Dollars),
  /** Cost of debt, dollars. */
  interest_expense: Field.optional(Unit.Dollars),
  /** Income from cash and investments in debt, dollars. */
  interest_income: Field.optional(Unit.Dollars),
  /** Net income for the owners of common shares: after preferred dividends and the part of other owners, dollars. */
  net_income_loss_attributable_common_shareholders: Field.optional(Unit.Dollars),
  /** Part of the net income that belongs to other owners of subsidiaries, dollars. */
  noncontrolling_interest: Field.optional(Unit.Dollars),
  /** Gross profit less operating expenses, dollars. */
  operating_income: Field.optional(Unit.Dollars),
  /** Income less expenses outside of the business, without interest, dollars. */
  other_income_expense: Field.optional(Unit.Dollars),
  /** Operating expenses of no other line, dollars. */
  other_operating_expenses: Field.optional(Unit.Dollars),
  /** Dividends declared on preferred shares, dollars. */
  preferred_stock_dividends_declared: Field.optional(Unit.Dollars),
  /** Cost of research and development, dollars. */
  research_development: Field.optional(Unit.Dollars),
  /** Sales and other income of the business, dollars. */
  revenue: Field.optional(Unit.Dollars),
  /** Cost of selling and administration, dollars. */
  selling_general_administrative: Field.optional(Unit.Dollars),
  /** Operating expenses beside the cost of revenue, dollars. */
  total_operating_expenses: Field.optional(Unit.Dollars),
  /** Income less expenses outside of the business, with interest, dollars. */
  total_other_income_expense: Field.optional(Unit.Dollars),
}

const fields = { ...Filings.fields, ...lines }

/** An income statement. */
export interface IncomeStatement extends Filings.Filing, Field.Row<typeof lines> {}

/** Schema of {@link IncomeStatement}. */
export const IncomeStatement: Field.SchemaOf<IncomeStatement, typeof fields> = Field.struct(fields, "IncomeStatement")

const own = {
  /** Ranges compare it as text: `annual`, `quarterly`, `trailing_twelve_months`. */
  timeframe: Filter.rangeOrAnyOf(Param.literal(...timeframes)),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields, "tickers"), default: ["period_end", "asc"] }),
}

const params = { ...Filings.params, ...own }

/** Request for income statements. */
export interface IncomeStatementsRequest extends Filings.FilingsRequest, Endpoint.RequestOn<typeof lines, typeof own> {}

export const incomeStatements: Endpoint.Paged<IncomeStatementsRequest, IncomeStatement, typeof params> = Endpoint.paged(
  {
    path: "/stocks/financials/v1/income-statements",
    params,
    row: IncomeStatement,
  },
)
