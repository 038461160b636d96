/** Dividends and other cash distributions of stocks. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const distributionTypes = ["recurring", "special", "supplemental", "irregular", "unknown"] as const

const fields = {
  /** Unique identifier of the record. */
  id: Field.optional(Field.Id),
  /** The stock's ticker. */
  ticker: Field.optional(Schema.String),
  /** Original dividend per share, in `currency`. */
  cash_amount: Field.optional(Unit.Currency),
  /** Currency code of the payment: `USD`. */
  currency: Field.optional(Schema.String),
  /** Date on which the dividend was announced, `yyyy-mm-dd`. */
  declaration_date: Field.optional(Unit.Date),
  /** First day on which the shares trade without the dividend, `yyyy-mm-dd`. */
  ex_dividend_date: Field.optional(Unit.Date),
  /** Date on which a holder must be on record to receive the dividend, `yyyy-mm-dd`. */
  record_date: Field.optional(Unit.Date),
  /** Date of the payment, `yyyy-mm-dd`. */
  pay_date: Field.optional(Unit.Date),
  /** Payments per year: 0 for a non-recurring or irregular one, 1, 2, 3, 4, 12, 24, 52, 104 or 365. */
  frequency: Field.optional(Unit.Count),
  /** Kind of payment. */
  distribution_type: Field.optional(Field.openEnum(...distributionTypes)),
  /**
   * Offsets the effect of dividends on historical prices: multiply a price of date D by the factor
   * of the first dividend whose `ex_dividend_date` is after D.
   */
  historical_adjustment_factor: Field.optional(Unit.Ratio),
  /** Dividend per share of today, adjusted for later splits, in `currency`. */
  split_adjusted_cash_amount: Field.optional(Unit.Currency),
}

/** A dividend (specification, Dividend record). */
export interface Dividend extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link Dividend}. */
export const Dividend: Field.SchemaOf<Dividend, typeof fields> = Field.struct(fields, "Dividend")

const params = {
  /** Case-sensitive. */
  ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  ex_dividend_date: Filter.range(Param.Date),
  frequency: Filter.range(Param.integer()),
  distribution_type: Filter.anyOf(Param.literal(...distributionTypes)),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 5000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["ticker", "asc"] }),
}

/** Request for dividends. */
export interface DividendsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const dividends: Endpoint.Paged<DividendsRequest, Dividend, typeof params> = Endpoint.paged({
  path: "/stocks/v1/dividends",
  params,
  row: Dividend,
  key: "id",
})
