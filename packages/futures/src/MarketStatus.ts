/** Whether futures products trade now. @module */
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
  name: Field.optional(Schema.String),
  /** Market identifier code (ISO 10383) of the venue: `XCME`. */
  trading_venue: Field.optional(Schema.String),
  /** State of the market: the last event of its schedule. `close` lasts until orders are taken again (`pre_open`). */
  market_event: Field.optional(Field.openEnum(...events)),
  /** Trading date of the session of the event, `yyyy-mm-dd`. */
  session_end_date: Field.optional(Unit.Date),
  /** Instant of the event, an RFC 3339 date-time in UTC. */
  timestamp: Field.optional(Unit.DateTime),
}

/** State of the market of a futures product. */
export interface FuturesMarketStatus extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link FuturesMarketStatus}. */
export const FuturesMarketStatus: Field.SchemaOf<FuturesMarketStatus, typeof fields> &
  Instant.Reader<FuturesMarketStatus, "timestamp"> = Instant.readable(
  Field.struct(fields, "FuturesMarketStatus"),
  "timestamp",
)

const params = {
  product_code: Filter.rangeOrAnyOf(Param.String),
  /** Size of a page. */
  limit: Param.limit({ default: 10, max: 99 }),
}

/** Request for the state of markets of products. */
export interface MarketStatusRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const marketStatus: Endpoint.Paged<MarketStatusRequest, FuturesMarketStatus, typeof params> = Endpoint.paged({
  path: "/futures/v1/market-status",
  params,
  row: FuturesMarketStatus,
  key: "product_code",
})
