/** The list of tickers of all markets. @module */
import * as Endpoint from "@candela/core/Endpoint"
import * as Field from "@candela/core/Field"
import * as Unit from "@candela/core/Unit"
import * as Filter from "@candela/core/Filter"
import * as Param from "@candela/core/Param"
import * as Company from "@candela/market/Company"
import * as Instant from "@candela/market/Instant"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"
import * as Instrument from "./Instrument.js"

/** The codes of the types of tickers, as the service names them. */
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
  /** Ranges compare texts: `C:` to `C;` holds all currency pairs. */
  ticker: Filter.range(Ticker.Any),
  /** The type's code: `CS` (common stock), `ETF`, `ADRC` (depositary receipt). Empty is as if left out. */
  type: Param.orBlank(Param.asFilter(Param.literal(...types), "type", "eq")),
  market: Filter.equals(Param.literal(...Instrument.markets)),
  /** The listing exchange's market identifier code (ISO 10383): `XNAS`. */
  exchange: Param.asFilter(
    Param.text(/^[A-Z0-9]{4}$/, "an exchange's market identifier code (ISO 10383) such as XNAS"),
    "primary_exchange",
    "eq",
  ),
  /** The CUSIP, nine characters. It only filters: no answer holds it. The sandbox gives AAPL `99T088105`. */
  cusip: Filter.equals(Param.text(/^[0-9A-Z*@#]{9}$/, "a CUSIP of nine characters, such as 99T088105")),
  cik: Filter.equals(Company.Cik),
  /** The day whose tickers are listed, with that day's names and states. Default the most recent. */
  date: Param.optional(Param.Date),
  /** Terms that the ticker or the name must contain, each of them, in any case: `apple inc`. Empty is as if left out. */
  search: Param.orBlank(Param.optional(Param.String)),
  /** Whether the tickers are active on `date`, or delisted by then (`false`). */
  active: Param.withDefault(Param.Boolean, true),
  /** Direction of `sort`. */
  order: Param.order("asc"),
  /** The column to sort by. Default `ticker`. Rows that lack it come last. */
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

/** Which tickers to request. */
export interface TickersRequest extends Endpoint.RequestOn<typeof Instrument.fields, typeof params>, Endpoint.Named {}

const fields = {
  /** Whether it is listed; false once it is delisted. */
  active: Field.optional(Schema.Boolean),
  /** Name of the currency that it trades in, `usd` of stocks; of a currency pair the name of the quote currency. */
  currency_name: Field.optional(Schema.String),
  /** Code of that currency: `USD`, `BTC`. Absent for stocks. */
  currency_symbol: Field.optional(Schema.String),
  /** Name of a pair's base currency. */
  base_currency_name: Field.optional(Schema.String),
  /** Code of a pair's base currency: `EUR`, `BTC`. */
  base_currency_symbol: Field.optional(Schema.String),
  /** When this record was last updated, an RFC 3339 date-time. */
  last_updated_utc: Field.optional(Unit.DateTime),
}

/** A ticker of the list (specification, Ticker record). */
export interface TickerRecord extends Instrument.Instrument, Field.Row<typeof fields> {}

/** Schema of {@link TickerRecord}. */
export const TickerRecord: Field.SchemaOf<TickerRecord, typeof Instrument.fields & typeof fields> &
  Instant.Reader<TickerRecord, "last_updated_utc", "delisted_utc"> = Instant.struct(
  { ...Instrument.fields, ...fields },
  "last_updated_utc",
  "delisted_utc",
)

export const tickers: Endpoint.Paged<TickersRequest, TickerRecord, typeof params> = Endpoint.paged({
  path: "/v3/reference/tickers",
  params,
  row: TickerRecord,
})
