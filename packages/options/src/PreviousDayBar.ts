/** TODO: Previous Close. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import type * as Envelope from "@candela/core/declare/Envelope"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Param from "@candela/core/declare/Param"
import * as Instant from "@candela/market/Instant"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const fields = {
  /** TODO: The close price for the symbol in the given time period. */
  c: Field.optional(Unit.Dollars),
  /** TODO: The highest price for the symbol in the given time period. */
  h: Field.optional(Unit.Currency),
  /** TODO: The lowest price for the symbol in the given time period. */
  l: Field.optional(Unit.Currency),
  /** TODO: The number of transactions in the aggregate window. */
  n: Field.optional(Unit.Count),
  /** TODO: The open price for the symbol in the given time period. */
  o: Field.optional(Unit.Currency),
  /** TODO: The Unix millisecond timestamp for the start of the aggregate window, epoch milliseconds. */
  t: Field.optional(Unit.EpochMillis),
  /** TODO: The trading volume of the symbol in the given time period. */
  v: Field.optional(Unit.Volume),
  /** TODO: The volume weighted average price. */
  vw: Field.optional(Unit.Currency),
}

/** TODO: what a `PreviousDayBar` is. */
export interface PreviousDayBar extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link PreviousDayBar}. */
export const PreviousDayBar: Field.SchemaOf<PreviousDayBar, typeof fields> & Instant.Reader<PreviousDayBar, "t"> =
  Instant.readable(Field.struct(fields, "PreviousDayBar"), "t")

const envelope = {
  /** TODO: The exchange symbol that this item is traded under. */
  ticker: Field.optional(Schema.String),
  /** TODO: Whether or not this response was adjusted for splits. */
  adjusted: Field.optional(Schema.Boolean),
  /** TODO: The number of aggregates (minute or day) used to generate the response. */
  queryCount: Field.optional(Unit.Count),
  /** TODO: The total number of results for this request. */
  resultsCount: Field.optional(Unit.Count),
}

/** A page of {@link PreviousDayBar}s, with what stands around them. */
export interface PreviousDayBarPage extends Envelope.Page<PreviousDayBar>, Field.Row<typeof envelope> {}

const params = {
  /** TODO: The ticker symbol of the options contract. */
  optionsTicker: Ticker.Any,
  /**
   * TODO: Whether or not the results are adjusted for splits. By default, results are adjusted. Set this to false to
   * get results that are NOT adjusted for splits.
   */
  adjusted: Param.optional(Param.Boolean),
}

/** Request for previous day bar. */
export interface PreviousDayBarRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

export const previousDayBar: Endpoint.List<PreviousDayBarRequest, PreviousDayBar, typeof params, PreviousDayBarPage> =
  Endpoint.list({
    path: "/v2/aggs/ticker/{optionsTicker}/prev",
    params,
    row: PreviousDayBar,
    envelope,
  })
