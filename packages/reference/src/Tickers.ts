/** List of tickers of all markets. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Company from "@candela/market/Company"
import * as Instant from "@candela/market/Instant"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"
import * as Instrument from "./Instrument.js"

/** Codes of ticker types, by the service's names. */
const types = [
  "CS",
  "ADRC",
  "ADRP",
  "ADRR",
  "UNIT",
  "RIGHT",
  "PFD",
  "FUND",
  "SP",
  "WARRANT",
  "INDEX",
  "ETF",
  "ETN",
  "OS",
  "GDR",
  "OTHER",
  "NYRS",
  "AGEN",
  "EQLK",
  "BOND",
  "ADRW",
  "BASKET",
  "LT",
] as const

const params = {
  /** Ranges compare texts: `C:` to `C;` contains all currency pairs. */
  ticker: Filter.range(Ticker.Any),
  /** Code of the type: `CS` (common stock), `ETF`, `ADRC` (depositary receipt). An empty value counts as absent. */
  type: Param.orBlank(Param.asFilter(Param.literal(...types), "type", "eq")),
  market: Filter.equals(Param.literal(...Instrument.markets)),
  /** Market identifier code (ISO 10383) of the listing exchange: `XNAS`. */
  exchange: Param.asFilter(
    Param.text(/^[A-Z0-9]{4}$/, "an exchange's market identifier code (ISO 10383) such as XNAS"),
    "primary_exchange",
    "eq",
  ),
  /** CUSIP, nine characters. Filter only: responses do not contain it. In the sandbox AAPL has `99T088105`. */
  cusip: Filter.equals(Param.text(/^[0-9A-Z*@#]{9}$/, "a CUSIP of nine characters, such as 99T088105")),
  cik: Filter.equals(Company.Cik),
  /** Day of the list, with that day's tickers, names and states. Default: the most recent. */
  date: Param.optional(Param.Date),
  /**
   * Terms that the ticker or the name must all contain, case-insensitive: `apple inc`. An empty value counts as absent.
   */
  search: Param.orBlank(Param.optional(Param.String)),
  /** Whether the tickers are active on `date`, or already delisted (`false`). */
  active: Param.withDefault(Param.Boolean, true),
  /** Direction of `sort`. */
  order: Param.order("asc"),
  /** Column to sort by. Default `ticker`. Rows without it come last. */
  sort: Param.sortColumn({
    columns: [
      "ticker",
      "name",
      "market",
      "locale",
      "primary_exchange",
      "type",
      "currency_symbol",
      "currency_name",
      "base_currency_symbol",
      "base_currency_name",
      "cik",
      "composite_figi",
      "share_class_figi",
      "last_updated_utc",
      "delisted_utc",
    ],
    default: "ticker",
  }),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 1000 }),
}

/** Request for tickers. */
export interface TickersRequest extends Endpoint.RequestOn<typeof Instrument.fields, typeof params>, Endpoint.Named {}

const fields = {
  /** Whether the ticker is listed; false once it is delisted. */
  active: Field.optional(Schema.Boolean),
  /** Name of the trading currency, `usd` for stocks; for a currency pair the name of the quote currency. */
  currency_name: Field.optional(Schema.String),
  /** Code of the trading or quote currency: `USD`, `BTC`. Absent for stocks. */
  currency_symbol: Field.optional(Schema.String),
  /** Name of a pair's base currency. */
  base_currency_name: Field.optional(Schema.String),
  /** Code of a pair's base currency: `EUR`, `BTC`. */
  base_currency_symbol: Field.optional(Schema.String),
  /** Last update of the record, an RFC 3339 date-time. */
  last_updated_utc: Field.optional(Unit.DateTime),
}

/** A ticker in the list (specification, Ticker record). */
export interface TickerRecord extends Instrument.Instrument, Field.Row<typeof fields> {}

/** Schema of {@link TickerRecord}. */
export const TickerRecord: Field.SchemaOf<TickerRecord, typeof Instrument.fields & typeof fields> &
  Instant.Reader<TickerRecord, "last_updated_utc", "delisted_utc"> = Instant.readable(
  Field.struct({ ...Instrument.fields, ...fields }, "TickerRecord"),
  "last_updated_utc",
  "delisted_utc",
)

export const tickers: Endpoint.Paged<TickersRequest, TickerRecord, typeof params> = Endpoint.paged({
  path: "/v3/reference/tickers",
  params,
  row: TickerRecord,
})
