/**
 * Financial statements of companies in the service's older, experimental shape: all statements of a
 * period in a row. @module
 */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Company from "@candela/market/Company"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const pointFields = {
  /** Name of the line for people: `Net Income/Loss`. */
  label: Field.optional(Schema.String),
  /** Place of the line in its statement: lines ascend. */
  order: Field.optional(Unit.Ordinal),
  /** Unit of the value: `USD`, `USD / shares`, `shares`. */
  unit: Field.optional(Schema.String),
  /** The value, in its unit. */
  value: Field.optional(Schema.Finite),
  /** Where the value is from: the report itself, or derived from it or from several. Only with `include_sources`. */
  source: Field.optional(Field.openEnum("SourceDirectReport", "SourceIntraReportImpute", "SourceInterReportDerived")),
  /** XPath query that finds the value in the report. Only with `include_sources`. */
  xpath: Field.optional(Schema.String),
  /** Name of the formula of a derived value. Only with `include_sources`. */
  formula: Field.optional(Schema.String),
  /** Ids of the reports from which a value is derived. Only with `include_sources`. */
  derived_from: Field.optional(Schema.Array(Schema.String)),
}

/** A line of a statement in the older shape. */
export interface FinancialLine extends Field.Row<typeof pointFields>, Endpoint.Named {}

/** Schema of {@link FinancialLine}. */
export const FinancialLine: Field.SchemaOf<FinancialLine, typeof pointFields> = Field.struct(
  pointFields,
  "FinancialLine",
)

const lines = Field.optional(
  Field.like(
    Schema.Record({ key: Schema.String, value: FinancialLine }),
    { assets: { label: "Assets", order: 100, unit: "USD", value: 352_583_000_000, source: "SourceDirectReport" } },
    {
      revenues: { label: "Revenues", order: 100, unit: "USD", value: 94_836_000_000 },
      basic_earnings_per_share: { label: "Basic Earnings Per Share", order: 4200, unit: "USD / shares", value: 1.65 },
    },
    { net_cash_flow: { label: "Net Cash Flow", order: 1100, unit: "USD", value: -3_860_000_000, derived_from: ["1"] } },
  ),
)

const statementsFields = {
  /** Lines of the balance sheet by name: `assets`, `equity`. */
  balance_sheet: lines,
  /** Lines of the cash flow statement by name: `net_cash_flow`. */
  cash_flow_statement: lines,
  /** Lines of the comprehensive income by name: `comprehensive_income_loss`. */
  comprehensive_income: lines,
  /** Lines of the income statement by name: `revenues`, `net_income_loss`. */
  income_statement: lines,
}

/** The statements of a period, each with its lines by name. */
export interface FinancialStatements extends Field.Row<typeof statementsFields>, Endpoint.Named {}

/** Schema of {@link FinancialStatements}. */
export const FinancialStatements: Field.SchemaOf<FinancialStatements, typeof statementsFields> = Field.struct(
  statementsFields,
  "FinancialStatements",
)

const timeframes = ["annual", "quarterly", "ttm"] as const

const fields = {
  /** Central Index Key of the company at the securities regulator: `0000320193`. */
  cik: Field.optional(Unit.Identifier),
  /** Name of the company. */
  company_name: Field.optional(Schema.String),
  /** Standard Industrial Classification of the company, a code of four digits. */
  sic: Field.optional(Schema.String),
  /** Tickers of the company's shares. */
  tickers: Field.optional(Schema.Array(Schema.String)),
  /** First day of the period, `yyyy-mm-dd`. */
  start_date: Field.optional(Unit.Date),
  /** Last day of the period, `yyyy-mm-dd`. */
  end_date: Field.optional(Unit.Date),
  /** Day on which the report was filed, `yyyy-mm-dd`. */
  filing_date: Field.optional(Unit.Date),
  /** When the regulator accepted the report, in Eastern Time: `yyyymmddhhmmss`. */
  acceptance_datetime: Field.optional(Schema.String),
  /** Length of the period: a quarter, a fiscal year, or the last four quarters (`ttm`). */
  timeframe: Field.optional(Field.openEnum(...timeframes)),
  /** Period in the company's own calendar: `Q1` to `Q4`, `FY`, `TTM`. */
  fiscal_period: Field.optional(Schema.String),
  /** Fiscal year of the period, in text. */
  fiscal_year: Field.optional(Schema.String),
  /** URL of the filing at the service. */
  source_filing_url: Field.optional(Schema.String),
  /** URL of the file of the filing from which the values are. */
  source_filing_file_url: Field.optional(Schema.String),
  /** The statements. A line that the report lacks is absent. */
  financials: Field.optional(FinancialStatements),
}

/** The statements of a company for a period. */
export interface Financials extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link Financials}. */
export const Financials: Field.SchemaOf<Financials, typeof fields> = Field.struct(fields, "Financials")

const params = {
  /** One of the company's tickers, case-sensitive. */
  ticker: Filter.equals(Ticker.Stock),
  cik: Filter.equals(Company.Cik),
  company_name: Filter.equals(Param.String),
  /** Part of the company's name, regardless of case. An empty value is not sent. */
  "company_name.search": Param.orBlank(Param.optional(Param.String)),
  sic: Filter.equals(Param.text(/^\d{4}$/, "an industry's code of four digits, such as 3571")),
  filing_date: Filter.range(Param.Date),
  /** Last day of the period, `end_date` of the rows. */
  period_of_report_date: Filter.range(Param.Date),
  timeframe: Filter.equals(Param.literal(...timeframes)),
  /** Whether lines say where they are from: `source` and what belongs to it. */
  include_sources: Param.withDefault(Param.Boolean, false),
  /** Direction of `sort`. */
  order: Param.order("desc"),
  /** Size of a page. */
  limit: Param.limit({ default: 10, max: 100 }),
  /** Column to sort by. `period_of_report_date` is the rows' `end_date`. */
  sort: Param.sortColumn({ columns: ["filing_date", "period_of_report_date"], default: "period_of_report_date" }),
}

/** Request for statements in the older shape. */
export interface FinancialsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const financials: Endpoint.Paged<FinancialsRequest, Financials, typeof params> = Endpoint.paged({
  path: "/vX/reference/financials",
  params,
  row: Financials,
})
