/** Financial ratios of stocks: prices in relation to the company's assets and earnings. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Company from "@candela/market/Company"
import * as Ticker from "@candela/market/Ticker"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

const key = {
  /** The stock's ticker. */
  ticker: Field.required(Schema.String),
  /** Trading date of the calculation, `yyyy-mm-dd`. */
  date: Field.required(Unit.Date),
  /** Central Index Key of the company at the securities regulator: `0000320193`. */
  cik: Field.optional(Unit.Identifier),
}

/** Numbers of a row, each also a filter. Earnings, sales and payments are those of the last four filed quarters. */
const numbers = {
  /** Closing price of the date, dollars. */
  price: Field.optional(Unit.Dollars),
  /** Mean volume of the last 30 trading days, shares. */
  average_volume: Field.optional(Unit.Shares),
  /** Price times all shares, those of other classes converted to this one, dollars. */
  market_cap: Field.optional(Unit.Dollars),
  /** Net income per share, dollars; negative for a loss. */
  earnings_per_share: Field.optional(Unit.Dollars),
  /** Price divided by earnings per share; absent unless those are positive. */
  price_to_earnings: Field.optional(Unit.Ratio),
  /** Market capitalization divided by shareholders' equity. */
  price_to_book: Field.optional(Unit.Ratio),
  /** Market capitalization divided by revenue. */
  price_to_sales: Field.optional(Unit.Ratio),
  /** Market capitalization divided by cash from operating activities; absent unless that is positive. */
  price_to_cash_flow: Field.optional(Unit.Ratio),
  /** Market capitalization divided by free cash flow; absent unless that is positive. */
  price_to_free_cash_flow: Field.optional(Unit.Ratio),
  /**
   * Dividends per share of the last year divided by the price: 0.02 is two percent. Absent for a stock that pays none.
   */
  dividend_yield: Field.optional(Unit.Ratio),
  /** Net income divided by total assets: 0.02 is two percent. */
  return_on_assets: Field.optional(Unit.Ratio),
  /** Net income divided by total equity: 0.02 is two percent. */
  return_on_equity: Field.optional(Unit.Ratio),
  /** Current and long-term debt divided by total equity. */
  debt_to_equity: Field.optional(Unit.Ratio),
  /** Current assets divided by current liabilities; absent for banks and insurers. */
  current: Field.optional(Unit.Ratio),
  /** Current assets without inventories, divided by current liabilities; absent for banks and insurers. */
  quick: Field.optional(Unit.Ratio),
  /** Cash divided by current liabilities; absent for banks and insurers. */
  cash: Field.optional(Unit.Ratio),
  /** Enterprise value divided by revenue. */
  ev_to_sales: Field.optional(Unit.Ratio),
  /** Enterprise value divided by earnings before interest, taxes, depreciation and amortization. */
  ev_to_ebitda: Field.optional(Unit.Ratio),
  /** Market capitalization, plus debt, less cash, dollars. */
  enterprise_value: Field.optional(Unit.Dollars),
  /** Cash from operating activities less payments for fixed assets, dollars. */
  free_cash_flow: Field.optional(Unit.Dollars),
}

const fields = { ...key, ...numbers }

/** Ratios of a stock on a trading date (specification, Financial ratios record). */
export interface Ratios extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link Ratios}. */
export const Ratios: Field.SchemaOf<Ratios, typeof fields> = Field.struct(fields, "Ratios")

const params = {
  ...Record.map(numbers, () => Filter.range(Param.Number)),
  /** Case-sensitive. */
  ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  /** Ranges compare it as text and accept its first digits. */
  cik: Company.cikFilter,
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 50_000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["ticker", "asc"] }),
}

/** Request for ratios. */
export interface RatiosRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const ratios: Endpoint.Paged<RatiosRequest, Ratios, typeof params> = Endpoint.paged({
  path: "/stocks/financials/v1/ratios",
  params,
  row: Ratios,
})
