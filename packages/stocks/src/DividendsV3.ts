/** Dividends of stocks in the service's older shape. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const dividendTypes = ["CD", "SC", "LT", "ST"] as const

const fields = {
  /** Unique identifier of the record. */
  id: Field.optional(Field.Id),
  /** The stock's ticker. */
  ticker: Field.required(Schema.String),
  /** Original dividend per share, in `currency`. */
  cash_amount: Field.optional(Unit.Currency),
  /** Currency code of the payment: `USD`. */
  currency: Field.optional(Schema.String),
  /** Date on which the dividend was announced, `yyyy-mm-dd`. */
  declaration_date: Field.optional(Unit.Date),
  /** First day on which the shares trade without the dividend, `yyyy-mm-dd`. */
  ex_dividend_date: Field.required(Unit.Date),
  /** Date on which a holder must be on record to receive the dividend, `yyyy-mm-dd`. */
  record_date: Field.optional(Unit.Date),
  /** Date of the payment, `yyyy-mm-dd`. */
  pay_date: Field.optional(Unit.Date),
  /** Payments per year: 0 for a non-recurring or irregular one. */
  frequency: Field.optional(Unit.Count),
  /** Kind of payment: `CD` recurring, `SC` special, `LT` and `ST` a fund's long-term and short-term capital gains. */
  dividend_type: Field.optional(Field.openEnum(...dividendTypes)),
}

/** A dividend in the older shape (specification, Dividend record). */
export interface DividendV3 extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link DividendV3}. */
export const DividendV3: Field.SchemaOf<DividendV3, typeof fields> = Field.struct(fields, "DividendV3")

const params = {
  /** Case-sensitive. */
  ticker: Filter.range(Ticker.Stock),
  ex_dividend_date: Filter.range(Param.Date),
  record_date: Filter.range(Param.Date),
  declaration_date: Filter.range(Param.Date),
  pay_date: Filter.range(Param.Date),
  frequency: Filter.equals(Param.integer()),
  cash_amount: Filter.range(Param.Number),
  dividend_type: Filter.equals(Param.literal(...dividendTypes)),
  /** Direction of `sort`. */
  order: Param.order("desc"),
  /** Size of a page. */
  limit: Param.limit({ default: 10, max: 1000 }),
  /** Column to sort by. */
  sort: Param.sortColumn({
    columns: ["ex_dividend_date", "pay_date", "declaration_date", "record_date", "cash_amount", "ticker"],
    default: "ex_dividend_date",
  }),
}

/** Request for dividends. */
export interface DividendsV3Request extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const dividendsV3: Endpoint.Paged<DividendsV3Request, DividendV3, typeof params> = Endpoint.paged({
  path: "/v3/reference/dividends",
  params,
  row: DividendV3,
  key: "id",
})
