/** Schedules of futures: the opening and the close of each session of a product. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Instant from "@candela/market/Instant"
import * as Schema from "effect/Schema"
import { events } from "./internal/events.js"

const fields = {
  /** Code of the product: `ES`. */
  product_code: Field.optional(Schema.String),
  /** Full name of the product. */
  product_name: Field.optional(Schema.String),
  /** Trading date, `yyyy-mm-dd`: the day on which the session ends. */
  session_end_date: Field.optional(Unit.Date),
  /** What happens: orders are taken (`pre_open`), trading begins, pauses, ends. */
  event: Field.optional(Field.openEnum(...events)),
  /** Instant of the event, an RFC 3339 date-time in UTC. */
  timestamp: Field.optional(Unit.DateTime),
  /** Market identifier code (ISO 10383) of the venue: `XCME`. */
  trading_venue: Field.optional(Schema.String),
}

/** An event of a session of a futures product. */
export interface FuturesSchedule extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link FuturesSchedule}. */
export const FuturesSchedule: Field.SchemaOf<FuturesSchedule, typeof fields> &
  Instant.Reader<FuturesSchedule, "timestamp"> = Instant.readable(Field.struct(fields, "FuturesSchedule"), "timestamp")

const params = {
  product_code: Filter.rangeOrAnyOf(Param.String),
  /** Default: all dates, past and announced ones. */
  session_end_date: Filter.range(Param.Date),
  trading_venue: Filter.rangeOrAnyOf(Param.String),
  /** Size of a page. */
  limit: Param.limit({ default: 10, max: 1000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["product_code", "asc"] }),
}

/** Request for schedules. */
export interface SchedulesRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const schedules: Endpoint.Paged<SchedulesRequest, FuturesSchedule, typeof params> = Endpoint.paged({
  path: "/futures/v1/schedules",
  params,
  row: FuturesSchedule,
})
