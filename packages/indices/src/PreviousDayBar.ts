/** TODO: Previous Close. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import type * as Envelope from "@candela/core/declare/Envelope"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Instant from "@candela/market/Instant"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const fields = {
  /** TODO: The close value for the symbol in the given time period. */
  c: Field.optional(Unit.Dollars),
  /** TODO: The highest value for the symbol in the given time period. */
  h: Field.optional(Unit.Currency),
  /** TODO: The lowest value for the symbol in the given time period. */
  l: Field.optional(Unit.Currency),
  /** TODO: The open value for the symbol in the given time period. */
  o: Field.optional(Unit.Currency),
  /** TODO: The Unix millisecond timestamp for the start of the aggregate window, epoch milliseconds. */
  t: Field.optional(Unit.EpochMillis),
}

/** TODO: what a `PreviousDayBar` is. */
export interface PreviousDayBar extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link PreviousDayBar}. */
export const PreviousDayBar: Field.SchemaOf<PreviousDayBar, typeof fields> & Instant.Reader<PreviousDayBar, "t"> =
  Instant.readable(Field.struct(fields, "PreviousDayBar"), "t")

const envelope = {
  /** TODO: The exchange symbol that this item is traded under. */
  ticker: Field.optional(Schema.String),
  /** TODO: The number of aggregates (minute or day) used to generate the response. */
  queryCount: Field.optional(Unit.Count),
  /** TODO: The total number of results for this request. */
  resultsCount: Field.optional(Unit.Count),
}

/** A page of {@link PreviousDayBar}s, with what stands around them. */
export interface PreviousDayBarPage extends Envelope.Page<PreviousDayBar>, Field.Row<typeof envelope> {}

const params = {
  /** TODO: The ticker symbol of Index. */
  indicesTicker: Ticker.Any,
}

/** Request for previous day bar. */
export interface PreviousDayBarRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

export const previousDayBar: Endpoint.List<PreviousDayBarRequest, PreviousDayBar, typeof params, PreviousDayBarPage> =
  Endpoint.list({
    path: "/v2/aggs/ticker/{indicesTicker}/prev",
    params,
    row: PreviousDayBar,
    envelope,
  })
