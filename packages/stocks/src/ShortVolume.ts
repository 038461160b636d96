/** Short volume of stocks: how much of a day's trades off the exchanges was sold short. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const fields = {
  /** The stock's ticker. */
  ticker: Field.optional(Schema.String),
  /** Day of the trades, `yyyy-mm-dd`. */
  date: Field.optional(Unit.Date),
  /** Shares traded in all reports of the day. They are those of trades off the exchanges: less than a bar's volume. */
  total_volume: Field.optional(Unit.Volume),
  /** Shares of them that were sold short. */
  short_volume: Field.optional(Unit.Volume),
  /** Shares sold short, in percent of `total_volume`. */
  short_volume_ratio: Field.optional(Unit.Percent),
  /** Shares sold short that are exempt from the price test of Regulation SHO. */
  exempt_volume: Field.optional(Unit.Volume),
  /** Shares sold short that are not exempt. */
  non_exempt_volume: Field.optional(Unit.Volume),
  /** Shares sold short, as reported to NYSE's facility. */
  nyse_short_volume: Field.optional(Unit.Volume),
  /** Exempt shares of them. */
  nyse_short_volume_exempt: Field.optional(Unit.Volume),
  /** Shares sold short, as reported to Nasdaq's facility in Carteret. */
  nasdaq_carteret_short_volume: Field.optional(Unit.Volume),
  /** Exempt shares of them. */
  nasdaq_carteret_short_volume_exempt: Field.optional(Unit.Volume),
  /** Shares sold short, as reported to Nasdaq's facility in Chicago. */
  nasdaq_chicago_short_volume: Field.optional(Unit.Volume),
  /** Exempt shares of them. */
  nasdaq_chicago_short_volume_exempt: Field.optional(Unit.Volume),
  /** Shares sold short, as reported to the Alternative Display Facility. */
  adf_short_volume: Field.optional(Unit.Volume),
  /** Exempt shares of them. */
  adf_short_volume_exempt: Field.optional(Unit.Volume),
}

/** Short volume of a stock on a day. */
export interface ShortVolume extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link ShortVolume}. */
export const ShortVolume: Field.SchemaOf<ShortVolume, typeof fields> = Field.struct(fields, "ShortVolume")

const params = {
  /** Case-sensitive. */
  ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  date: Filter.rangeOrAnyOf(Param.Date),
  short_volume_ratio: Filter.rangeOrAnyOf(Param.Number),
  /** Size of a page. */
  limit: Param.limit({ default: 10, max: 50_000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["ticker", "asc"] }),
}

/** Request for short volume. */
export interface ShortVolumeRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const shortVolume: Endpoint.Paged<ShortVolumeRequest, ShortVolume, typeof params> = Endpoint.paged({
  path: "/stocks/v1/short-volume",
  params,
  row: ShortVolume,
})
