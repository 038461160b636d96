/** Upcoming holidays and early closes of markets. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Instant from "@candela/market/Instant"
import * as Schema from "effect/Schema"

const fields = {
  /** Day of the holiday or early close, `yyyy-mm-dd`. */
  date: Field.optional(Unit.Date),
  /** Exchange or group of markets of the row: each has its own row. */
  exchange: Field.optional(Field.openEnum("NYSE", "NASDAQ", "OTC")),
  /** Name of the holiday. An early close has the name of its holiday. */
  name: Field.optional(Schema.String),
  /** `closed` all day, or `early-close`. */
  status: Field.optional(Field.openEnum("closed", "early-close")),
  /**
   * Start of trading on a day with an early close, an RFC 3339 date-time in UTC. Absent when the exchange is closed.
   */
  open: Field.optional(Unit.DateTime),
  /** End of trading on a day with an early close, an RFC 3339 date-time in UTC. Absent when the exchange is closed. */
  close: Field.optional(Unit.DateTime),
}

/** A holiday or an early close of an exchange. */
export interface MarketHoliday extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link MarketHoliday}. */
export const MarketHoliday: Field.SchemaOf<MarketHoliday, typeof fields> &
  Instant.Reader<MarketHoliday, "open", "close"> = Instant.readable(
  Field.struct(fields, "MarketHoliday"),
  "open",
  "close",
)

const params = {}

/** Request for holidays, without parameters. */
export interface MarketHolidaysRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

export const marketHolidays: Endpoint.List<MarketHolidaysRequest, MarketHoliday, typeof params> = Endpoint.list({
  path: "/v1/marketstatus/upcoming",
  params,
  row: MarketHoliday,
  at: "",
})
